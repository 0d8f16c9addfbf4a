// The form with which anybody reports a page.

import { Problem } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import type { HttpExchange } from '../../http/http-exchange.ts'
import { ask, type PageContext, postedFields, reader, sendPage } from '../page/page-context.ts'
import { reportWords } from '../words/report.ts'
import { reportedPage, reportPage } from './report-page.tsx'

const propsOf = ({ assets }: PageContext, shortId: string) => ({
  assets,
  path: `/report/${shortId}`,
  page: `/${shortId}`,
})

/** `GET /report/{shortId}`: the same for every address, also where there is nothing. */
export async function showReport(
  pageContext: PageContext,
  exchange: HttpExchange,
  shortId: string,
): Promise<void> {
  sendPage(pageContext, exchange, 200, reportPage(propsOf(pageContext, shortId)))
}

/** `POST /report/{shortId}` */
export async function sendReport(
  pageContext: PageContext,
  exchange: HttpExchange,
  shortId: string,
): Promise<void> {
  const { reason = '' } = await postedFields(pageContext, exchange)
  try {
    await ask(pageContext, exchange, await reader(pageContext, exchange), operations.report, {
      id: shortId,
      reason,
    })
    sendPage(pageContext, exchange, 200, reportedPage(pageContext.assets))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
    const errors = [{ field: 'reason', message: reportWords.writeFirst }]
    sendPage(pageContext, exchange, 422, reportPage({ ...propsOf(pageContext, shortId), errors }))
  }
}
