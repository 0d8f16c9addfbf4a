// A small company: some pages, and a report of three versions whose comments its agent answers, as the pictures show it.
import type { Product } from '../test/support/product.ts'
import { proof } from '../test/support/world-rest.ts'

const table = `| Region | Revenue | Change |
| --- | ---: | ---: |
| North | 4.1 M | +18 % |
| South | 2.9 M | +6 % |
| West | 1.7 M | +9 % |`

const learned = `## What we learned

- Trials that begin with a call end in a sale twice as often.
- Half of the support time goes to imports.`

const versions = [
  { said: 'Revenue grew 12 %, and costs fell.', next: '', note: 'First draft' },
  {
    said: 'Revenue grew 12 %, and costs fell by 3 %.',
    next: 'A guided import, by November.',
    note: 'Costs, and what is next',
  },
  {
    said: 'Revenue grew 12 % after returns, and costs fell by 3 %.',
    next: 'A guided import, by November.',
    note: 'Says that returns are counted',
  },
].map(({ said, next, note }) => ({
  note,
  text: [`# Third-quarter results`, said, table, learned, ...(next ? ['## Next', next] : [])].join('\n\n'),
}))

const otherPages = ['Hiring plan', 'Import guide', 'Release notes of May', 'Pricing, second draft']

/** Words of the report by which a picture knows that it is shown. */
export const reportSays = 'Revenue grew 12 %'

/** Publishes everything as the owner's agent, and comments as the owner; answers the short ID of the report. */
export async function fillCompany({ url, cookie, key }: Product): Promise<string> {
  const owner = proof(url, { cookie })
  const agent = { ...proof(url, { key }), 'X-Actor-Name': 'Report agent' }

  async function send<T>(method: string, path: string, body: object, headers: object): Promise<T> {
    const isForm = body instanceof FormData
    const type = isForm ? {} : { 'Content-Type': 'application/json' }
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      body: isForm ? body : JSON.stringify(body),
      headers: { ...headers, ...type },
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const publish = (text: string, note = '') =>
    send<{ shortId: string }>('POST', '/artifacts', fileOf(text, note), agent)
  const comment = (id: string, body: object, as: object) =>
    send<{ id: string }>('POST', `/artifacts/${id}/comments`, body, as)
  const about = (exact: string) => ({ textQuote: { exact } })

  for (const title of otherPages) await publish(`# ${title}\n\nTo be written.\n`)
  const [first, second, third] = versions
  const { shortId } = await publish(first!.text, first!.note)
  const update = (base: number, { text, note }: (typeof versions)[number]) =>
    send('PUT', `/artifacts/${shortId}`, fileOf(text, note), { ...agent, 'If-Match': `"v${base}"` })
  await update(1, second!)
  const asked = { body: 'Is this before or after returns?', anchor: about(reportSays) }
  const { id: parentId } = await comment(shortId, asked, owner)
  await update(2, third!)
  await comment(shortId, { body: 'After returns. Version 3 says so.', parentId }, agent)
  await comment(shortId, { body: 'Who takes this on?', anchor: about('A guided import') }, owner)
  return shortId
}

function fileOf(text: string, note: string): FormData {
  const form = new FormData()
  form.set('file', new File([text], 'report.md'))
  form.set('note', note)
  return form
}
