// The list of artifacts and the page of one, over HTTP: who sees what, and what each form does.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { jsonBody, openStage, type Stage } from '../../contract/stage.ts'
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

const facts = async (id: string, as: Member = stage.company.owner) =>
  (await stage.send('GET', `/v1/artifacts/${id}/metadata`, { as })).json as Record<string, unknown>

describe('the list', () => {
  test('is for those who are signed in; others sign in first and come back', async () => {
    const answer = await visitor(stage.url).open('/app?label=a%20b')
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, '/auth/sign-in?next=%2Fapp%3Flabel%3Da%2520b')
  })

  test('holds what the visitor can open, and nothing else', async () => {
    const open = await stage.publish({ name: 'For the company', visibility: 'company' })
    const hidden = await stage.publish({ name: 'For its owner', visibility: 'private' })
    for (const [who, ids] of [
      [owner, [open, hidden]],
      [visitor(stage.url, member), [open]],
      [visitor(stage.url, viewer), [open]],
    ] as const) {
      const { status, text } = await who.open('/app')
      assert.equal(status, 200)
      for (const id of [open, hidden])
        assert.equal(text.includes(`href="/${id}"`), ids.includes(id), `${id} of ${ids}`)
    }
  })

  test('searches, filters, sorts and goes on page by page', async () => {
    const company = await stage.service.organization()
    const as = company.owner
    for (let n = 1; n <= 27; n++)
      await stage.publish(
        { name: `Report ${String(n).padStart(2, '0')}`, visibility: 'company' },
        { as, text: `number${n}` },
      )
    await stage.publish({ name: 'Alone', visibility: 'public' }, { as, text: 'haystack' })
    const who = visitor(stage.url, company.owner)
    const names = (text: string) =>
      [...text.matchAll(/class="row-link"[^>]*><bdi[^>]*>([^<]*)/g)].map(([, name]) => name)
    assert.deepEqual(names((await who.open('/app?q=number7')).text), ['Report 07'])
    assert.match((await who.open('/app?q=nowhere')).text, /No pages match/)
    assert.deepEqual(names((await who.open('/app?visibility=public')).text), ['Alone'])
    const first = await who.open('/app?sort=name&owner=me&format=markdown&done=saved')
    assert.equal(names(first.text).length, 25)
    assert.equal(names(first.text)[0], 'Alone')
    const next = /href="([^"]*)" rel="next"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
    assert.match(next, /^\/app\?sort=name&owner=me&format=markdown&cursor=/)
    const second = await who.open(next)
    assert.deepEqual(names(second.text), ['Report 25', 'Report 26', 'Report 27'])
    assert.match(second.text, /href="\/app\?sort=name&amp;owner=me&amp;format=markdown">First page/)
  })

  test('holds what others shared on a page of its own', async () => {
    const id = await stage.publish({
      name: 'Shared by name',
      visibility: 'private',
      sharedWith: member.email,
    })
    const own = await stage.publish({ name: 'Of the member', visibility: 'company' }, { as: member })
    const { text } = await visitor(stage.url, member).open('/app/shared')
    assert.match(text, new RegExp(`href="/${id}"`))
    assert.doesNotMatch(text, new RegExp(`href="/${own}"`))
    assert.match((await owner.open('/app/shared')).text, /Nothing shared with you yet/)
  })

  test('moves what is selected to the trash, offers the way back, and leaves what is not theirs', async () => {
    const ids = [await stage.publish({}, { as: member }), await stage.publish({}, { as: member })]
    const foreign = await stage.publish({ visibility: 'company' })
    const who = visitor(stage.url, member)
    const selected = Object.fromEntries([...ids, foreign].map(id => [`page-${id}`, 'on']))
    const { headers } = await who.submit('/app/delete', selected)
    assert.equal(headers.location, `/app?trashed=${ids.join('+')}`)
    assert.match((await who.open(String(headers.location))).text, /2 pages moved to the trash/)
    for (const id of ids) assert.equal((await who.open(`/${id}`)).status, 404)
    assert.equal((await owner.open(`/${foreign}`)).status, 200)
    const back = await who.submit('/app/undelete', selected)
    assert.equal(back.headers.location, '/app?done=back')
    for (const id of ids) assert.equal((await who.open(`/${id}`)).status, 200)
    assert.equal((await who.submit('/app/delete')).status, 422)
  })

  test('comes back to the list with its filters from everything done with what is selected', async () => {
    const name = `Kept ${crypto.randomUUID()}`
    const id = await stage.publish({ name, visibility: 'private' }, { as: member })
    const who = visitor(stage.url, member)
    const list = '/app?owner=me&visibility=private&sort=name'
    const field = `name="list" value="${list.replaceAll('&', '&amp;')}"`
    assert.ok((await who.open(list)).text.includes(field), 'the bar knows its list')
    const selected = { [`page-${id}`]: 'on', list }
    const labelled = await who.submit('/app/labels', { ...selected, add: 'filed' })
    assert.equal(labelled.headers.location, `${list}&done=labelled`)
    const asked = await who.submit('/app/audience', { ...selected, audience: 'company' })
    assert.ok(asked.text.includes(field), 'the question keeps the list')
    assert.ok(asked.text.includes(`href="${list.replaceAll('&', '&amp;')}"`), 'Cancel leads to the list')
    const opened = await who.submit('/app/audience', {
      ...selected,
      audience: 'company',
      confirmed: 'company',
    })
    assert.equal(opened.headers.location, `${list}&done=opened`)
    const deleted = await who.submit('/app/delete', selected)
    assert.equal(deleted.headers.location, `${list}&trashed=${id}`)
    const { text } = await who.open(String(deleted.headers.location))
    assert.match(text, /Moved to the trash/)
    assert.ok(text.includes(field), 'Undo keeps the list')
    const back = await who.submit('/app/undelete', selected)
    assert.equal(back.headers.location, `${list}&done=back`)
    const elsewhere = { ...selected, add: 'x', list: '//elsewhere.example/app' }
    assert.equal((await who.submit('/app/labels', elsewhere)).headers.location, '/app?done=labelled')
    const other = { ...selected, add: 'x', list: '/app/account' }
    assert.equal((await who.submit('/app/labels', other)).headers.location, '/app?done=labelled')
  })

  test('labels what is selected: some are added, some taken off, the others stay', async () => {
    const one = await stage.publish({}, { as: member })
    const other = await stage.publish({}, { as: member })
    const foreign = await stage.publish({ visibility: 'company' })
    const who = visitor(stage.url, member)
    await who.submit('/app/labels', { [`page-${one}`]: 'on', add: 'old, kept' })
    await owner.submit('/app/labels', { [`page-${foreign}`]: 'on', add: 'old' })
    const selected = Object.fromEntries([one, other, foreign].map(id => [`page-${id}`, 'on']))
    const { headers } = await who.submit('/app/labels', { ...selected, add: 'new, newer', remove: 'old' })
    assert.equal(headers.location, '/app?done=labelled')
    const labels = async (id: string) => (await facts(id, member)).labels
    assert.deepEqual(await labels(one), ['kept', 'new', 'newer'])
    assert.deepEqual(await labels(other), ['new', 'newer'])
    assert.deepEqual(await labels(foreign), ['old'])
    assert.equal((await who.submit('/app/labels', selected)).status, 422)
    assert.equal((await who.submit('/app/labels', { add: 'new' })).status, 422)
    assert.equal((await who.submit('/app/labels', { ...selected, add: 'x'.repeat(201) })).status, 422)
  })

  test('opens what is selected once its owner has seen who gains and who loses access', async () => {
    const ids = [
      await stage.publish({ name: 'First of two', visibility: 'private' }, { as: member }),
      await stage.publish({ name: 'Second of two', visibility: 'private' }, { as: member }),
    ]
    const who = visitor(stage.url, member)
    const selected = Object.fromEntries(ids.map(id => [`page-${id}`, 'on']))
    const audience = async (id: string) => (await facts(id, member)).visibility
    const asked = await who.submit('/app/audience', { ...selected, audience: 'company' })
    assert.equal(asked.status, 200)
    assert.match(asked.text, /Open 2 pages to /)
    for (const said of [/First of two/, /Second of two/, /gains? access/]) assert.match(asked.text, said)
    for (const id of ids) assert.equal(await audience(id), 'private')
    const sent = { ...selected, audience: 'company', confirmed: 'company' }
    assert.equal((await who.submit('/app/audience', sent)).headers.location, '/app?done=opened')
    for (const id of ids) assert.equal(await audience(id), 'company')
    const same = await who.submit('/app/audience', { ...selected, audience: 'company' })
    assert.equal(same.headers.location, '/app?done=opened')
    const narrower = await who.submit('/app/audience', {
      ...selected,
      audience: 'private',
      confirmed: 'company',
    })
    assert.match(narrower.text, /Limit 2 pages to people added\?/)
    assert.match(narrower.text, /loses? access/)
    for (const id of ids) assert.equal(await audience(id), 'company')
    assert.equal((await who.submit('/app/audience', { ...selected, audience: 'all' })).status, 422)
  })

  test('takes no notice of filters it does not have', async () => {
    assert.equal((await owner.open('/app?visibility=everyone&sort=%00&owner=you')).status, 200)
    assert.equal((await owner.open('/app?cursor=forged')).status, 422)
  })

  test('shows the ways to publish to those who may', async () => {
    const isOffered = async (who: Visitor) => /<button[^>]* data-choose/.test((await who.open('/app')).text)
    assert.ok(await isOffered(owner))
    assert.ok(!(await isOffered(visitor(stage.url, viewer))))
  })
})

