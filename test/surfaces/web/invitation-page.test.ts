// The page of an invitation: opening it changes nothing, it is for one address, and it tells kindly when it is over.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openStage, type Stage } from '../../contract/stage.ts'
import { readable, visitorOn } from '../../support/dashboard.ts'
import { freshAddress, guestSession } from '../../support/people.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

const DAY = 86_400_000

async function invited(role = 'member', email = freshAddress('new')) {
  const { service, company, url } = stage
  const before = (await service.mail.to(email)).length
  const owner = visitorOn(url, company.owner.session.cookie)
  await owner.post('/app/members/invitations', { email, role })
  const { text } = (await service.mail.wait(email, before + 1)).at(-1)!
  return { email, path: new URL(/https?:\/\/\S+\/invite\/\S+/.exec(text)![0]).pathname, owner }
}

const guest = async (email: string) =>
  visitorOn(stage.url, (await guestSession(stage.service.context, email)).cookie)
const nobody = () => visitorOn(stage.url, null)

test('it says who invites whom into what, with a sign-in that returns, and changes nothing', async () => {
  const { path, email } = await invited('admin')
  await stage.leavesNothing(async () => {
    const { status, text, headers } = await nobody().get(path)
    assert.equal(status, 200)
    const { company } = stage
    const said = readable(text)
    assert.ok(said.includes(`Join ${company.name}`))
    assert.ok(said.includes(`${company.owner.name} invites ${email}`))
    assert.match(said, /as an admin/)
    assert.match(text, new RegExp(`<input type="hidden" name="next" value="${path}"`))
    assert.ok(text.includes(`value="${email}"`))
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
  })
  assert.equal((await nobody().post(path)).status, 401)
})

test('a guest accepts, has an account, and stands in the organization', async () => {
  const { path, email } = await invited()
  const visitor = await guest(email)
  assert.match(readable((await visitor.get(path)).text), /Accept invitation/)
  const answer = await visitor.post(path)
  assert.deepEqual([answer.status, answer.headers.location], [303, '/app?done=joined'])
  const cookie = answer.headers['set-cookie']!.at(-1)!.split(';')[0]!
  const inside = visitorOn(stage.url, cookie)
  assert.ok((await inside.get('/app/members')).text.includes(email))
  assert.match(readable((await inside.get('/app/usage?done=joined')).text), /You are a member now\./)
  const spent = await nobody().get(path)
  assert.equal(spent.status, 409)
  assert.match(readable(spent.text), /Invitation already accepted/)
})

test('somebody with an account joins besides and goes on in the new organization', async () => {
  const other = await stage.service.organization()
  const { path } = await invited('member', other.owner.email)
  const visitor = visitorOn(stage.url, other.owner.session.cookie)
  const answer = await visitor.post(path)
  assert.equal(answer.status, 303, readable(answer.text))
  const cookie = answer.headers['set-cookie']!.at(-1)!.split(';')[0]!
  const page = readable((await visitorOn(stage.url, cookie).get('/app/usage')).text)
  assert.ok(page.includes(`${stage.company.name} is on the`))
})

test('another address is told so, and led to the sign-in with the right one and back', async () => {
  const { path, email } = await invited()
  const wrong = await guest(freshAddress('other'))
  const page = await wrong.get(path)
  assert.equal(page.status, 200)
  assert.match(readable(page.text), new RegExp(`The invitation is for ${email}`))
  const refused = await wrong.post(path)
  assert.equal(refused.status, 403)
  assert.match(readable(refused.text), /This invitation is for another address/)
  const out = await wrong.post('/auth/sign-out', { next: path })
  assert.deepEqual([out.status, out.headers.location], [303, path])
  const evil = await wrong.post('/auth/sign-out', { next: 'https://evil.example/' })
  assert.equal(evil.headers.location, '/')
  assert.ok((await nobody().get(path)).text.includes(`value="${email}"`))
})

test('unknown, withdrawn and replaced links say the same; an expired one whom to ask', async () => {
  const unknown = await nobody().get('/invite/nothing-like-that')
  const { path, owner, email } = await invited()
  const newer = await invited('member', email)
  const replaced = await nobody().get(path)
  const id = [
    ...(await owner.get('/app/members')).text.matchAll(/invitations\/([0-9a-f-]{36})\/withdraw/g),
  ][0]![1]!
  await owner.post(`/app/members/invitations/${id}/withdraw`)
  const withdrawn = await nobody().get(newer.path)
  for (const { status, text } of [unknown, replaced, withdrawn]) {
    assert.equal(status, 404)
    assert.match(readable(text), /Invitation not found/)
  }
  const late = await invited()
  stage.service.advance(15 * DAY)
  const expired = await nobody().get(late.path)
  assert.equal(expired.status, 410)
  assert.ok(readable(expired.text).includes(`Ask ${stage.company.owner.name} for another one`))
})
