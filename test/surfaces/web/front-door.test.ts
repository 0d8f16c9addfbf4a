// The front door over HTTP: publishing without an account by a form, what it says first, and the way back.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import { multipart, type Part, type Received, send } from '../../support/http.ts'
import { type Visitor, visitor } from './visitor.ts'

let stage: Stage
let nobody: Visitor

before(async () => {
  stage = await openStage()
  nobody = visitor(stage.url)
})

const own = { 'sec-fetch-site': 'same-origin' }

/** As a browser sends the form of the front door. */
function drop(parts: readonly Part[], headers: Record<string, string> = own): Promise<Received> {
  const body = multipart([...parts])
  return send(`${stage.url}/`, {
    method: 'POST',
    body: body.body,
    headers: { accept: 'text/html', ...body.headers, ...headers },
  })
}

const fileOf = (value: string, filename = 'plan.html'): Part => ({
  ...{ name: 'file', value, filename, type: 'text/html' },
})
const noFile: Part = { name: 'file', value: '', filename: '', type: 'application/octet-stream' }
const textOf = (value: string): Part => ({ name: 'text', value })

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!
const read = async (id: string) => send(`${stage.url}/v1/artifacts/${id}/content`)

test('the front door says who can open the page before a file is dropped, and leads to how it works', async () => {
  const { text } = await nobody.open('/')
  assert.match(text, /Anyone with the link can open it for 30 days/)
  assert.match(text, /<form method="post" action="\/" enctype="multipart\/form-data"/)
  assert.match(text, /curl -F file=@page\.html/)
  assert.match(text, /href="\/docs">How it works</)
  assert.equal((await nobody.open('/docs')).status, 200)
})

test('a dropped file is a page at once, byte by byte, with its claim link, and Undo takes it away', async () => {
  const bytes = '<!doctype html><title>A plan</title>\r\n<p>\u00e9</p>'
  const done = await drop([fileOf(bytes), textOf('')])
  assert.equal(done.status, 201, done.text)
  assert.match(done.text, /Anyone with the link can open “A plan” until/)
  assert.equal(done.headers['referrer-policy'], 'no-referrer')
  const [, code] = /\/claim\/([\w-]+)</.exec(done.text)!
  assert.match((await nobody.open(`/claim/${code}`)).text, /A plan/)
  const [shortId, editToken] = ['shortId', 'editToken'].map(name => hidden(done.text, name)) as [
    string,
    string,
  ]
  assert.equal((await read(shortId)).text, bytes)
  const wrong = await nobody.submit('/preview/remove', { shortId, editToken: `${editToken}x` })
  assert.equal(wrong.status, 401)
  const undone = await nobody.submit('/preview/remove', { shortId, editToken })
  assert.deepEqual([undone.status, undone.headers.location], [303, '/?done=undone'])
  assert.equal((await nobody.open(`/${shortId}`)).status, 404)
  assert.match((await nobody.open('/?done=undone')).text, /No one can open the page any more/)
})

test('a pasted text is what it looks like', async () => {
  for (const [text, format] of [
    ['<title>Pasted</title><h1>Words</h1>', 'html'],
    ['# Pasted\r\n\r\nWords', 'markdown'],
  ] as const) {
    const { text: page, status } = await drop([noFile, textOf(text)])
    assert.equal(status, 201, page)
    const facts = await send(`${stage.url}/v1/artifacts/${hidden(page, 'shortId')}/metadata`)
    assert.deepEqual([facts.json.format, facts.json.name], [format, 'Pasted'])
  }
})

test('what cannot be published is said at the front door in the words of the person', async () => {
  const cases: [Part[], number, RegExp][] = [
    [[noFile, textOf('')], 422, /Choose an HTML or Markdown file, or paste a text/],
    [[fileOf('<p>', 'a.html'), textOf('# Both')], 422, /not both/],
    [[fileOf('x', 'a.zip'), textOf('')], 422, /This is an archive/],
    [[{ name: 'file', value: '' }], 422, /Choose an HTML or Markdown file, or paste a text/],
    [[noFile, textOf('words '.repeat(200_000))], 413, /The text is too long to paste/],
  ]
  for (const [parts, status, words] of cases) {
    const answer = await drop(parts)
    assert.equal(answer.status, status, answer.text)
    const [, said = ''] = /class="error-summary"[^>]*>(.*?)<\/div>/s.exec(answer.text) ?? []
    assert.match(said, words)
    assert.doesNotMatch(said, /uploadId|parts?\b|fields?\b/)
    assert.match(answer.text, /Drop a file here/)
  }
  const nothing = await send(`${stage.url}/`, { method: 'POST', headers: { accept: 'text/html', ...own } })
  assert.match(nothing.text, /The form did not arrive whole\. Send it again/)
})

test('the form of another site publishes nothing at the front door', async () => {
  const answer = await drop([fileOf('<p>')], { 'sec-fetch-site': 'cross-site' })
  assert.deepEqual([answer.status, answer.text.includes('cross_site_request')], [403, true])
})
