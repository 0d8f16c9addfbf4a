// A grant has bounds whatever its program does: its days, the role at the moment of use, its scopes, and a person asked each time.
import assert from 'node:assert/strict'
import * as oidc from 'openid-client'
import { Secret, TOTP } from 'otpauth'
import { scopes } from '../../src/domain/actor.ts'
import { send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import {
  answerConsent,
  askConsent,
  connect,
  everyday,
  exchange,
  refresh,
  register,
  type Tokens,
} from '../support/oauth-client.ts'
import type { Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { post } from '../support/sign-in.ts'
import { onBothStores } from '../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const restOf = ({ url }: Running) => ({ resource: `${url}/v1` })

const bearer = ({ access_token: token }: Tokens) => ({ authorization: `Bearer ${token}` })

const ask = (service: Running, tokens: Tokens, path = '/v1/me', method = 'GET', body?: object) =>
  send(service.url + path, {
    method,
    headers: { ...bearer(tokens), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })

const invalidGrant = (thrown: unknown) =>
  thrown instanceof oidc.ResponseBodyError && thrown.error === 'invalid_grant'

onBothStores(
  'an access token lives an hour, and no refresh outlives the days of the grant',
  async service => {
    const { owner } = await service.organization()
    const { program, tokens } = await connect(service, owner, restOf(service))
    service.advance(HOUR + 1000)
    const ended = await ask(service, tokens)
    assert.equal(ended.status, 401)
    assert.match(ended.headers['www-authenticate'] ?? '', /error="invalid_token"/)
    let last = tokens
    for (let day = 1; day < 30; day += 7) {
      last = await refresh(program, last)
      assert.deepEqual([last.expires_in, (await ask(service, last)).status], [3600, 200])
      service.advance(7 * DAY)
    }
    await assert.rejects(refresh(program, last), invalidGrant)
  },
)

onBothStores('the role at the moment of use bounds what a grant may do', async service => {
  const company = await service.organization()
  const admin = await company.join('admin')
  const { tokens } = await connect(service, admin, { ...restOf(service), scopes: scopes.join(' ') })
  const invite = (email: string) =>
    ask(service, tokens, '/v1/organization/invitations', 'POST', { email, role: 'member' })
  assert.equal((await invite('one@example.net')).status, 201)
  const turned = await send(`${service.url}/v1/organization/members/${admin.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${company.owner.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'member' }),
  })
  assert.equal(turned.status, 200, turned.text)
  const refused = await invite('two@example.net')
  assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden'])
})

onBothStores('a scope to write reads, and no other scope stands in for one', async service => {
  const { owner } = await service.organization()
  const made = await mcpClient(service.url, owner.key).call('publish', { content: '# A' })
  const id = made.value.short_id
  const writing = await connect(service, owner, {
    ...restOf(service),
    scopes: 'artifacts:write comments:write org:write',
  })
  for (const path of [
    `/v1/artifacts/${id}/metadata`,
    `/v1/artifacts/${id}/comments`,
    '/v1/organization/members',
  ])
    assert.equal((await ask(service, writing.tokens, path)).status, 200, path)
  const talking = await connect(service, owner, {
    ...restOf(service),
    scopes: 'comments:write sharing:write',
  })
  for (const [path, scope] of [
    [`/v1/artifacts/${id}/metadata`, 'artifacts:read'],
    ['/v1/organization/members', 'org:read'],
  ] as const) {
    const { status, headers } = await ask(service, talking.tokens, path)
    assert.equal(status, 403, path)
    assert.match(headers['www-authenticate'] ?? '', /error="insufficient_scope"/)
    assert.match(headers['www-authenticate'] ?? '', new RegExp(scope))
  }
  const deleting = await ask(service, writing.tokens, `/v1/artifacts/${id}`, 'DELETE')
  assert.deepEqual([deleting.status, deleting.json.code], [403, 'insufficient_scope'])
})

onBothStores('a token counts in its header alone', async service => {
  const { owner } = await service.organization()
  const { access_token: token } = (await connect(service, owner, restOf(service))).tokens
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const inBody = await send(`${service.url}/v1/uploads`, {
    method: 'POST',
    headers: form,
    body: `access_token=${token}`,
  })
  const inCookie = await send(`${service.url}/v1/me`, { headers: { cookie: `sid=${token}` } })
  const asBasic = await send(`${service.url}/v1/me`, {
    headers: { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
  })
  const doubled = await send(`${service.url}/v1/me`, {
    headers: { authorization: `Bearer ${token}, Bearer ${token}` },
  })
  assert.deepEqual([inBody.status, inCookie.status, asBasic.status, doubled.status], [401, 401, 401, 401])
})

onBothStores('a person is asked each time, whoever let the program in before', async service => {
  const company = await service.organization()
  const program = await register(service)
  for (const person of [company.owner, company.owner, await company.join('member')]) {
    const asked = await askConsent(service, program, person)
    assert.equal(asked.page.status, 200, asked.page.text)
    assert.match(asked.page.text, /can’t verify this app/)
    assert.match(asked.page.text, /a program on your own device/)
    assert.ok((await exchange(program, asked, await answerConsent(asked, everyday))).access_token)
  }
})

onBothStores(
  'where an organization takes only sign-in by a provider, a session that a code began lets nobody in',
  async service => {
    const [own, strict] = [await service.organization(), await service.organization()]
    await strict.join('member', own.owner.email)
    await strict.setPolicy({ requireSignInProvider: true })
    const program = await register(service)
    const asked = await askConsent(service, program, own.owner)
    const answer = await answerConsent(asked, everyday, { organizationId: strict.id })
    assert.ok(!answer.at.startsWith('http://127.0.0.1:3333'), answer.at)
    assert.ok([403, 422].includes(answer.status), `${answer.status}`)
    assert.match(answer.text, /Google or Microsoft/)
    assert.deepEqual(await service.rowsIn(['oauth_grant']), { oauth_grant: 0 })
  },
  { RECTO_DEFAULT_PLAN: 'pro' },
)

/** Switches a second factor on for the person; answers what the app shows now. */
async function withSecondFactor(service: Running, { session }: Member): Promise<() => string> {
  const { secret } = (await post(service, '/v1/me/second-factor', {}, session.cookie)).json
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const shown = () => app.generate({ timestamp: service.context.clock() })
  const begun = await post(service, '/v1/me/second-factor/confirm', { code: shown() }, session.cookie)
  assert.equal(begun.status, 200, begun.text)
  service.advance(30_000)
  return shown
}

onBothStores(
  'a person with a second factor lets nobody in before it is given, whatever else was proven',
  async service => {
    const { owner } = await service.organization()
    const shown = await withSecondFactor(service, owner)
    const asked = await askConsent(service, await register(service), owner)
    const { visitor, page } = asked
    const before = await service.rowsIn(['oauth_grant'])
    const path = new URL(page.at).pathname
    visitor.cookies.get(service.url)!.delete('sid')
    const led = await visitor.open(page.at)
    assert.match(led.at, /\/auth\/sign-in\?next=%2Foauth%2Fconsent%2F/)
    await visitor.post(`${service.url}/auth/code`, { email: owner.email, next: path })
    const given = { email: owner.email, code: await service.mail.code(owner.email), next: path }
    const halfway = await visitor.post(`${service.url}/auth/code/verify`, given)
    assert.match(halfway.text, /action="\/auth\/second-factor"/)
    assert.match((await visitor.open(page.at)).at, /\/auth\/sign-in\?next=/)
    assert.match((await answerConsent(asked, everyday)).at, /\/auth\/sign-in\?next=/)
    assert.deepEqual(await service.rowsIn(['oauth_grant']), before)
    const second = { code: shown(), next: path }
    const done = await visitor.post(`${service.url}/auth/second-factor`, second)
    assert.deepEqual([done.at, done.status], [page.at, 200])
    assert.ok((await answerConsent(asked, everyday)).at.includes('code='))
  },
)

onBothStores(
  'one network registers 30 programs in an hour, and then goes on',
  async service => {
    const registered = async () =>
      (
        await send(`${service.url}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'] }),
        })
      ).status
    const statuses = await Promise.all(Array.from({ length: 33 }, registered))
    assert.deepEqual(statuses.filter(status => status === 201).length, 30)
    assert.deepEqual(statuses.filter(status => status === 429).length, 3)
    service.advance(HOUR)
    assert.equal(await registered(), 201)
  },
  { RECTO_RATE_LIMITS: 'on' },
)