describe('the page of one', () => {
  test('that is missing, hidden, in the trash or of another company is the one missing page', async () => {
    const hidden = await stage.publish({ visibility: 'private' })
    const trashed = await stage.publish({ visibility: 'company' })
    await owner.submit(`/app/artifacts/${trashed}/delete`)
    const stranger = visitor(stage.url, (await stage.service.organization()).owner)
    const known = await stage.publish({ visibility: 'company' })
    const bare = (text: string) => text.replace(/nonce-[^']*/g, '')
    for (const [who, id] of [
      [visitor(stage.url, member), hidden],
      [visitor(stage.url, member), trashed],
      [visitor(stage.url, viewer), hidden],
      [stranger, known],
      [stranger, 'xx'],
    ] as const) {
      const answer = await who.open(`/app/artifacts/${id}`)
      const missing = await who.open('/app/artifacts/nothing111')
      assert.deepEqual([answer.status, missing.status], [404, 404], id)
      assert.equal(bare(answer.text), bare(missing.text))
    }
  })

  test('shows its forms to those who may use them, and the versions to those who may see them', async () => {
    const id = await stage.publish({ visibility: 'company' }, { version: 2 })
    const manages = (await owner.open(`/app/artifacts/${id}`)).text
    for (const part of ['sharing', 'settings', 'access', 'new-owner', 'delete'])
      assert.match(manages, new RegExp(`id="${part}"`))
    assert.match(manages, /Version history/)
    const edits = (await visitor(stage.url, member).open(`/app/artifacts/${id}`)).text
    assert.match(edits, /Version history/)
    assert.doesNotMatch(edits, /id="(sharing|settings|access|new-owner|delete)"/)
    const reads = (await visitor(stage.url, viewer).open(`/app/artifacts/${id}`)).text
    assert.doesNotMatch(reads, /id="(sharing|settings|access|new-owner|delete)"|Version history/)
    await stage.send('PATCH', `/v1/artifacts/${id}`, jsonBody({ historyVisible: true }))
    const sees = (await visitor(stage.url, viewer).open(`/app/artifacts/${id}`)).text
    assert.match(sees, /Version history/)
  })

  test('tells whether an address can open it', async () => {
    const id = await stage.publish({ visibility: 'company' })
    const ask = async (email: string) =>
      (await owner.open(`/app/artifacts/${id}?email=${encodeURIComponent(email)}`)).text
    assert.match(await ask(member.email), /can open this page.*Is a member of/s)
    assert.match(await ask('ben@elsewhere.example'), /cannot open this page.*neither named/s)
    assert.match(await ask('no address'), /id="email-error"/)
  })

  test('is handed to another member after it was shown what that does', async () => {
    const id = await stage.publish({ visibility: 'private' })
    const asked = await owner.submit(`/app/artifacts/${id}/owner`, { owner: member.email })
    assert.match(asked.text, /When you transfer the page:/)
    const confirmed = /name="confirmed" value="([^"]*)"/.exec(asked.text)![1]!
    const done = await owner.submit(`/app/artifacts/${id}/owner`, { owner: member.email, confirmed })
    assert.equal(done.headers.location, '/app?done=handed')
    assert.equal((await visitor(stage.url, member).open(`/app/artifacts/${id}`)).status, 200)
    const wrong = await visitor(stage.url, member).submit(`/app/artifacts/${id}/owner`, {
      owner: 'a@b.example',
    })
    assert.match(wrong.text, /id="owner-error"/)
  })

  test('is deleted by those who may', async () => {
    const id = await stage.publish({ visibility: 'company' })
    assert.equal((await visitor(stage.url, member).submit(`/app/artifacts/${id}/delete`)).status, 403)
    const done = await owner.submit(`/app/artifacts/${id}/delete`)
    assert.equal(done.headers.location, `/app?trashed=${id}`)
    assert.equal((await owner.open(`/${id}`)).status, 404)
  })
})

