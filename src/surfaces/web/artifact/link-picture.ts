// Answers `GET {url}/{shortId}/picture.png`: what a chat or a network shows beside a link to a public page.
import type { Anonymous } from '../../../domain/actor.ts'
import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import { isFresh, send } from '../../http/encode.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { ask, type PageContext, sendMissing } from '../page/page-context.ts'
import { addressIn } from './artifact.ts'

/** Codes of the refusals that are answered as a missing page. */
const hidden = new Set(['not_found', 'unauthorized'])

/** Sends the picture of a link as for an anonymous reader: a page that only some may open has none. */
export async function showLinkPicture(
  pageContext: PageContext,
  exchange: HttpExchange,
  segment: string,
): Promise<void> {
  const { site } = pageContext
  const anybody: Anonymous = { kind: 'anonymous', credential: exchange.network }
  const id = addressIn(segment)?.id
  if (!id) return sendMissing(pageContext, exchange)
  await site.limits.count(anybody, 'read')
  try {
    const { png, version } = await ask(pageContext, exchange, anybody, operations.linkPicture, { id })
    const tag = `W/"p${version}"`
    const headers = site.headers.madeImage('image/png', tag, true)
    if (isFresh(exchange, tag)) send(exchange, 304, headers, null)
    else send(exchange, 200, headers, png)
  } catch (error) {
    if (!(error instanceof Problem && hidden.has(error.code))) throw error
    sendMissing(pageContext, exchange)
  }
}
