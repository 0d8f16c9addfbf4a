// A grant acts as its person and is no session: what only a person in a browser may do it may not, and what counts, counts for the grant.
import assert from 'node:assert/strict'
import { scopes } from '../../src/domain/actor.ts'
import { allOperations } from '../../src/operations/index.ts'
import { needsSession } from '../../src/operations/kernel/authorize.ts'
import { type Received, send } from '../support/http.ts'
import { askConsent, connect, refresh, register, type Tokens } from '../support/oauth-client.ts'
import { askForCode } from '../support/oauth-device.ts'
import { freshAddress, guestSession, type Member } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { everywhere, onBothStores } from '../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const restOf = ({ url }: Running) => ({ resource: `${url}/v1` })

/** A grant with every scope there is. */
const withAll = (service: Running, owner: Member) =>
  connect(service, owner, { ...restOf(service), scopes: scopes.join(' ') })

const bearer = ({ access_token: token }: Tokens) => ({ authorization: `Bearer ${token}` })

const asJson = { 'content-type': 'application/json' }

/** Operations that only a session may do, though they admit any credential. */
const bySession: Record<string, Record<string, unknown>> = {
  changeMe: { name: 'Somebody else' },
  ownInvitations: {},
  acceptInvitation: { code: 'x'.repeat(30) },
  restoreOrganization: {},
  deleteOrganization: { confirm: 'x' },
}

onBothStores('the sweep takes what was registered, granted and given once it is not used', async service => {
  const tables = ['oauth_client', 'oauth_grant', 'oauth_record'] as const
  const { owner } = await service.organization()
  assert.deepEqual(await service.rowsIn(tables), { oauth_client: 0, oauth_grant: 0, oauth_record: 0 })
  await askConsent(service, await register(service), owner)
  const { program, tokens } = await connect(service, owner, restOf(service))
  await askForCode(service)
  // An authorization that waits; the code, the pair of tokens; the code that a device holds, and the one it shows.
  const before = await service.rowsIn(tables)
  assert.deepEqual([before.oauth_client, before.oauth_grant], [2, 1])
  assert.ok(before.oauth_record >= 5, JSON.stringify(before))
  await service.sweep()
  assert.deepEqual(await service.rowsIn(['oauth_client', 'oauth_grant']), { oauth_client: 2, oauth_grant: 1 })
  service.advance(DAY)
  await service.sweep()
  // The refresh token alone is left of what was given.
  assert.deepEqual(await service.rowsIn(tables), { oauth_client: 1, oauth_grant: 1, oauth_record: 1 })
  assert.ok((await refresh(program, tokens)).access_token)
  service.advance(30 * DAY)
  await service.sweep()
  assert.deepEqual(await service.rowsIn(tables), { oauth_client: 1, oauth_grant: 0, oauth_record: 0 })
  service.advance(60 * DAY)
  await service.sweep()
  assert.deepEqual(await service.rowsIn(tables), { oauth_client: 0, oauth_grant: 0, oauth_record: 0 })
})

everywhere(
  'a grant with every scope of an owner does nothing that asks a person in a browser',
  async world => {
    const { service, company } = world
    const { tokens } = await withAll(service, company.owner)
    const as = { key: tokens.access_token }
    const inBrowser = allOperations.filter(({ access }) => needsSession(access)).map(({ name }) => name)
    assert.ok(inBrowser.includes('makeKey') && inBrowser.includes('connectApp') && inBrowser.length > 15)
    for (const operation of inBrowser) await world.refused('session_required', operation, {}, { as })
    for (const [operation, input] of Object.entries(bySession))
      await world.refused('session_required', operation, input, { as })
  },
)

onBothStores('no page and no form takes a token for somebody signed in', async service => {
  const { owner, id: organization } = await service.organization()
  const { tokens } = await withAll(service, owner)
  const asked = await askConsent(service, await register(service), owner)
  asked.visitor.cookies.get(service.url)!.delete('sid')
  const headers = {
    ...bearer(tokens),
    ...{ cookie: asked.visitor.cookie(asked.page.at), 'sec-fetch-site': 'same-origin', origin: service.url },
  }
  const isSentToSignIn = ({ status, headers: { location } }: Received) =>
    status === 303 && location!.startsWith('/auth/sign-in')
  const consent = new URL(asked.page.at).pathname
  for (const path of ['/app', '/app/keys', '/app/security', '/app/apps', '/auth/device', consent])
    assert.ok(isSentToSignIn(await send(service.url + path, { headers })), path)
  const device = await askForCode(service)
  const forms: Record<string, Record<string, string>> = {
    '/app/keys': { name: 'Mine', kind: 'user', organization },
    '/auth/device': { code: device.user_code },
    '/auth/device/consent': { ticket: 'x', answer: 'allow', days: '30', 'artifacts:read': 'on' },
    [consent]: { answer: 'allow', days: '30', 'artifacts:read': 'on' },
  }
  const before = await service.rowsIn(['oauth_grant', 'api_key'])
  for (const [path, fields] of Object.entries(forms)) {
    const body = new URLSearchParams(fields).toString()
    const asForm = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await send(service.url + path, { method: 'POST', headers: asForm, body })
    assert.ok(answer.status === 401 || isSentToSignIn(answer), path)
  }
  assert.deepEqual(await service.rowsIn(['oauth_grant', 'api_key']), before)
})

