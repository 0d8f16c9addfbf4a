// The source of a page at `{url}/{shortId}/source`: for whoever may open the page, and one 404 for everybody else.
import { operations } from '../../../operations/index.ts'
import { openStoredFile } from '../../../operations/kernel/stored-file.ts'
import { turnOfArtifact } from '../../../operations/kernel/worker-turn.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { ask, type PageContext, sendMissing, sendPage } from '../page/page-context.ts'
import { type Address, addressIn, isHidden, readerOf } from './artifact.ts'
import { sourcePage } from './source-page.tsx'

/** Answers `GET {url}/{segment}/source`. */
export async function showSource(
  pageContext: PageContext,
  exchange: HttpExchange,
  segment: string,
): Promise<void> {
  const address = addressIn(segment)
  if (!address) return sendMissing(pageContext, exchange)
  try {
    await sendSource(pageContext, exchange, address)
  } catch (error) {
    if (!isHidden(error, exchange)) throw error
    sendMissing(pageContext, exchange)
  }
}

async function sendSource(
  pageContext: PageContext,
  exchange: HttpExchange,
  { id, version: wanted }: Address,
): Promise<void> {
  const { context } = pageContext.site
  const actor = await readerOf(pageContext, exchange)
  await pageContext.site.limits.count(actor, 'read')
  const asked = { id, ...(wanted !== undefined && { version: wanted }) }
  const { artifact, version } = await ask(pageContext, exchange, actor, operations.content, asked)
  const { sha256, format } = version
  const { lines, shown } = await context.renderer.source({
    sha256,
    format,
    turn: turnOfArtifact(context, artifact),
    file: openStoredFile(context, version),
  })
  const older = version.number !== artifact.version
  const html = sourcePage({
    assets: pageContext.assets,
    name: artifact.name,
    path: `/${artifact.shortId}${older ? `@${version.number}` : ''}`,
    download: `/${artifact.shortId}/content${older ? `?version=${version.number}` : ''}`,
    version: version.number,
    size: version.size,
    lines: Buffer.from(lines).toString('utf8'),
    cut: shown ?? undefined,
    reader: 'email' in actor ? actor.email : undefined,
  })
  sendPage(pageContext, exchange, 200, html, {
    robots: artifact.organization ? 'noindex' : 'noindex, nofollow',
  })
}
