// A report with three versions and an open question, as the pictures of the documentation show it.
import type { Product } from '../test/support/product.ts'

export const report = {
  name: 'Third-quarter results',
  quote: 'Revenue grew 12 %',
  versions: [
    '# Third-quarter results\n\nRevenue grew 12 %, and costs fell.\n\n| Region | Revenue | Change |\n| --- | ---: | ---: |\n| North | 4.1 M | +18 % |\n| South | 2.9 M | +6 % |\n| West | 1.7 M | +9 % |\n\n## What we learned\n\n- Trials that begin with a call end in a sale twice as often.\n- Half of the support time goes to imports.\n',
    '# Third-quarter results\n\nRevenue grew 12 %, and costs fell by 3 %.\n\n| Region | Revenue | Change |\n| --- | ---: | ---: |\n| North | 4.1 M | +18 % |\n| South | 2.9 M | +6 % |\n| West | 1.7 M | +9 % |\n\n## What we learned\n\n- Trials that begin with a call end in a sale twice as often.\n- Half of the support time goes to imports.\n\n## Next\n\nA guided import, by November.\n',
  ],
  others: ['Hiring plan', 'Import guide', 'Release notes of May', 'Pricing, second draft'],
  comment: 'Is this before or after returns?',
} as const

export function client({ url, key }: Product) {
  const send = async (method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const authorization = { Authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}${path}`, { method, body, headers: { ...authorization, ...headers } })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { shortId: string }
  }
  const file = (text: string, note = ''): FormData => {
    const form = new FormData()
    form.set('file', new File([text], 'report.md'))
    form.set('note', note)
    return form
  }
  return {
    /** Publishes everything; answers the short ID of the report. */
    async fill(): Promise<string> {
      for (const title of report.others)
        await send('POST', '/v1/artifacts', file(`# ${title}\n\nTo be written.\n`))
      const [first, second] = report.versions
      const { shortId } = await send('POST', '/v1/artifacts', file(first, 'First draft'))
      await send('PUT', `/v1/artifacts/${shortId}`, file(second, 'Costs, and what is next'), {
        'If-Match': '"v1"',
      })
      const anchor = { textQuote: { exact: report.quote, prefix: '', suffix: '' } }
      const thread = JSON.stringify({ body: report.comment, anchor })
      await send('POST', `/v1/artifacts/${shortId}/comments`, thread, { 'Content-Type': 'application/json' })
      return shortId
    },
  }
}
