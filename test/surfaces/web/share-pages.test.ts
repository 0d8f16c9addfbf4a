// Sharing over HTTP: who may, what is shown before anything changes, and what becomes of the comments.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import type { Member } from '../../support/people.ts'
import { type Visitor, visitor } from './visitor.ts'

let stage: Stage
let owner: Visitor
let member: Member

before(async () => {
  stage = await openStage()
  owner = visitor(stage.url, stage.company.owner)
  member = await stage.company.join('member', 'mia@acme.example')
})

const facts = async (id: string) =>
  (await stage.send('GET', `/v1/artifacts/${id}/metadata`)).json as {
    visibility: string
    sharedWith: string[]
    comments: string
  }

const path = (id: string) => `/app/artifacts/${id}/share`

/** The fields of the question that came back, as a browser would send them with its answer. */
function questionIn(text: string): Record<string, string> {
  const form = /<form method="post"[^>]*data-question.*?<\/form>/s.exec(text)![0]
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const checked = [...form.matchAll(/<input type="radio" name="(\w+)" value="(\w+)" checked/g)]
  return Object.fromEntries(
    [...hidden, ...checked].map(([, name, value]) => [name!, value!.replaceAll('&quot;', '"')]),
  )
}

test('the page is for those who may share, and for everybody else it is missing', async () => {
  const id = await stage.publish({ visibility: 'company' })
  assert.equal((await owner.open(path(id))).status, 200)
  assert.match((await owner.open(`/${id}`)).text, /data-share/)
  const reads = visitor(stage.url, member)
  assert.equal((await reads.open(path(id))).status, 404)
  assert.equal((await reads.submit(path(id), { visibility: 'public', step: 'audience' })).status, 404)
  assert.doesNotMatch((await reads.open(`/${id}`)).text, /data-share/)
  assert.equal((await facts(id)).visibility, 'company')
})

test('several addresses are invited at once, each with the link and the note, and outsiders are told from members', async () => {
  const id = await stage.publish({ visibility: 'private' })
  const add = 'Mia@acme.example, ben@elsewhere.example;una@elsewhere.example'
  const saved = await owner.submit(path(id), { add, message: 'For you to read.', step: 'invite' })
  assert.equal(saved.headers.location, `${path(id)}?done=invited`)
  const { sharedWith, comments } = await facts(id)
  assert.deepEqual(sharedWith, ['ben@elsewhere.example', 'mia@acme.example', 'una@elsewhere.example'])
  assert.equal(comments, 'internal')
  const { text } = await owner.open(`${path(id)}?done=invited`)
  assert.match(
    text,
    /data-said="Invited\. The link is on its way by email\. The owner and 3 people added can/,
  )
  assert.equal(text.match(/<span>Outside<\/span>/g)?.length, 2)
  assert.match(text.replace(/<[^>]*>/g, ' '), /Can edit/)
  const [letter] = await stage.service.mail.wait('una@elsewhere.example', 1)
  for (const part of [`${stage.url}/${id}`, '> For you to read.'])
    assert.ok(letter!.text.includes(part), letter!.text)
})

test('who reads the comments is chosen once people from outside have access, and stays until it is changed', async () => {
  const id = await stage.publish({ visibility: 'private' })
  assert.doesNotMatch((await owner.open(path(id))).text, /Who can read the comments/)
  await owner.submit(path(id), { add: 'ben@elsewhere.example', step: 'invite' })
  assert.match((await owner.open(path(id))).text, /Who can read the comments\?.*value="internal" selected/s)
  await owner.submit(path(id), { comments: 'shared', step: 'comments' })
  assert.equal((await facts(id)).comments, 'shared')
  await owner.submit(path(id), { add: 'zoe@elsewhere.example', step: 'invite' })
  assert.equal((await facts(id)).comments, 'shared')
})

test('the first person from outside does not read what members wrote before', async () => {
  const id = await stage.publish({ visibility: 'company' })
  await owner.submit(path(id), { comments: 'shared', step: 'comments' })
  await owner.submit(path(id), { add: 'ben@elsewhere.example', step: 'invite' })
  assert.equal((await facts(id)).comments, 'internal')
})

test('what takes access away asks once, and asks again where the change became another', async () => {
  const id = await stage.publish({ visibility: 'company' })
  const asked = await owner.submit(path(id), { visibility: 'private', step: 'audience' })
  assert.equal(asked.status, 200)
  assert.match(asked.text, /1 person loses access/)
  assert.match(asked.text, /Limit to people added/)
  assert.equal((await facts(id)).visibility, 'company')
  const answer = questionIn(asked.text)
  await owner.submit(path(id), { add: 'zoe@elsewhere.example', step: 'invite' })
  const again = await owner.submit(path(id), answer)
  assert.equal(again.status, 200)
  assert.equal((await facts(id)).visibility, 'company')
  assert.equal((await owner.submit(path(id), questionIn(again.text))).status, 303)
  assert.equal((await facts(id)).visibility, 'private')
  assert.deepEqual((await facts(id)).sharedWith, ['zoe@elsewhere.example'])
})

