// The page to which a mail leads when its reader wants no more of its kind; mail programs post to it by themselves.
import { notFound } from '../../../domain/problem.ts'
import { allowMails, type MailStop, readStopToken, stopMails } from '../../../operations/feed/mail-stop.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { sendDocument } from '../layout/theme.ts'
import { type PageContext, postedAnything } from '../page/page-context.ts'
import { allowedPage, stopPage, stoppedPage } from './stop-page.tsx'

function stopOf({ site }: PageContext, token: string): MailStop {
  const stop = readStopToken(site.context, token)
  if (stop === null) throw notFound()
  return stop
}

const send = ({ site }: PageContext, exchange: HttpExchange, html: string): void =>
  sendDocument(exchange, 200, site.headers.tokenPage(), html)

/** `GET /stop/{token}`: opening the link changes nothing. */
export async function showStop(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  const { of } = stopOf(pageContext, token)
  send(pageContext, exchange, stopPage({ assets: pageContext.assets, path: `/stop/${token}`, of }))
}

/** `POST /stop/{token}`: from the page, or from a mail program in one click (RFC 8058). */
export async function stopByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  await postedAnything(pageContext, exchange, true)
  const stop = stopOf(pageContext, token)
  if (!(await stopMails(pageContext.site.context, stop))) throw notFound()
  send(
    pageContext,
    exchange,
    stoppedPage({ assets: pageContext.assets, path: `/stop/${token}`, of: stop.of }),
  )
}

/** `POST /stop/{token}/undo`: takes it back. */
export async function allowByForm(
  pageContext: PageContext,
  exchange: HttpExchange,
  token: string,
): Promise<void> {
  await postedAnything(pageContext, exchange)
  const stop = stopOf(pageContext, token)
  if (stop.of !== 'sharing') throw notFound()
  await allowMails(pageContext.site.context, stop)
  send(pageContext, exchange, allowedPage({ assets: pageContext.assets, path: `/stop/${token}` }))
}