onBothStores(
  'a token in a browser that is signed in counts alone: the session gives it nothing',
  async service => {
    const { owner } = await service.organization()
    const { tokens } = await withAll(service, owner)
    const { cookie } = owner.session
    const made = await send(`${service.url}/v1/keys`, {
      method: 'POST',
      headers: { ...bearer(tokens), ...asJson, cookie, 'sec-fetch-site': 'same-origin', origin: service.url },
      body: JSON.stringify({ name: 'Mine', kind: 'user' }),
    })
    assert.deepEqual([made.status, made.json.code], [403, 'session_required'])
  },
)

onBothStores(
  'what takes a session says of an app, a key and a guest that they cannot do it',
  async service => {
    const { owner } = await service.organization()
    const { tokens } = await withAll(service, owner)
    const guest = await guestSession(service.context, freshAddress('guest'))
    for (const [shown, who] of [
      [bearer(tokens), 'A connected app'],
      [{ authorization: `Bearer ${owner.key}` }, 'A key'],
      [{ ...guest, origin: service.url }, 'A guest'],
    ] as const) {
      const body = JSON.stringify({ name: 'Mine', kind: 'user' })
      const made = await send(`${service.url}/v1/keys`, {
        method: 'POST',
        headers: { ...shown, ...asJson },
        body,
      })
      assert.equal(made.json.code, 'session_required')
      assert.equal(made.json.detail, `Do this signed in, in the dashboard. ${who} cannot do it.`)
    }
  },
)

onBothStores(
  'a transfer belongs to the grant: its next token takes it up, another app does not',
  async service => {
    const { owner } = await service.organization()
    const { program, tokens } = await connect(service, owner, restOf(service))
    const bytes = '# A'
    const announced = await send(`${service.url}/v1/uploads`, {
      method: 'POST',
      headers: { ...bearer(tokens), ...asJson },
      body: JSON.stringify({ sizeBytes: bytes.length, filename: 'a.md' }),
    })
    assert.equal((await send(announced.json.url, { method: 'PUT', body: bytes })).status, 200)
    const publish = (by: Tokens) =>
      send(`${service.url}/v1/artifacts`, {
        method: 'POST',
        headers: { ...bearer(by), 'content-type': 'multipart/form-data; boundary=x' },
        body: `--x\r\nContent-Disposition: form-data; name="uploadId"\r\n\r\n${announced.json.uploadId}\r\n--x--\r\n`,
      })
    const other = await connect(service, owner, restOf(service))
    const next = await refresh(program, tokens)
    assert.equal((await publish(other.tokens)).status >= 400, true)
    const made = await publish(next)
    assert.equal(made.status, 201, made.text)
  },
)

onBothStores(
  'requests count for the grant: another token of it has no further share, another grant has',
  async service => {
    const { owner } = await service.organization()
    const { program, tokens } = await connect(service, owner, restOf(service))
    const write = (by: Tokens) =>
      send(`${service.url}/v1/artifacts/Zabcdefghi`, { method: 'DELETE', headers: bearer(by) })
    const statuses = await Promise.all(Array.from({ length: 121 }, async () => (await write(tokens)).status))
    assert.ok(statuses.includes(429), statuses.join())
    const next = await refresh(program, tokens)
    assert.equal((await write(next)).status, 429)
    const other = await connect(service, owner, restOf(service))
    assert.notEqual((await write(other.tokens)).status, 429)
  },
  { RECTO_RATE_LIMITS: 'on' },
)

onBothStores(
  'an answer kept for a repeat belongs to the grant, and to no other of the same person',
  async service => {
    const { owner } = await service.organization()
    const [one, two] = [
      await connect(service, owner, restOf(service)),
      await connect(service, owner, restOf(service)),
    ]
    const publish = (by: Tokens) =>
      send(`${service.url}/v1/artifacts`, {
        method: 'POST',
        headers: {
          ...bearer(by),
          'content-type': 'multipart/form-data; boundary=x',
          'idempotency-key': 'once',
        },
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n# A\r\n--x--\r\n',
      })
    const first = await publish(one.tokens)
    const again = await publish(await refresh(one.program, one.tokens))
    const other = await publish(two.tokens)
    assert.deepEqual([again.json.shortId, again.headers['idempotent-replay']], [first.json.shortId, 'true'])
    assert.notEqual(other.json.shortId, first.json.shortId)
  },
)

onBothStores(
  'governing over a grant asks for the scope, not for a proof that it cannot give',
  async service => {
    const company = await service.organization()
    const [{ tokens }, reading] = [
      await withAll(service, company.owner),
      await connect(service, company.owner, restOf(service)),
    ]
    service.advance(30 * 60_000)
    const change = (by: Tokens) =>
      send(`${service.url}/v1/organization`, {
        method: 'PATCH',
        headers: { ...bearer(by), ...asJson },
        body: JSON.stringify({ policy: { allowPublic: false } }),
      })
    const refused = await change(reading.tokens)
    assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope'])
    assert.equal((await change(tokens)).status, 200)
  },
)
