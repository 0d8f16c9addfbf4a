// The form with which anybody reports a page.

import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { Wire } from '../../http/exchange.ts'
import { ask, type Desk, postedFields, reader, sendPage } from '../desk.ts'
import { reportedPage, reportPage } from '../pages/report-page.tsx'

const propsOf = ({ assets }: Desk, shortId: string) => ({
  assets,
  path: `/report/${shortId}`,
  page: `/${shortId}`,
})

/** `GET /report/{shortId}`: the same for every address, also where there is nothing. */
export async function showReport(desk: Desk, wire: Wire, shortId: string): Promise<void> {
  sendPage(desk, wire, 200, reportPage(propsOf(desk, shortId)))
}

/** `POST /report/{shortId}` */
export async function sendReport(desk: Desk, wire: Wire, shortId: string): Promise<void> {
  const { reason = '' } = await postedFields(desk, wire)
  try {
    await ask(desk, wire, await reader(desk, wire), operations.report, { id: shortId, reason })
    sendPage(desk, wire, 200, reportedPage(desk.assets))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = [{ field: 'reason', message: 'Say what is wrong with the page.' }]
    sendPage(desk, wire, 422, reportPage({ ...propsOf(desk, shortId), errors }))
  }
}
