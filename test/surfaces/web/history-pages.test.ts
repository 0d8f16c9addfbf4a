// The history of an artifact over HTTP: who sees it, what it tells, and the way back to an old version.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import { guestSession, type Member } from '../../support/people.ts'
import { type Visitor, visitor } from './visitor.ts'

let stage: Stage
let owner: Visitor
let member: Member
let viewer: Member

before(async () => {
  stage = await openStage()
  owner = visitor(stage.url, stage.company.owner)
  member = await stage.company.join('member')
  viewer = await stage.company.join('viewer')
})

const facts = async (id: string) =>
  (await stage.send('GET', `/v1/artifacts/${id}/metadata`)).json as Record<string, unknown>

const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('the history', () => {
  test('is for those who may edit, for readers where it is shown to them, and else the one missing page', async () => {
    const id = await stage.publish({ visibility: 'private' }, { version: 2 })
    const email = 'gus@elsewhere.example'
    const guest = visitor(stage.url, await guestSession(stage.service.context, email))
    const sharing = json({ visibility: 'company', sharedWith: [email] })
    assert.equal((await stage.send('PATCH', `/v1/artifacts/${id}`, sharing)).status, 200)
    const path = `/app/artifacts/${id}/history`
    const readers = [visitor(stage.url, viewer), guest]
    const stranger = visitor(stage.url, (await stage.service.organization()).owner)
    const bare = (text: string) => text.replace(/nonce-[^']*/g, '')
    for (const who of [...readers, stranger]) {
      const missing = bare((await who.open('/app/artifacts/nothing111/history')).text)
      const answer = await who.open(path)
      assert.deepEqual([answer.status, bare(answer.text)], [404, missing])
    }
    assert.equal((await visitor(stage.url, member).open(path)).status, 200)
    assert.equal((await visitor(stage.url).open(path)).headers.location?.startsWith('/auth/sign-in?'), true)
    const shown = await owner.submit(path, { historyVisible: 'on' })
    assert.equal(shown.headers.location, `${path}?done=shown`)
    for (const who of readers) {
      const { status, text } = await who.open(path)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /\/restore"|name="historyVisible"/)
    }
    assert.equal((await stranger.open(path)).status, 404)
    assert.equal((await owner.submit(path)).headers.location, `${path}?done=hidden`)
    for (const who of readers) assert.equal((await who.open(path)).status, 404)
  })

  test('tells who saved what for whom, with which note, how its size changed, and what can be done', async () => {
    const id = await stage.publish({ name: 'Plan', visibility: 'company' }, { text: 'a'.repeat(100) })
    const edits = json({
      edits: [{ oldText: 'a'.repeat(100), newText: 'b'.repeat(40) }],
      note: 'Shorter <now>',
    })
    const agent = { 'if-match': '"v1"', 'x-actor-type': 'agent', 'x-actor-name': 'Scribe' }
    const sent = { ...edits, headers: { ...edits.headers, ...agent } }
    assert.equal((await stage.send('POST', `/v1/artifacts/${id}/edits`, sent)).status, 200)
    const { text } = await owner.open(`/app/artifacts/${id}/history`)
    const words = text.replace(/<[^>]*>/g, '')
    assert.match(words, /Scribe for /)
    assert.ok(words.includes(`Scribe for ${stage.company.owner.name}`))
    assert.match(words, /Shorter &lt;now>/)
    assert.match(words, /−60 bytes/)
    const old = (await owner.open(`/app/artifacts/${id}/history?version=1`)).text
    for (const address of [
      `href="/${id}@1"`,
      `href="/app/artifacts/${id}/history?version=2"`,
      `data-copy="${stage.url}/${id}@1"`,
      `href="/${id}/content?version=1"`,
      `action="/app/artifacts/${id}/versions/1/restore"`,
    ])
      assert.ok(old.includes(address), address)
    assert.ok(!text.includes('versions/2/restore'), 'the current version is not restored')
    assert.ok((await owner.open(`/${id}`)).text.includes(`href="/app/artifacts/${id}/history"`))
    const reader = await visitor(stage.url, viewer).open(`/${id}`)
    assert.ok(!reader.text.includes('/history'))
  })

  test('lists the threads that each version answered to those who see comments', async () => {
    const id = await stage.publish({ visibility: 'company' })
    const comment = (body: string) => stage.send('POST', `/v1/artifacts/${id}/comments`, json({ body }))
    const first = (await comment('# What of\n\nthe **<king>**, [they](https://ask.example) ask?')).json.id
    await comment('Still open')
    const changed = json({ edits: [{ oldText: 'text', newText: 'other text' }] })
    const sent = { ...changed, headers: { ...changed.headers, 'if-match': '"v1"' } }
    await stage.send('POST', `/v1/artifacts/${id}/edits`, sent)
    await stage.send('POST', `/v1/comments/${first}/resolve`, json({}))
    const path = `/app/artifacts/${id}/history`
    const { text } = await owner.open(path)
    assert.match(text, /1 comment answered<\/summary>/)
    assert.ok(text.includes(`href="/${id}?thread=${first}"`))
    assert.match(text, /<strong>What of<\/strong> the <strong>&lt;king><\/strong>, they ask\?/)
    assert.ok(text.indexOf('answered</summary>') < text.indexOf(`version=1"`), 'it stands at version 2')
    assert.doesNotMatch(text, /Still open/)
    const email = 'una@elsewhere.example'
    const opened = json({ historyVisible: true, sharedWith: [email] })
    assert.equal((await stage.send('PATCH', `/v1/artifacts/${id}`, opened)).status, 200)
    const guest = visitor(stage.url, await guestSession(stage.service.context, email))
    const seen = await guest.open(path)
    assert.equal(seen.status, 200)
    assert.doesNotMatch(seen.text, /answered|king/)
  })

  test('goes on page by page, with the size before the oldest one shown', async () => {
    const id = await stage.publish({ visibility: 'company' }, { version: 22 })
    const first = await owner.open(`/app/artifacts/${id}/history`)
    const versions = (text: string) =>
      [...text.matchAll(/history\?version=(\d+)"/g)].map(([, n]) => Number(n))
    assert.deepEqual(
      versions(first.text),
      [...Array(20)].map((_, index) => 22 - index),
    )
    const next = /href="([^"]*)" rel="next"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
    assert.deepEqual(versions((await owner.open(next)).text), [2, 1])
  })

  test('leads back to an old version, unless there is a newer one than was looked at', async () => {
    const id = await stage.publish({ visibility: 'company' }, { version: 3 })
    const who = visitor(stage.url, member)
    const restore = (n: number, base: string) =>
      who.submit(`/app/artifacts/${id}/versions/${n}/restore`, { base })
    const stale = await restore(1, '2')
    assert.equal(stale.status, 412)
    assert.match(stale.text, /error-summary.*Version 3 was saved by/s)
    assert.equal((await restore(1, '3')).headers.location, `/app/artifacts/${id}/history?done=restored`)
    assert.equal((await facts(id)).version, 4)
    assert.equal((await stage.send('GET', `/v1/artifacts/${id}/content`)).text, 'text')
    const { text } = await who.open(`/app/artifacts/${id}/history?done=restored`)
    assert.match(text, /Version 1 restored as version 4/)
    assert.ok(text.includes(`action="/app/artifacts/${id}/versions/3/restore"`), 'the way back')
    assert.match(text, /Restored from v1/)
    const barred = visitor(stage.url, viewer)
    const refused = await barred.submit(`/app/artifacts/${id}/versions/1/restore`, { base: '4' })
    assert.equal(refused.status, 404)
    assert.equal((await restore(99, '4')).status, 404)
    assert.equal((await facts(id)).version, 4)
  })
})

describe('two versions compared', () => {
  const edited = async (id: string, version: number, oldText: string, newText: string) => {
    const change = json({ edits: [{ oldText, newText }] })
    const sent = { ...change, headers: { ...change.headers, 'if-match': `"v${version}"` } }
    assert.equal((await stage.send('POST', `/v1/artifacts/${id}/edits`, sent)).status, 200)
  }
  const compared = (id: string, query = '', who = owner) =>
    who.open(`/app/artifacts/${id}/compare?view=split${query.replace('?', '&')}`)
  const bare = (text: string) => text.replace(/<[^>]*>/g, '')

  test('show what went and what came, word by word, the rest folded, and the threads that were answered', async () => {
    const text = `# Plan\n\n${'Same.\n\n'.repeat(20)}The budget is 42 <b>crowns</b>.\n`
    const id = await stage.publish({ visibility: 'company' }, { text })
    const thread = (await stage.send('POST', `/v1/artifacts/${id}/comments`, json({ body: 'Too much?' })))
      .json
    await edited(id, 1, '42', '41')
    await stage.send('POST', `/v1/comments/${thread.id}/resolve`, json({}))
    const { status, text: page } = await compared(id)
    assert.equal(status, 200)
    assert.match(page, /<del>42<\/del> &lt;b>crowns/)
    assert.match(page, /<ins>41<\/ins>/)
    assert.match(page, /<summary>\d+ unchanged lines<\/summary>/)
    assert.match(bare(page), /1 change: 1 line removed, 1 line added\./)
    assert.ok(page.includes(`href="/${id}?thread=${thread.id}"`))
    assert.doesNotMatch((await compared(id, '?from=2&to=1')).text, /thread=/)
  })

  test('are any two, the last two where none are named, and the same one without a change', async () => {
    const id = await stage.publish({ visibility: 'company' }, { text: 'one', version: 3 })
    const both = async (query?: string) =>
      /Changes of the source from version \d+ to version \d+/.exec((await compared(id, query)).text)?.[0]
    assert.match((await both())!, /from version 2 to version 3/)
    assert.match((await both('?from=1&to=3'))!, /from version 1 to version 3/)
    assert.match((await both('?from=x&version=2'))!, /from version 1 to version 2/)
    assert.match((await compared(id, '?from=3&to=3')).text, /Pick two different versions/)
    assert.equal((await compared(id, '?from=1&to=9')).status, 404)
  })

  test('are for those who see the history, also where both are the current one', async () => {
    const id = await stage.publish({ visibility: 'company' }, { version: 2 })
    const reader = visitor(stage.url, viewer)
    for (const query of ['', '?from=2&to=2', '?from=1&to=2'])
      assert.equal((await compared(id, query, reader)).status, 404)
    await owner.submit(`/app/artifacts/${id}/history`, { historyVisible: 'on' })
    assert.equal((await compared(id, '', reader)).status, 200)
  })

  test('do not hold the server up, and are kindly refused, where they are very large', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => `line ${n} of a long file`).join('\n')
    const id = await stage.publish({ visibility: 'company' }, { text: lines, version: 2 })
    const large = await compared(id)
    assert.equal(large.status, 200)
    assert.ok(large.text.length < 600_000, `${large.text.length}`)
    assert.match(large.text, /<span class="left">|unchanged lines/)
    const huge = await stage.publish({ visibility: 'company' }, { text: 'x\n'.repeat(5_300_000), version: 2 })
    const { status, text } = await compared(huge)
    assert.equal(status, 200)
    assert.match(text, /above 10 MB are not compared here/)
    assert.ok(text.includes(`href="/${huge}/content?version=1"`))
  })

  test('write out marks that cannot be seen', async () => {
    const id = await stage.publish({ visibility: 'company' }, { text: 'if (admin) {}' })
    await edited(id, 1, 'admin', 'admin\u202e')
    assert.match((await compared(id)).text, /<ins>⟨U\+202E⟩<\/ins>/)
  })
})
