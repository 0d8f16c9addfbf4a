// Editing in the browser by forms, over HTTP: what is saved, what clashes, and that no word is lost.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import { madeFor } from '../../support/dashboard.ts'
import { multipart, type Received, send } from '../../support/http.ts'
import type { Member } from '../../support/people.ts'
import { visitor } from './visitor.ts'

let stage: Stage
let ana: Member
let ben: Member

before(async () => {
  stage = await openStage()
  ana = await stage.company.join('member')
  ben = await stage.company.join('member')
})

/** What a browser sends: line breaks as CR LF. */
async function save(
  id: string,
  as: Member,
  { text = '', ...fields }: Record<string, string>,
  own: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Received> {
  const lines = text.replaceAll(/\r?\n/g, '\r\n')
  const sent = await madeFor(stage.url, as.session, { ...fields, text: lines })
  const parts = Object.entries(sent).map(([name, value]) => ({ name, value }))
  const { body, headers } = multipart(parts)
  return send(`${stage.url}/app/artifacts/${id}/edit`, {
    method: 'POST',
    body,
    headers: { accept: 'text/html', cookie: as.session.cookie, ...headers, ...own },
  })
}

const source = async (id: string): Promise<string> =>
  (await stage.send('GET', `/v1/artifacts/${id}/content`)).body.toString()

/** What the text field holds, as browsers read it. */
const held = (page: string): string =>
  /<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/
    .exec(page)![1]!
    .replaceAll('\r\n', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

const published = (text: string) => stage.publish({ visibility: 'company' }, { text })

describe('the editor', () => {
  test('[S16] [S37] a teammate edits a page in the browser and saves it as a new version at the same address', async () => {
    const id = await published('# Plan\n\nOne <b>&amp;\n')
    const form = await visitor(stage.url, ana).open(`/app/artifacts/${id}/edit`)
    assert.equal(form.status, 200)
    assert.match(form.text, /name="base" value="1"/)
    assert.equal(held(form.text), '# Plan\n\nOne <b>&amp;\n')
    const saved = await save(id, ana, { text: '# Plan\n\nTwo\n', base: '1', note: 'Counted on' })
    assert.equal(saved.headers.location, `/app/artifacts/${id}?done=edited`)
    assert.equal(await source(id), '# Plan\n\nTwo\n')
    const { data } = (await stage.send('GET', `/v1/artifacts/${id}/versions`)).json as {
      data: { version: number; note: string | null }[]
    }
    assert.deepEqual([data[0]!.version, data[0]!.note], [2, 'Counted on'])
  })

  test('gives back the text letter by letter: a first empty line, and the line breaks of Windows', async () => {
    for (const text of ['\n\n# Late\n', 'a\r\nb\r\n']) {
      const id = await published(text)
      const shown = held((await visitor(stage.url, ana).open(`/app/artifacts/${id}/edit`)).text)
      assert.equal((await save(id, ana, { text: shown, base: '1' })).status, 303)
      assert.equal(await source(id), text)
    }
  })

  test('acts in the organization its page was made for, or not at all', async () => {
    const id = await published('One')
    const other = await stage.service.organization()
    const form = await visitor(stage.url, ana).open(`/app/artifacts/${id}/edit`)
    const organization = /<form[^>]*\/edit"[^>]*><input[^>]* name="organization" value="([^"]+)"/.exec(
      form.text,
    )![1]!
    assert.equal(organization, stage.company.id)
    const moved = await other.join('member', ana.email)
    const refused = await save(id, moved, { text: 'Two', base: '1', organization })
    assert.equal(refused.status, 409)
    assert.match(refused.text, /went to .* in another window[\s\S]*organization_changed/)
    assert.equal(await source(id), 'One')
    assert.equal((await save(id, ana, { text: 'Two', base: '1', organization })).status, 303)
  })

  test('is for those who may edit: readers are told, others find nothing, forms of other sites are refused', async () => {
    const id = await published('text')
    const hidden = await stage.publish({ visibility: 'private' })
    const viewer = await stage.company.join('viewer')
    const stranger = (await stage.service.organization()).owner
    for (const [who, at, status] of [
      [viewer, id, 403],
      [stranger, id, 404],
      [ana, hidden, 404],
    ] as const) {
      assert.equal((await visitor(stage.url, who).open(`/app/artifacts/${at}/edit`)).status, status)
      assert.equal((await save(at, who, { text: 'mine', base: '1' })).status, status)
    }
    const foreign = await save(id, ana, { text: 'mine', base: '1' }, { 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403)
    assert.equal(await source(id), 'text')
    const about = (await visitor(stage.url, ana).open(`/app/artifacts/${id}`)).text
    assert.match(about, new RegExp(`href="/app/artifacts/${id}/edit"`))
  })

  test('keeps what was typed where it cannot be saved', async () => {
    const id = await published('text')
    for (const base of ['', '0', 'v1', '1e9', '-1']) {
      const answer = await save(id, ana, { text: 'typed words', base, note: 'why' })
      assert.ok(answer.status >= 400 && answer.status < 500, `${base}: ${answer.status}`)
      assert.equal(held(answer.text), 'typed words')
    }
    const empty = await save(id, ana, { text: '', base: '1', note: 'kept note' })
    assert.equal(empty.status, 422)
    assert.match(empty.text, /value="kept note"/)
    assert.equal(await source(id), 'text')
  })

  test('leads those whose file is too large for a form to download it', async () => {
    const id = await published('x'.repeat(900_001))
    const page = await visitor(stage.url, ana).open(`/app/artifacts/${id}/edit`)
    assert.match(page.text, /too large to edit here/)
    assert.doesNotMatch(page.text, /<textarea/)
  })
})

describe('two people at once', () => {
  const text = 'top\n\nmiddle\n\nend\n'

  async function race(mine: string) {
    const id = await published(text)
    await save(id, ben, { text: text.replace('middle', 'theirs'), base: '1' })
    return { id, answer: await save(id, ana, { text: mine, base: '1', note: 'mine' }) }
  }

  test('changes in different places are both kept', async () => {
    const { id, answer } = await race(text.replace('end', 'mine'))
    assert.equal(answer.headers.location, `/app/artifacts/${id}?done=merged`)
    assert.equal(await source(id), 'top\n\ntheirs\n\nmine\n')
  })

  test('a clash shows both sides and my whole text, and each choice does what it says', async () => {
    for (const [choice, middle] of [
      ['mine', 'mine'],
      ['theirs', 'theirs'],
      ['both', 'theirs\n\nmine'],
    ] as const) {
      const mine = 'first\n\nmine\n\nend\n'
      const { id, answer } = await race(mine)
      assert.equal(answer.status, 412)
      assert.match(answer.text, /Version 2 was saved while you were editing version 1/)
      assert.match(answer.text, /formaction="\/app\/new"/)
      assert.equal(held(answer.text), mine)
      const sent = { text: mine, base: '1', theirs: '2' }
      const unchosen = await save(id, ana, { ...sent, step: 'settle' })
      assert.equal(unchosen.status, 422)
      assert.equal(held(unchosen.text), mine)
      const composed = await save(id, ana, { ...sent, step: 'compose', 'choice-0': choice })
      assert.match(composed.text, /name="base" value="2"/)
      assert.equal(held(composed.text), `first\n\n${middle}\n\nend\n`)
      assert.equal(await source(id), 'top\n\ntheirs\n\nend\n')
      assert.equal((await save(id, ana, { ...sent, step: 'settle', 'choice-0': choice })).status, 303)
      assert.equal(await source(id), `first\n\n${middle}\n\nend\n`)
    }
  })

  test('a third version saved while one chooses is not overwritten', async () => {
    const mine = text.replace('middle', 'mine')
    const { id } = await race(mine)
    await save(id, ben, { text: text.replace('middle', 'theirs again'), base: '2' })
    const late = await save(id, ana, { text: mine, base: '1', theirs: '2', 'choice-0': 'mine' })
    assert.equal(late.status, 412)
    assert.match(late.text, /name="theirs" value="3"/)
    assert.equal(held(late.text), mine)
    assert.equal(await source(id), text.replace('middle', 'theirs again'))
  })

  test('a version that never was clashes as a whole, and my text is still there', async () => {
    const { id } = await race(text)
    const answer = await save(id, ana, { text: 'my words', base: '1', theirs: '99', 'choice-0': 'mine' })
    assert.equal(answer.status, 422)
    assert.equal(held(answer.text), 'my words')
  })
})