test('a form takes nothing from nobody, from guests, or from other sites', async () => {
  const id = await stage.publish({ visibility: 'company' })
  const guest = await guestSession(stage.service.context, 'guest@elsewhere.example')
  const forms: [string, Record<string, string>][] = [
    [`/app/artifacts/${id}/owner`, { owner: member.email }],
    [`/app/artifacts/${id}/versions/1/restore`, { base: '1' }],
    [`/app/artifacts/${id}/delete`, {}],
    ['/app/organization', { organizationId: stage.company.id }],
  ]
  for (const [path, fields] of forms)
    await stage.leavesNothing(async () => {
      assert.equal((await visitor(stage.url).submit(path, fields)).status, 401, path)
      const denied = (await visitor(stage.url, guest).submit(path, fields)).status
      assert.ok(denied === 401 || denied === 404, `${path} ${denied}`)
      for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }])
        assert.equal((await owner.submit(path, fields, headers as Record<string, string>)).status, 403, path)
    })
})

test('the session goes on in another organization under a new token', async () => {
  const other = await stage.service.organization()
  const both = await stage.company.join('member')
  await other.join('admin', both.email)
  const who = visitor(stage.url, both)
  assert.match((await who.open('/app')).text, new RegExp(`name="organizationId" value="${other.id}"`))
  const answer = await who.submit('/app/organization', { organizationId: other.id })
  assert.equal(answer.headers.location, '/app?done=switched')
  const [cookie] = String(answer.headers['set-cookie']).split(';')
  assert.equal((await who.open('/app')).status, 303, 'the old token has ended')
  const moved = await visitor(stage.url, { cookie: cookie! }).open('/app?done=switched')
  assert.match(moved.text, /You are in another organization now/)
  assert.match(moved.text, new RegExp(`${other.name}: change organization`))
  const back = await visitor(stage.url, { cookie: cookie! }).submit('/app/organization', {
    ...{ organizationId: stage.company.id, next: 'https://evil.example' },
  })
  assert.equal(back.headers.location, '/app?done=switched')
  assert.equal(
    (await visitor(stage.url, both).submit('/app/organization', { organizationId: other.id })).status,
    401,
  )
})
