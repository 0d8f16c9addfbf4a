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

/** The fields of the form that came back, as a browser would send them again. */
function fieldsIn(text: string): Record<string, string> {
  const form = /<form method="post" action="\/app\/artifacts\/\w+\/share".*?<\/form>/s.exec(text)![0]
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
  assert.equal((await reads.submit(path(id), { visibility: 'public', step: 'save' })).status, 404)
  assert.doesNotMatch((await reads.open(`/${id}`)).text, /data-share/)
  assert.equal((await facts(id)).visibility, 'company')
})

test('several addresses are added at once, outsiders are told from members, and nothing is saved before it is said', async () => {
  const id = await stage.publish({ visibility: 'private' })
  const add = 'Mia@acme.example, ben@elsewhere.example;una@elsewhere.example'
  const shown = await owner.submit(path(id), { visibility: 'private', add, step: 'preview' })
  assert.equal(shown.status, 200)
  const words = shown.text.replace(/<[^>]*>/g, '')
  assert.match(words, /Not saved yet/)
  assert.match(words, /3 people gain access/)
  assert.equal(shown.text.match(/can view, cannot comment<\/span>/g)?.length, 2)
  assert.match(words, /What becomes of the comments\?/)
  assert.deepEqual((await facts(id)).sharedWith, [])
  const again = fieldsIn(shown.text)
  assert.equal(again.comments, 'internal')
  const saved = await owner.submit(path(id), { ...again, step: 'save' })
  assert.equal(saved.headers.location, `${path(id)}?done=shared`)
  const { sharedWith, comments } = await facts(id)
  assert.deepEqual(sharedWith, ['ben@elsewhere.example', 'mia@acme.example', 'una@elsewhere.example'])
  assert.equal(comments, 'internal')
})

test('saving asks once where somebody loses access, and asks again where the change became another', async () => {
  const id = await stage.publish({ visibility: 'company' })
  const asked = await owner.submit(path(id), { visibility: 'private', step: 'save' })
  assert.equal(asked.status, 200)
  assert.match(asked.text, /1 person loses access/)
  assert.equal((await facts(id)).visibility, 'company')
  const { confirmed } = fieldsIn(asked.text)
  const other = { visibility: 'private', add: 'zoe@elsewhere.example', confirmed: confirmed!, step: 'save' }
  assert.equal((await owner.submit(path(id), other)).status, 200)
  assert.equal((await facts(id)).visibility, 'company')
  assert.equal((await owner.submit(path(id), { ...fieldsIn(asked.text), step: 'save' })).status, 303)
  assert.equal((await facts(id)).visibility, 'private')
})

test('somebody is removed after it was said who loses access', async () => {
  const id = await stage.publish({ visibility: 'private', sharedWith: 'ben@elsewhere.example' })
  const named = { visibility: 'private', named: 'ben@elsewhere.example' }
  const asked = await owner.submit(path(id), { ...named, remove: 'ben@elsewhere.example' })
  assert.match(asked.text.replace(/<[^>]*>/g, ''), /1 person loses access.*ben@elsewhere\.example/s)
  assert.deepEqual((await facts(id)).sharedWith, ['ben@elsewhere.example'])
  assert.equal((await owner.submit(path(id), { ...fieldsIn(asked.text), step: 'save' })).status, 303)
  assert.deepEqual((await facts(id)).sharedWith, [])
})

test('who widens to outsiders says whether they see the comments', async () => {
  const id = await stage.publish({ visibility: 'company' })
  const asked = await owner.submit(path(id), { visibility: 'public', step: 'save' })
  assert.match(asked.text, /Everyone with the link gains access/)
  const fields = { ...fieldsIn(asked.text), comments: 'shared', step: 'save' }
  assert.equal((await owner.submit(path(id), fields)).status, 303)
  assert.deepEqual([(await facts(id)).visibility, (await facts(id)).comments], ['public', 'shared'])
  const done = await owner.open(`${path(id)}?done=shared`)
  assert.match(done.text, /data-said="Anyone with the link can open this page\."/)
  assert.match(done.text, /<svg class="qr"/)
})

test('a mistyped address stands in its field again, and the rest of the form stays', async () => {
  const id = await stage.publish({ visibility: 'private' })
  const sent = {
    visibility: 'company',
    named: 'ben@elsewhere.example',
    add: 'not an address@@',
    step: 'save',
  }
  const { status, text } = await owner.submit(path(id), sent)
  assert.equal(status, 422)
  assert.match(text, /id="add-error"/)
  assert.match(text, /value="not an address@@"/)
  assert.match(text, /Remove ben@elsewhere\.example/)
  assert.match(text, /value="company" checked/)
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
  assert.match(text, /An owner can allow it, under Policy/)
  const outside = { visibility: 'company', add: 'ben@elsewhere.example', step: 'save' }
  const refused = await closed.submit(path(id), outside)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /id="add-error"/)
  const shown = await closed.submit(path(id), { visibility: 'public', step: 'save' })
  assert.equal(shown.status, 403)
})

test('saving mails those who are named anew a link, with the message that was written', async () => {
  const { mail } = stage.service
  const id = await stage.publish({ visibility: 'private' })
  const add = 'eve@elsewhere.example'
  const shown = await owner.submit(path(id), { visibility: 'private', add, step: 'preview' })
  assert.match(shown.text, /name="message"/)
  const message = 'For you to read.'
  await owner.submit(path(id), { ...fieldsIn(shown.text), message, step: 'save' })
  const [letter] = await mail.wait(add, 1)
  for (const part of [`${stage.url}/${id}`, `> ${message}`])
    assert.ok(letter!.text.includes(part), letter!.text)
  assert.doesNotMatch((await owner.open(path(id))).text, /name="message"/)
  const long = await owner.submit(path(id), {
    ...fieldsIn(
      (await owner.submit(path(id), { visibility: 'private', add: 'x@y.example', step: 'preview' })).text,
    ),
    ...{ message: 'x'.repeat(501), step: 'save' },
  })
  assert.equal(long.status, 422)
  assert.match(long.text, /at most 500 characters/)
  const { email } = await stage.company.join('member')
  await owner.submit(`/app/artifacts/${id}/sharing`, {
    ...{ visibility: 'private', sharedWith: `${add}\n${email}` },
  })
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
