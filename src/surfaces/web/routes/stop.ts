// The page to which a mail leads when its reader wants no more of its kind; mail programs post to it by themselves.
import { notFound } from '../../../domain/problem.ts'
import { allowMails, type MailStop, readStopToken, stopMails } from '../../../operations/feed/mail-stop.ts'
import type { Wire } from '../../http/exchange.ts'
import { type Desk, postedAnything } from '../desk.ts'
import { allowedPage, stopPage, stoppedPage } from '../pages/stop-page.tsx'
import { sendDocument } from '../theme.ts'

function stopOf({ site }: Desk, token: string): MailStop {
  const stop = readStopToken(site.context, token)
  if (stop === null) throw notFound()
  return stop
}

const send = ({ site }: Desk, wire: Wire, html: string): void =>
  sendDocument(wire, 200, site.headers.tokenPage(), html)

/** `GET /stop/{token}`: opening the link changes nothing. */
export async function showStop(desk: Desk, wire: Wire, token: string): Promise<void> {
  const { of } = stopOf(desk, token)
  send(desk, wire, stopPage({ assets: desk.assets, path: `/stop/${token}`, of }))
}

/** `POST /stop/{token}`: from the page, or from a mail program in one click (RFC 8058). */
export async function stopByForm(desk: Desk, wire: Wire, token: string): Promise<void> {
  await postedAnything(desk, wire, true)
  const stop = stopOf(desk, token)
  if (!(await stopMails(desk.site.context, stop))) throw notFound()
  send(desk, wire, stoppedPage({ assets: desk.assets, path: `/stop/${token}`, of: stop.of }))
}

/** `POST /stop/{token}/undo`: takes it back. */
export async function allowByForm(desk: Desk, wire: Wire, token: string): Promise<void> {
  await postedAnything(desk, wire)
  const stop = stopOf(desk, token)
  if (stop.of !== 'sharing') throw notFound()
  await allowMails(desk.site.context, stop)
  send(desk, wire, allowedPage({ assets: desk.assets, path: `/stop/${token}` }))
}
