// Publishing by a form, the trash and the way back, over HTTP.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import { madeFor } from '../../support/dashboard.ts'
import { multipart, type Part, type Received, send } from '../../support/http.ts'
import type { Company, Member } from '../../support/people.ts'
import { type Visitor, visitor } from './visitor.ts'

let stage: Stage
let owner: Visitor

before(async () => {
  stage = await openStage()
  owner = visitor(stage.url, stage.company.owner)
})

interface Form {
  as?: Member
  file?: { name: string; bytes: string | Uint8Array }
  headers?: Record<string, string>
}

/** What a browser sends: also where no file was chosen there is a part for it, without a name and empty. */
async function publish(fields: Record<string, string>, form: Form = {}): Promise<Received> {
  const { as = stage.company.owner, file, headers = { 'sec-fetch-site': 'same-origin' } } = form
  const part: Part = file
    ? { name: 'file', value: file.bytes, filename: file.name, type: 'text/html' }
    : { name: 'file', value: '', filename: '', type: 'application/octet-stream' }
  const sent = await madeFor(stage.url, as.session, fields)
  const parts = [part, ...Object.entries(sent).map(([name, value]) => ({ name, value }))]
  const body = multipart(parts)
  return send(`${stage.url}/app/new`, {
    method: 'POST',
    body: body.body,
    headers: { accept: 'text/html', cookie: as.session.cookie, ...body.headers, ...headers },
  })
}

async function made(answer: Received) {
  assert.equal(answer.status, 303, answer.text)
  const [, id, done] = /^\/(\w{10})\?done=(\w+)$/.exec(String(answer.headers.location)) ?? []
  const facts = (await stage.send('GET', `/v1/artifacts/${id}/metadata`)).json
  const content = (await stage.send('GET', `/v1/artifacts/${id}/content`)).body
  return { id: id!, done, facts, content }
}

describe('publishing by a form', () => {
  test('takes a file, byte by byte, and leads to its address', async () => {
    const bytes = '<!doctype html><title>A plan</title>\r\n<p>\u00e9\u200b</p>'
    const { id, done, facts, content } = await made(
      await publish(
        { text: '', name: '', visibility: 'company', sharedWith: '' },
        { file: { name: 'a.html', bytes } },
      ),
    )
    assert.equal(done, 'published')
    assert.equal(content.toString(), bytes)
    assert.equal(facts.name, 'A plan')
    assert.equal(facts.visibility, 'company')
    const page = await owner.open(`/${id}?done=published`)
    assert.match(page.text, new RegExp(`data-copy="${stage.url}/${id}"`))
  })

  test('takes a pasted text for what it looks like, or for what was said', async () => {
    const markdown = await made(
      await publish({ text: '# Title\r\n\r\nText', format: 'auto', visibility: 'private' }),
    )
    assert.equal(markdown.content.toString(), '# Title\n\nText')
    assert.deepEqual([markdown.facts.format, markdown.facts.name], ['markdown', 'Title'])
    const html = await made(await publish({ text: '<h1>Title</h1>', format: 'auto', visibility: 'private' }))
    assert.equal(html.facts.format, 'html')
    const said = await made(await publish({ text: '<b>Bold</b>', format: 'markdown', visibility: 'private' }))
    assert.equal(said.facts.format, 'markdown')
  })

  test('takes name, look and named people', async () => {
    const fields = {
      name: 'Called so',
      theme: 'paper',
      visibility: 'private',
      sharedWith: 'Ben@elsewhere.example,\nana@b.example',
    }
    const { facts } = await made(await publish({ text: 'x', ...fields }))
    const { name, theme, sharedWith } = facts
    assert.deepEqual(
      { name, theme, sharedWith },
      { name: 'Called so', theme: 'paper', sharedWith: ['ana@b.example', 'ben@elsewhere.example'] },
    )
  })

  test('warns where the file contains a key that works', async () => {
    const { key } = stage.company.owner
    const { done, id } = await made(await publish({ text: `key ${key}`, visibility: 'private' }))
    assert.equal(done, 'warned')
    assert.match((await owner.open(`/${id}?done=warned`)).text, /API key of this server/)
    const open = await publish({ text: `key ${key}`, visibility: 'public' })
    assert.match(open.text, /id="file-error"/)
  })

  test('says at the field what is wrong, keeps the text letter by letter, and leaves nothing', async () => {
    const text = '</textarea><script>alert(1)</script>\t\u202e\u200b "quoted" & more'
    const cases: [field: string, answer: () => Promise<Received>, status: number][] = [
      ['file', () => publish({ visibility: 'private' }), 422],
      [
        'file',
        () => publish({ visibility: 'private' }, { file: { name: 'a.zip', bytes: 'PK\u0003\u0004' } }),
        422,
      ],
      ['file', () => publish({ visibility: 'private' }, { file: { name: 'a.png', bytes: 'x' } }), 415],
      ['file', () => publish({ visibility: 'private' }, { file: { name: 'a.html', bytes: '' } }), 422],
      [
        'file',
        () => publish({ visibility: 'private' }, { file: { name: 'a.html', bytes: Buffer.from([0xff]) } }),
        422,
      ],
      ['text', () => publish({ visibility: 'private', text }, { file: { name: 'a.html', bytes: 'x' } }), 422],
      ['sharedWith', () => publish({ visibility: 'private', text, sharedWith: 'nobody' }), 422],
      ['name', () => publish({ visibility: 'private', text, name: '\u200b\u200c' }), 422],
      ['visibility', () => publish({ visibility: 'everybody', text }), 422],
      ['theme', () => publish({ visibility: 'private', text, theme: 'none' }), 422],
    ]
    for (const [field, answer, status] of cases)
      await stage.leavesNothing(async () => {
        const { status: found, text: html } = await answer()
        assert.equal(found, status, `${field}: ${html.slice(0, 2000)}`)
        assert.match(html, new RegExp(`href="#${field}"`), field)
        assert.doesNotMatch(html, /<script>alert/)
      })
    const again = await publish({ visibility: 'private', text, sharedWith: 'nobody' })
    // HTML drops the line break after the opening tag.
    const held = /<textarea[^>]*id="text"[^>]*>\n([\s\S]*?)<\/textarea>/.exec(again.text)![1]!
    const decoded = held
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    assert.equal(decoded, text)
  })

  test('asks for a file in the words of the form, not of the API', async () => {
    const { status, text } = await publish({ visibility: 'private' })
    assert.equal(status, 422)
    assert.match(text, /href="#file"[^>]*>Choose a file first, or paste a text</)
    assert.doesNotMatch(text, /uploadId|the part/)
  })

  test('keeps to the size and the count of the plan', async () => {
    const free = await stage.service.organization('free')
    const large = await publish(
      { visibility: 'public' },
      { as: free.owner, file: { name: 'a.html', bytes: Buffer.alloc(10_485_761, 97) } },
    )
    assert.equal(large.status, 413)
    assert.match(large.text, /href="#file"/)
    for (let n = 0; n < 3; n++)
      assert.equal((await publish({ visibility: 'private', text: 'x' }, { as: free.owner })).status, 303)
    const fourth = await publish({ visibility: 'private', text: 'x' }, { as: free.owner })
    assert.equal(fourth.status, 403)
    assert.match(fourth.text, /href="#visibility"[\s\S]*move to/)
  })

  test('is for members, and only from our own pages', async () => {
    const viewer = await stage.company.join('viewer')
    assert.equal((await visitor(stage.url).open('/app/new')).status, 303)
    assert.equal((await visitor(stage.url, viewer).open('/app/new')).status, 404)
    assert.equal((await visitor(stage.url, await stage.company.join('member')).open('/app/new')).status, 200)
    await stage.leavesNothing(async () => {
      assert.equal((await publish({ text: 'x', visibility: 'private' }, { as: viewer })).status, 404)
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }])
        assert.equal(
          (await publish({ text: 'x' }, { headers: headers as Record<string, string> })).status,
          403,
        )
    })
  })
})