test('somebody is removed after it was said who loses access, and at once where nobody does', async () => {
  const sharedWith = 'ben@elsewhere.example'
  const id = await stage.publish({ visibility: 'private', sharedWith })
  const asked = await owner.submit(path(id), { visibility: 'private', remove: sharedWith })
  assert.match(asked.text.replace(/<[^>]*>/g, ''), /1 person loses access.*ben@elsewhere\.example/s)
  assert.deepEqual((await facts(id)).sharedWith, [sharedWith])
  assert.equal((await owner.submit(path(id), questionIn(asked.text))).status, 303)
  assert.deepEqual((await facts(id)).sharedWith, [])
  const open = await stage.publish({ visibility: 'company', sharedWith: member.email })
  const removed = await owner.submit(path(open), { visibility: 'company', remove: member.email })
  assert.equal(removed.status, 303)
  assert.deepEqual((await facts(open)).sharedWith, [])
})

test('who opens a page to anyone says who can read the comments', async () => {
  const id = await stage.publish({ visibility: 'company' })
  const asked = await owner.submit(path(id), { visibility: 'public', step: 'audience' })
  assert.match(asked.text, /Everyone with the link gains access/)
  assert.match(asked.text, /Open to anyone/)
  const answer = { ...questionIn(asked.text), comments: 'shared' }
  assert.equal((await owner.submit(path(id), answer)).status, 303)
  assert.deepEqual([(await facts(id)).visibility, (await facts(id)).comments], ['public', 'shared'])
  const done = await owner.open(`${path(id)}?done=shared`)
  assert.match(done.text, /data-said="Saved\. Anyone with the link can open this page\."/)
  assert.match(done.text, /<svg class="qr"/)
})

test('a mistyped address stands in its field again, with the note to it', async () => {
  const id = await stage.publish({ visibility: 'private' })
  const sent = { add: 'not an address@@', message: 'See this', step: 'invite' }
  const { status, text } = await owner.submit(path(id), sent)
  assert.equal(status, 422)
  assert.match(text, /id="add-error"/)
  assert.match(text, /value="not an address@@"/)
  assert.match(text, /See this<\/textarea>/)
  const empty = await owner.submit(path(id), { add: ' ', step: 'invite' })
  assert.deepEqual([empty.status, empty.text.includes('Enter an email address')], [422, true])
  const long = await owner.submit(path(id), { add: 'x@y.example', message: 'x'.repeat(501), step: 'invite' })
  assert.equal(long.status, 422)
  assert.match(long.text, /at most 500 characters/)
  assert.deepEqual((await facts(id)).sharedWith, [])
})

test('what the policy forbids stands there, switched off, with who can change it', async () => {
  const company = await stage.service.organization()
  const closed = visitor(stage.url, company.owner)
  const id = await stage.publish({ visibility: 'company' }, { as: company.owner })
  await stage.send('PATCH', '/v1/organization', {
    as: company.owner,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ policy: { allowPublic: false, allowExternalSharing: false } }),
  })
  const { text } = await closed.open(path(id))
  assert.match(text, /value="public" disabled/)
  assert.match(text, /An owner can allow them in Rules/)
  const refused = await closed.submit(path(id), { add: 'ben@elsewhere.example', step: 'invite' })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /id="add-error"/)
  const shown = await closed.submit(path(id), { visibility: 'public', step: 'audience' })
  assert.equal(shown.status, 403)
})

test('nobody gets a second mail for a page that names them already', async () => {
  const { mail } = stage.service
  const id = await stage.publish({ visibility: 'private' })
  const add = 'eve@elsewhere.example'
  await owner.submit(path(id), { add, step: 'invite' })
  await mail.wait(add, 1)
  const { email } = await stage.company.join('member')
  await owner.submit(path(id), { add: `${add}, ${email}`, step: 'invite' })
  await mail.wait(email, 1)
  assert.equal((await mail.to(add)).length, 1)
})

test('whoever is signed in asks for access where a page is missing or closed, and the owner is led to sharing', async () => {
  const id = await stage.publish({ visibility: 'private' })
  const signedIn = visitor(stage.url, member)
  const [closed, missing] = await Promise.all([signedIn.open(`/${id}`), signedIn.open('/1111111111')])
  const bytes = (text: string) => text.replace(/nonce="[^"]*"/g, '')
  assert.deepEqual([closed.status, bytes(closed.text)], [404, bytes(missing.text)])
  assert.match(closed.text, /Ask for access/)
  assert.match(closed.text, /<h1>This page isn’t here, or isn’t shared with you<\/h1>/)
  assert.match(
    closed.text,
    /signed in as <strong>.*mia@acme\.example.*href="\/app".*Sign in with another address/s,
  )
  const wall = (await visitor(stage.url).open(`/${id}`)).text
  assert.match(
    wall,
    /<h1>Sign in to open this page<\/h1>.*Enter the email address this page was shared with/s,
  )
  assert.doesNotMatch(wall, /Ask for access/)
  assert.ok(!(await signedIn.open('/nothing-of-this-form')).text.includes('Ask for access'))
  const asked = await signedIn.submit(`/${id}`, { message: 'May I?' })
  assert.equal(asked.status, 202)
  assert.match(asked.text, /You asked for access/)
  const long = await signedIn.submit(`/${id}`, { message: 'x'.repeat(501) })
  assert.deepEqual([long.status, long.text.includes('Shorten the message')], [422, true])
  const foreign = await signedIn.submit(`/${id}`, {}, { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  const letters = await stage.service.mail.wait(stage.company.owner.email, 1)
  const link = `/${id}?share=${encodeURIComponent(member.email)}`
  assert.ok(letters.at(-1)!.text.includes(link), letters.at(-1)!.text)
  const opened = await owner.open(`${path(id)}?add=${encodeURIComponent(member.email)}`)
  assert.match(opened.text, /name="add"[^>]*value="mia@acme.example"/)
})
