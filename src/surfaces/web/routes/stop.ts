// The page a mail about comments leads to when its reader wants no more of them; mail programs post to it by themselves.
import { notFound } from '../../../domain/problem.ts'
import { stopNotices, stoppedBy } from '../../../operations/notice-stop.ts'
import type { Wire } from '../../rest/wire.ts'
import { type Desk, postedAnything } from '../desk.ts'
import { stopPage, stoppedPage } from '../pages/stop-page.tsx'
import { sendDocument } from '../theme.ts'

/** `GET /stop/{token}`: opening the link changes nothing. */
export async function showStop(desk: Desk, wire: Wire, token: string): Promise<void> {
  if (stoppedBy(desk.site.context, token) === null) throw notFound()
  const page = stopPage({ assets: desk.assets, path: `/stop/${token}` })
  sendDocument(wire, 200, desk.site.headers.tokenPage(), page)
}

/** `POST /stop/{token}`: from the page, or from a mail program in one click (RFC 8058). */
export async function stopByForm(desk: Desk, wire: Wire, token: string): Promise<void> {
  await postedAnything(desk, wire)
  if (!(await stopNotices(desk.site.context, token))) throw notFound()
  sendDocument(wire, 200, desk.site.headers.tokenPage(), stoppedPage(desk.assets))
}
