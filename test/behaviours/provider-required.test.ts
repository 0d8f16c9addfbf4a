// Organizations that take only people whom a provider signed in: what a session begun by a code can do there, and who may set it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomToken } from '../../src/crypto.ts'
import { madeFor } from '../support/dashboard.ts'
import { closeConnections, type Received, send } from '../support/http.ts'
import { startLiedTo } from '../support/lied-to.ts'
import { type Company, freshAddress, guestSession, type Member } from '../support/people.ts'
import { publish } from '../support/publish.ts'
import { newVisitor } from '../support/visitor.ts'

const stage = await startLiedTo()
const { provider, service } = stage
const { url } = service
after(async () => {
  closeConnections()
  await stage.stop()
})

const json = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  send(url + path, {
    method,
    headers: { accept: 'application/json', origin: url, 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })

const get = (path: string, headers: Record<string, string>) => send(url + path, { headers })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const cookieOf = ({ headers }: Received): string => headers['set-cookie']![0]!.split(';')[0]!
const require = { policy: { requireSignInProvider: true } }

/** A session of the address that the provider began. */
async function byProvider(email: string, subject = `sub-${randomToken(12)}`): Promise<{ cookie: string }> {
  provider.claims = { sub: subject, email, email_verified: true, hd: 'example.com' }
  const visitor = newVisitor()
  const { at, text } = await stage.attempt('google', undefined, visitor)
  assert.equal(at, `${url}/docs`, text)
  return { cookie: `sid=${visitor.cookies.get(url)!.get('sid')}` }
}

async function byCode(email: string, artifact?: string): Promise<Received> {
  await json('POST', '/auth/code', {}, { email, ...(artifact && { artifact }) })
  return json('POST', '/auth/code/verify', {}, { email, code: await service.mail.code(email) })
}

/** An organization that requires a provider, and a member of it who came before. */
async function requiring(): Promise<Company & { member: Member }> {
  const company = await service.organization('pro')
  const member = await company.join('member')
  await company.setPolicy({ requireSignInProvider: true })
  return { ...company, member }
}

test('a session that a code began does not act there; one that a provider began does, and keys go on', async () => {
  const company = await service.organization('pro')
  const viewer = await company.join('viewer')
  const page = await publish(service, company.owner.key, 'company')
  await company.setPolicy({ requireSignInProvider: true })
  for (const { session } of [viewer, company.owner]) {
    assert.equal((await get(`/v1/artifacts/${page}/content`, session)).status, 404)
    const refused = await get('/v1/organization', session)
    assert.deepEqual([refused.status, refused.json.code], [403, 'sign_in_provider_required'])
    const key = await json('POST', '/v1/keys', session, { name: 'a', kind: 'user' })
    assert.equal(key.json.code, 'sign_in_provider_required')
    assert.equal((await get('/v1/me', session)).json.credential, 'guest')
  }
  const good = await byProvider(viewer.email)
  assert.equal((await get(`/v1/artifacts/${page}/content`, good)).status, 200)
  assert.equal((await get('/v1/me', good)).json.role, 'viewer')
  assert.equal((await get(`/v1/artifacts/${page}/content`, bearer(company.owner.key))).status, 200)
  await company.setPlan('solo')
  assert.equal((await get(`/v1/artifacts/${page}/content`, viewer.session)).status, 200)
  assert.equal((await get(`/v1/artifacts/${page}/content`, good)).status, 200)
  await company.setPlan('enterprise')
  assert.equal((await get(`/v1/artifacts/${page}/content`, viewer.session)).status, 404)
})

test('whom a page names comes in by provider and not by code; public pages open to everybody', async () => {
  const company = await requiring()
  const named = freshAddress('named')
  const [page, open] = [
    await publish(service, company.owner.key, named),
    await publish(service, company.owner.key, 'public'),
  ]
  const code = await guestSession(service.context, named)
  const elsewhere = await (await service.organization('pro')).join('member', freshAddress('elsewhere'))
  await json('PATCH', `/v1/artifacts/${page}`, bearer(company.owner.key), {
    addSharedWith: [elsewhere.email],
  })
  for (const session of [code, elsewhere.session]) {
    assert.equal((await get(`/v1/artifacts/${page}/content`, session)).status, 404)
    assert.equal((await get(`/v1/artifacts/${open}/content`, session)).status, 200)
  }
  assert.equal((await get(`/v1/artifacts/${page}/content`, bearer(elsewhere.key))).status, 200)
  const vouched = await byProvider(elsewhere.email)
  assert.equal((await get(`/v1/artifacts/${page}/content`, vouched)).status, 200)
  const asked = await get(`/v1/artifacts/${page}/access?email=${named}`, bearer(company.owner.key))
  assert.equal(asked.json.canOpen, true)
})

test('only after a code has proven the address is somebody told why it does not let them in', async () => {
  const company = await requiring()
  const { email } = company.member
  const asked = [email, freshAddress('stranger')].map(each => json('POST', '/auth/code', {}, { email: each }))
  const [known, stranger] = await Promise.all(asked)
  assert.deepEqual([known!.status, known!.text], [stranger!.status, stranger!.text])
  const wrong = await json('POST', '/auth/code/verify', {}, { email, code: '000000' })
  if (wrong.status !== 403) assert.equal(wrong.json.code, 'code_invalid')
  const refused = await byCode(email)
  assert.deepEqual([refused.status, refused.json.code], [403, 'sign_in_provider_required'])
  assert.equal(refused.headers['set-cookie'], undefined)
  const named = freshAddress('named')
  const page = await publish(service, company.owner.key, named)
  assert.equal((await byCode(named, page)).json.code, 'sign_in_provider_required')
})

test('in a browser the reason stands above the buttons of the providers', async () => {
  const { email } = (await requiring()).member
  const visitor = newVisitor()
  await visitor.post(`${url}/auth/code`, { email, next: '/docs' })
  const code = await service.mail.code(email)
  const { status, text } = await visitor.post(`${url}/auth/code/verify`, { email, code, next: '/docs' })
  assert.equal(status, 403)
  assert.match(text, /takes only people who signed in with Google or Microsoft/)
  assert.match(text, /href="\/auth\/google\?next=%2Fdocs"/)
})

test('somebody with several organizations begins by code in one that takes it, and cannot switch over', async () => {
  const [strict, open] = [await requiring(), await service.organization('free')]
  const { email } = strict.member
  await open.join('member', email)
  const entered = await byCode(email)
  assert.equal(entered.status, 200)
  const cookie = cookieOf(entered)
  assert.equal((await get('/v1/me', { cookie })).json.organization.id, open.id)
  const moved = await json('PATCH', '/v1/me', { cookie }, { organizationId: strict.id })
  assert.deepEqual([moved.status, moved.json.code], [403, 'sign_in_provider_required'])
  const vouched = await byProvider(email)
  assert.equal((await get('/v1/me', vouched)).json.organization.id, strict.id)
})

test('an invitation is accepted by a session that may act there', async () => {
  const company = await requiring()
  const email = freshAddress('invited')
  await json('POST', '/v1/organization/invitations', bearer(company.owner.key), { email, role: 'member' })
  const letter = (await service.mail.wait(email, 1))[0]!
  const code = /\/invite\/(\w+)/.exec(letter.text)![1]!
  const guest = await guestSession(service.context, email)
  const refused = await json('POST', '/v1/invitations/accept', guest, { code })
  assert.deepEqual([refused.status, refused.json.code], [403, 'sign_in_provider_required'])
  const vouched = await byProvider(email)
  const accepted = await json('POST', '/v1/invitations/accept', vouched, { code })
  assert.equal(accepted.status, 200)
  assert.equal((await get('/v1/me', { cookie: cookieOf(accepted) })).json.role, 'member')
})

test('only who came in by a provider can require it, so that nobody locks themselves out', async () => {
  const company = await service.organization('pro')
  const { owner } = company
  for (const headers of [owner.session, bearer(owner.key)]) {
    const refused = await json('PATCH', '/v1/organization', headers, require)
    assert.deepEqual([refused.status, refused.json.code], [403, 'sign_in_provider_required'])
  }
  const vouched = await byProvider(owner.email)
  const still = await json('PATCH', '/v1/organization', owner.session, require)
  assert.equal(still.json.code, 'sign_in_provider_required')
  assert.equal((await json('PATCH', '/v1/organization', vouched, require)).status, 200)
  const lift = { policy: { requireSignInProvider: false } }
  assert.equal((await json('PATCH', '/v1/organization', owner.session, lift)).status, 403)
  assert.equal((await json('PATCH', '/v1/organization', bearer(owner.key), lift)).status, 200)
  assert.equal((await json('PATCH', '/v1/organization', bearer(owner.key), require)).status, 200)
  for (const plan of ['free', 'solo'] as const) {
    await company.setPolicy({})
    await company.setPlan(plan)
    const refused = await json('PATCH', '/v1/organization', bearer(owner.key), require)
    assert.deepEqual([refused.status, refused.json.code], [403, 'plan_limit'])
  }
})

test('the last account that an organization requires cannot be unlinked, and the page says why', async () => {
  const { member, name, setPolicy } = await requiring()
  const session = await byProvider(member.email)
  const linked = async () => (await get('/v1/me/identities', session)).json.data as { id: string }[]
  const unlink = (id: string) => json('DELETE', `/v1/me/identities/${id}`, session)
  const [first] = await linked()
  const refused = await unlink(first!.id)
  assert.deepEqual([refused.status, refused.json.code], [409, 'last_sign_in_provider'])
  assert.match(refused.json.detail, new RegExp(`${name} takes only people .* leave the organization`))
  const headers = { ...session, origin: url, 'content-type': 'application/x-www-form-urlencoded' }
  const path = `/app/account/identities/${first!.id}/unlink`
  const page = await send(url + path, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body: new URLSearchParams(await madeFor(url, session, {})).toString(),
  })
  assert.equal(page.status, 409)
  assert.match(page.text, /role="alert"[\s\S]*last account that signs you in so[\s\S]*<h2 id="identities">/)
  assert.equal((await linked()).length, 1)
  await byProvider(member.email)
  const all = await linked()
  assert.equal(all.length, 2)
  const [one, other] = await Promise.all(all.map(({ id }) => unlink(id)))
  assert.deepEqual([one!.status, other!.status].sort(), [204, 409])
  await setPolicy({ requireSignInProvider: false })
  assert.equal((await unlink((await linked())[0]!.id)).status, 204)
})

test('an account may go that only another organization of no requirement knows', async () => {
  const company = await service.organization('pro')
  const member = await company.join('member')
  const session = await byProvider(member.email)
  const [first] = (await get('/v1/me/identities', session)).json.data
  assert.equal((await json('DELETE', `/v1/me/identities/${first.id}`, session)).status, 204)
})