describe('the trash', () => {
  let company: Company
  let who: Visitor

  before(async () => {
    company = await stage.service.organization('free')
    who = visitor(stage.url, company.owner)
  })

  test('says until when, and brings back', async () => {
    const id = await stage.publish({ name: 'Thrown away', visibility: 'company' }, { as: company.owner })
    assert.match((await who.open('/app/trash')).text, /The trash is empty/)
    await who.submit(`/app/artifacts/${id}/delete`)
    const { text } = await who.open('/app/trash')
    assert.match(text, /Thrown away[\s\S]*in 30 days/)
    const back = await who.submit(`/app/trash/${id}/undelete`)
    assert.equal(back.headers.location, '/app/trash?done=back')
    assert.equal((await who.open(`/app/artifacts/${id}`)).status, 200)
    assert.match((await who.open('/app/trash')).text, /The trash is empty/)
  })

  test('says why something cannot come back', async () => {
    const id = await stage.publish({ visibility: 'private' }, { as: company.owner })
    await who.submit(`/app/artifacts/${id}/delete`)
    for (let n = 0; n < 2; n++) await stage.publish({ visibility: 'private' }, { as: company.owner })
    const refused = await who.submit(`/app/trash/${id}/undelete`)
    assert.equal(refused.status, 403)
    assert.match(refused.text, /error-summary[\s\S]*Make one public/)
  })

  test('shows and gives back only what the visitor may delete', async () => {
    const id = await stage.publish({ name: 'Of the owner', visibility: 'public' }, { as: company.owner })
    await who.submit(`/app/artifacts/${id}/delete`)
    const member = visitor(stage.url, await company.join('member'))
    assert.doesNotMatch((await member.open('/app/trash')).text, /Of the owner/)
    assert.equal((await member.submit(`/app/trash/${id}/undelete`)).status, 404)
    assert.equal((await visitor(stage.url, await company.join('viewer')).open('/app/trash')).status, 404)
    assert.equal((await visitor(stage.url).open('/app/trash')).status, 303)
  })
})
