// Owner actions ask again: a session that was proven more than twelve hours ago signs in again first.
import assert from 'node:assert/strict'
import { madeFor } from '../support/dashboard.ts'
import { type Received, send } from '../support/http.ts'
import { freshAddress, type Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { cookieOf, me, post, signIn, wrong } from '../support/sign-in.ts'
import { everywhere, onBothStores, type World } from '../support/world.ts'

const HOUR = 3_600_000

/** Returns the actions that only an owner may take, each with an input that would be taken. */
async function ownerActions({ company }: World): Promise<[string, Record<string, unknown>][]> {
  const [member, owner, leaving] = [
    await company.join('member'),
    await company.join('owner'),
    await company.join('owner'),
  ]
  return [
    ['changeOrganization', { policy: { allowPublic: false } }],
    ['changeOrganization', { name: 'Another name' }],
    ['changePolicy', { allowPublic: true }],
    ['changeMember', { id: member.id, role: 'owner' }],
    ['changeMember', { id: owner.id, role: 'member' }],
    ['removeMember', { id: leaving.id }],
    ['invite', { email: freshAddress('co-owner'), role: 'owner' }],
    ['makeKey', { name: 'k', kind: 'user' }],
    ['makeKey', { name: 'k', kind: 'user', scopes: ['artifacts:read', 'org:write'] }],
    ['deleteOrganization', { confirm: 'Another name' }],
  ]
}

everywhere('what only an owner may do asks a session to sign in again after twelve hours', async world => {
  const { company, service } = world
  const actions = await ownerActions(world)
  const as = company.owner.session
  service.advance(12 * HOUR)
  await world.leavesNothing(async () => {
    for (const [operation, input] of actions) {
      const refusal = await world.refused('reauthentication_required', operation, input, { as })
      assert.equal(
        world.fact(refusal, 'reauthenticateUrl') ?? `${service.url}/auth/sign-in?again=1`,
        `${service.url}/auth/sign-in?again=1`,
      )
    }
  })
})

everywhere('until then, and for a session that is proven again, it does not ask', async world => {
  const { company, service } = world
  const actions = await ownerActions(world)
  service.advance(12 * HOUR - 60_000)
  const as = company.owner.session
  for (const [operation, input] of actions) await world.call(operation, input, { as })
})

everywhere('other work goes on, and keys are never asked', async world => {
  const { company, service } = world
  const [member, admin] = [await company.join('member'), await company.join('admin')]
  service.advance(13 * HOUR)
  const as = company.owner.session
  await world.call('changeMember', { id: member.id, role: 'admin' }, { as })
  await world.call('invite', { email: freshAddress(), role: 'member' }, { as })
  await world.call('makeKey', { name: 'k', kind: 'service' }, { as })
  await world.call('makeKey', { name: 'k', kind: 'user', scopes: ['artifacts:write'] }, { as })
  await world.call('makeKey', { name: 'k', kind: 'user' }, { as: admin.session })
  await world.call('listSessions', {}, { as })
  await world.call('removeMember', { id: member.id }, { as })
  await world.call('changeOrganization', { policy: { allowPublic: false } }, { as: company.owner })
  await world.call('changePolicy', { allowPublic: true }, { as: company.owner })
})

everywhere('whoever may not do it is told that first, not to sign in again', async world => {
  const { company, service } = world
  const admin = await company.join('admin')
  service.advance(13 * HOUR)
  const change = { name: 'Another' }
  await world.refused('forbidden', 'changeOrganization', change, { as: admin.session })
  await world.refused(
    'forbidden',
    'changeMember',
    { id: company.owner.id, role: 'member' },
    { as: admin.session },
  )
  await world.refused('unauthorized', 'changeOrganization', change, { as: 'nobody' })
})

const change = (service: Running, cookie: string): Promise<Received> =>
  send(`${service.url}/v1/organization`, {
    method: 'PATCH',
    headers: { cookie, origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ policy: { openNetwork: false } }),
  })

/** Proves the address of the session again, as a program. */
async function signInAgain(service: Running, { email, session }: Pick<Member, 'email' | 'session'>) {
  const { cookie } = session
  assert.equal((await post(service, '/auth/code', { again: '1' }, cookie)).status, 202)
  const code = await service.mail.code(email)
  return post(service, '/auth/code/verify', { email, code, again: '1' }, cookie)
}

onBothStores(
  'signing in again sends the code to the own address and goes on with the same session under a new token',
  async service => {
    const { owner } = await service.organization()
    service.advance(13 * HOUR)
    const refused = await change(service, owner.session.cookie)
    assert.deepEqual([refused.status, refused.json.code], [403, 'reauthentication_required'])
    assert.equal(refused.json.reauthenticateUrl, `${service.url}/auth/sign-in?again=1`)
    const answer = await signInAgain(service, owner)
    assert.deepEqual([answer.status, answer.json.person.id], [200, owner.id])
    const cookie = cookieOf(answer)
    assert.equal((await me(service, owner.session.cookie)).status, 401)
    assert.equal((await change(service, cookie)).status, 200)
    const { data } = (await send(`${service.url}/v1/sessions`, { headers: { cookie } })).json
    assert.deepEqual(
      data.map(({ current }: { current: boolean }) => current),
      [true],
    )
    service.advance(12 * HOUR)
    assert.equal((await change(service, cookie)).status, 403)
  },
)

onBothStores('the address of the form does not matter, only that of the session', async service => {
  const { owner } = await service.organization()
  const stranger = freshAddress('stranger')
  const answer = await post(service, '/auth/code', { again: '1', email: stranger }, owner.session.cookie)
  assert.equal(answer.status, 202)
  await service.mail.code(owner.email)
  assert.deepEqual(await service.mail.to(stranger), [])
})

