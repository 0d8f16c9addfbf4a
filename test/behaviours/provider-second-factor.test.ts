// The second factor where a provider signs somebody in: asked for once, when only the address says whose account it is.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { randomToken } from '../../src/crypto.ts'
import { closeConnections, type Received, send } from '../support/http.ts'
import { startLiedTo } from '../support/lied-to.ts'
import type { Company } from '../support/people.ts'
import { newVisitor, type Visitor } from '../support/visitor.ts'

const stage = await startLiedTo()
const { provider, service } = stage
const { url } = service
after(async () => {
  closeConnections()
  await stage.stop()
})

const json = (method: string, path: string, cookie: string, body?: object): Promise<Received> =>
  send(url + path, {
    method,
    headers: { accept: 'application/json', origin: url, 'content-type': 'application/json', cookie },
    body: body && JSON.stringify(body),
  })

/** A company whose owner has switched a second factor on, and what the app shows. */
async function protectedOwner(): Promise<{ company: Company; shown: () => string }> {
  const company = await service.organization('pro')
  const { cookie } = company.owner.session
  const { secret } = (await json('POST', '/v1/me/second-factor', cookie)).json
  const shown = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.context.clock() })
  const confirmed = await json('POST', '/v1/me/second-factor/confirm', cookie, { code: shown() })
  assert.equal(confirmed.status, 200, confirmed.text)
  service.advance(30_000)
  return { company, shown }
}

function become(email: string, sub = `sub-${randomToken(12)}`): void {
  provider.claims = { sub, email, email_verified: true, hd: 'example.com' }
}

const session = (visitor: Visitor): string | undefined => visitor.cookies.get(url)?.get('sid')

async function factorAsked(visitor = newVisitor()): Promise<Visitor> {
  const { text, status } = await stage.attempt('google', undefined, visitor)
  assert.equal(status, 200)
  assert.match(text, /action="\/auth\/second-factor"/)
  assert.equal(session(visitor), undefined, 'the provider alone begins no session')
  return visitor
}

const identities = async (cookie: string) => (await json('GET', '/v1/me/identities', cookie)).json.data

test('an account that has only the address in common is linked after the second factor, and known from then on', async () => {
  const { company, shown } = await protectedOwner()
  const { owner } = company
  become(owner.email, 'sub-of-the-owner')
  const visitor = await factorAsked()
  assert.deepEqual(await identities(owner.session.cookie), [])
  const wrong = await visitor.post(`${url}/auth/second-factor`, { code: '000000', next: '/docs' })
  assert.deepEqual([wrong.status, session(visitor)], [422, undefined])
  const done = await visitor.post(`${url}/auth/second-factor`, { code: shown(), next: '/docs' })
  assert.equal(done.at, `${url}/docs`)
  const cookie = `sid=${session(visitor)}`
  const [linked] = await identities(cookie)
  assert.equal(linked.provider, 'google')
  const { data } = (await json('GET', '/v1/sessions', cookie)).json
  assert.equal(data.find((each: { current: boolean }) => each.current).signedInBy, 'google')
  assert.equal((await json('GET', '/v1/me', cookie)).json.organization.id, company.id)
  const again = newVisitor()
  assert.equal((await stage.attempt('google', undefined, again)).at, `${url}/docs`)
  assert.ok(session(again), 'the account that is linked has a second factor of its own')
})

test('it is asked for also in a browser that is signed in, and again after the account was unlinked', async () => {
  const { company, shown } = await protectedOwner()
  become(company.owner.email, `sub-${randomToken(12)}`)
  const visitor = await factorAsked()
  await visitor.post(`${url}/auth/second-factor`, { code: shown(), next: '/docs' })
  const cookie = `sid=${session(visitor)}`
  const [linked] = await identities(cookie)
  assert.equal((await json('DELETE', `/v1/me/identities/${linked.id}`, cookie)).status, 204)
  await factorAsked()
})

test('the app is not guessed by beginning over and over: so many tries an hour for one address', async () => {
  const { company } = await protectedOwner()
  become(company.owner.email)
  for (let begun = 0; begun < 5; begun++) await factorAsked()
  assert.equal((await stage.attempt('google', undefined, newVisitor())).status, 429)
  service.advance(3_600_000)
  await factorAsked()
})

test('without a second factor nothing more is asked for', async () => {
  const company = await service.organization('pro')
  become(company.owner.email)
  const visitor = newVisitor()
  assert.equal((await stage.attempt('google', undefined, visitor)).at, `${url}/docs`)
  assert.ok(session(visitor))
})
