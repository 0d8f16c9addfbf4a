// Sharing over HTTP: what its dialog begins with, and asking for access.
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

const path = (id: string) => `/app/artifacts/${id}/share`

test('what the dialog begins with is for those who may share, and for everybody else it is missing', async () => {
  const id = await stage.publish({ visibility: 'company' })
  await stage.send('PATCH', `/v1/artifacts/${id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ addSharedWith: ['ben@elsewhere.example', member.email] }),
  })
  const { artifact, limits, recipients, reader } = JSON.parse((await owner.open(path(id))).text)
  assert.deepEqual(artifact.sharedWith, ['ben@elsewhere.example', member.email])
  assert.deepEqual(recipients.outside, ['ben@elsewhere.example'])
  assert.deepEqual(
    recipients.members.map(({ email, role }: { email: string; role: string }) => [email, role]),
    [[member.email, 'member']],
  )
  assert.deepEqual([limits.allowPublic, limits.allowExternalSharing], [true, true])
  assert.equal(reader, stage.company.owner.email)
  assert.match((await owner.open(`/${id}`)).text, /data-share/)
  const reads = visitor(stage.url, member)
  assert.equal((await reads.open(path(id))).status, 404)
  assert.doesNotMatch((await reads.open(`/${id}`)).text, /data-share/)
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
})