onBothStores('a code of another address proves nothing for the session', async service => {
  const { owner } = await service.organization()
  service.advance(13 * HOUR)
  const other = freshAddress('other')
  await post(service, '/auth/code', { email: other })
  const code = await service.mail.code(other)
  const fields = { email: other, code, again: '1' }
  const answer = await post(service, '/auth/code/verify', fields, owner.session.cookie)
  assert.equal(answer.json.person.email, other)
  assert.equal((await me(service, cookieOf(answer))).json.person.email, other)
  assert.equal((await me(service, owner.session.cookie)).status, 401)
})

onBothStores('a wrong code leaves the session as it was', async service => {
  const { owner } = await service.organization()
  service.advance(13 * HOUR)
  const { cookie } = owner.session
  await post(service, '/auth/code', { again: '1' }, cookie)
  const code = wrong(await service.mail.code(owner.email))
  const fields = { email: owner.email, code, again: '1' }
  assert.equal((await post(service, '/auth/code/verify', fields, cookie)).status, 422)
  assert.equal((await me(service, cookie)).status, 200)
  assert.equal((await change(service, cookie)).status, 403)
})

const form = async (
  service: Running,
  path: string,
  fields: Record<string, string>,
  cookie: string,
  referer: string | null = '/',
) =>
  send(service.url + path, {
    method: 'POST',
    headers: {
      ...{ cookie, origin: service.url, accept: 'text/html' },
      ...(referer !== null && { referer: new URL(referer, service.url).href }),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(await madeFor(service.url, { cookie }, fields)).toString(),
  })

onBothStores('a form of the dashboard leads to signing in again and back', async service => {
  const { owner } = await service.organization()
  const { cookie } = owner.session
  service.advance(13 * HOUR)
  const sent = await form(service, '/app/keys', { name: 'Laptop', kind: 'user' }, cookie, '/app/keys')
  assert.equal(sent.status, 303)
  assert.equal(sent.headers.location, '/auth/sign-in?again=1&next=%2Fapp%2Fkeys')
  const page = await send(service.url + sent.headers.location, { headers: { cookie, accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.ok(page.text.includes('Confirm it’s you') && page.text.includes(owner.email))
  const asked = await form(service, '/auth/code', { again: '1', next: '/app/keys' }, cookie)
  assert.equal(asked.status, 202)
  const handle = cookieOf(asked)
  const fields = {
    email: owner.email,
    code: await service.mail.code(owner.email),
    again: '1',
    next: '/app/keys',
  }
  const proven = await form(service, '/auth/code/verify', fields, `${cookie}; ${handle}`)
  assert.deepEqual([proven.status, proven.headers.location], [303, '/app/keys'])
  const again = await form(service, '/app/keys', { name: 'Laptop', kind: 'user' }, cookieOf(proven))
  assert.equal(again.status, 201)
})

onBothStores('also where the browser does not say which page the form is on', async service => {
  const { owner, join } = await service.organization()
  const member = await join('member')
  service.advance(13 * HOUR)
  const forms: [form: string, page: string, referer?: string][] = [
    ['/app/keys', '/app/keys'],
    ['/app/policy', '/app/policy'],
    ['/app/general/name', '/app/general/name'],
    ['/app/general/end', '/app/general/end'],
    ['/app/security/factor', '/app/security'],
    ['/app/security/factor/confirm', '/app/security'],
    [`/app/members/${member.id}/role`, `/app/members/${member.id}/role`],
    ['/app/keys', '/app/keys?done=revoked', '/app/keys?done=revoked'],
    ['/app/security/factor', '/app/security', '/app/security/factor/confirm'],
    ['/app/keys', '/app/keys', 'https://elsewhere.example/app/usage'],
  ]
  for (const [path, page, from] of forms) {
    const fields = { name: 'k', kind: 'user', role: 'owner', confirm: 'x', code: '0' }
    const { status, headers } = await form(service, path, fields, owner.session.cookie, from ?? null)
    assert.deepEqual(
      [status, headers.location],
      [303, `/auth/sign-in?again=1&next=${encodeURIComponent(page)}`],
      path,
    )
    const back = await send(service.url + page, {
      headers: { cookie: owner.session.cookie, accept: 'text/html' },
    })
    assert.ok([200, 303].includes(back.status), `${page} ${back.status}`)
  }
})

onBothStores(
  'bringing an organization back asks too, and whoever owns it gets in to do so where only the invited sign up',
  async service => {
    const { owner, name } = await service.organization()
    const headers = { 'content-type': 'application/json', origin: service.url }
    const send_ = (method: string, path: string, cookie: string, body: object) =>
      send(service.url + path, { method, headers: { ...headers, cookie }, body: JSON.stringify(body) })
    const gone = await send(`${service.url}/v1/organization?confirm=${encodeURIComponent(name)}`, {
      method: 'DELETE',
      headers: { ...headers, cookie: owner.session.cookie },
    })
    assert.equal(gone.status, 200, gone.text)
    service.advance(13 * HOUR)
    const cookie = await signIn(service, owner.email)
    assert.equal((await me(service, cookie)).json.credential, 'guest')
    service.advance(13 * HOUR)
    const late = await send_('POST', '/v1/organization/restore', cookie, {})
    assert.deepEqual([late.status, late.json.code], [403, 'reauthentication_required'])
    const again = await signInAgain(service, { email: owner.email, session: { cookie } })
    assert.equal(again.status, 200)
    const restored = await send_('POST', '/v1/organization/restore', cookieOf(again), {})
    assert.equal(restored.status, 200, restored.text)
  },
  { RECTO_SIGN_UP: 'invited', RECTO_OWNER_EMAIL: 'boss@example.com' },
)
