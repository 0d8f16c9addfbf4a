// Limits counted in rows: the last use that a limit allows passes, the next is 429, and `Retry-After` says when there is one again.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { startDns } from '../support/dns.ts'
import { closeConnections, multipart, type Received, type Sent, send } from '../support/http.ts'
import { startLiedTo } from '../support/lied-to.ts'
import { freshAddress, guestSession } from '../support/people.ts'
import { fromRoot } from '../support/project-root.ts'
import { wrong } from '../support/sign-in.ts'
import { newVisitor } from '../support/visitor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const dns = await startDns()
const env = { RECTO_RATE_LIMITS: 'on', RECTO_TRUST_PROXY: '1', RECTO_DNS: dns.address }
const stage = await startLiedTo(env)
const { provider, service } = stage
const { context, url } = service
after(async () => {
  closeConnections()
  await stage.stop()
  await dns.stop()
})

type Use = () => Promise<Received>

interface Counter {
  /** The name of its uses in the plural, as in the refusal. */
  what: string
  of: string
  limit: number
  windowMs: number
  /** Uses after which the clock goes on by an hour, where a shorter limit would refuse the next one. */
  pauseAfter?: number
  /** Status of a use that is allowed. */
  passes: number
  /** Makes what a use needs; one that nobody counted before. */
  prepare(): Promise<Use>
}

const counters: Counter[] = [
  {
    ...{ what: 'uploads', of: 'one network in an hour', limit: 20, windowMs: HOUR, passes: 201 },
    prepare: async () => from(newNetwork(), 'POST', '/v1/public/uploads', json({ sizeBytes: 1 })),
  },
  {
    ...{ what: 'previews', of: 'one network in an hour', limit: 5, windowMs: HOUR, passes: 201 },
    prepare: async () => from(newNetwork(), 'POST', '/v1/public/artifacts', file()),
  },
  {
    ...{ what: 'previews', of: 'one network in a day', limit: 20, windowMs: DAY, passes: 201, pauseAfter: 5 },
    prepare: async () => from(newNetwork(), 'POST', '/v1/public/artifacts', file()),
  },
  {
    ...{ what: 'reports', of: 'one network in a day', limit: 10, windowMs: DAY, passes: 200 },
    prepare: async () => {
      const id = await publicPage()
      return from(newNetwork(), 'POST', `/report/${id}`, form({ reason: 'It is not what it says.' }))
    },
  },
  {
    ...{ what: 'codes', of: 'one network in an hour', limit: 20, windowMs: HOUR, passes: 202 },
    prepare: async () => {
      const network = newNetwork()
      return () => from(network, 'POST', '/auth/code', json({ email: freshAddress() }))()
    },
  },
  {
    ...{ what: 'codes', of: 'one address and network in an hour', limit: 5, windowMs: HOUR, passes: 202 },
    prepare: async () => from(newNetwork(), 'POST', '/auth/code', json({ email: freshAddress() })),
  },
  {
    ...{ what: 'codes', of: 'one address and network in a day', limit: 10, windowMs: DAY, passes: 202 },
    pauseAfter: 5,
    prepare: async () => from(newNetwork(), 'POST', '/auth/code', json({ email: freshAddress() })),
  },
  {
    ...{ what: 'codes', of: 'one address in a day', limit: 20, windowMs: DAY, passes: 202, pauseAfter: 10 },
    prepare: async () => {
      const email = freshAddress()
      const networks = Array.from({ length: 5 }, newNetwork)
      let uses = 0
      return () => from(networks[Math.floor(uses++ / 5)]!, 'POST', '/auth/code', json({ email }))()
    },
  },
  {
    ...{ what: 'codes', of: 'one person, of the second factor in an hour', limit: 10, windowMs: HOUR },
    passes: 422,
    prepare: async () => {
      const { cookie, secret } = await protectedOwner()
      service.advance(HOUR)
      return () => signed(cookie, 'POST', '/v1/me/second-factor/end', { code: wrong(shown(secret)) })
    },
  },
  {
    ...{ what: 'codes', of: 'one person, of the second factor in the form, in an hour', limit: 10 },
    ...{ windowMs: HOUR, passes: 422 },
    prepare: async () => {
      const company = await service.organization()
      const { cookie } = company.owner.session
      const given = form({ code: '000000', organization: company.id })
      const headers = { ...given.headers, cookie, 'sec-fetch-site': 'same-origin' }
      await signed(cookie, 'POST', '/v1/me/second-factor')
      return () => send(`${url}/app/security/factor/confirm`, { ...given, method: 'POST', headers })
    },
  },
  {
    ...{ what: 'sign-ins', of: 'one network in a minute', limit: 60, windowMs: 60_000, passes: 403 },
    prepare: async () => from(newNetwork(), 'GET', '/auth/google/callback?code=a&state=b', page),
  },
  {
    ...{ what: 'tries to link an account', of: 'one address in an hour', limit: 5, windowMs: HOUR },
    passes: 200,
    prepare: linkings,
  },
  {
    ...{ what: 'tries to link an account', of: 'one address in a day', limit: 10, windowMs: DAY },
    ...{ passes: 200, pauseAfter: 5 },
    prepare: linkings,
  },
  {
    ...{ what: 'invitations', of: 'one organization in a day', limit: 200, windowMs: DAY, passes: 201 },
    pauseAfter: 100,
    prepare: async () => {
      const { cookie } = (await service.organization()).owner.session
      const path = '/v1/organization/invitations'
      return () => signed(cookie, 'POST', path, { email: freshAddress(), role: 'member' })
    },
  },
  {
    ...{ what: 'invitations', of: 'one address in a day', limit: 10, windowMs: DAY, passes: 201 },
    prepare: async () => {
      const email = freshAddress()
      const companies = await Promise.all(Array.from({ length: 2 }, () => service.organization()))
      let uses = 0
      return () => {
        const { cookie } = companies[uses++ % 2]!.owner.session
        return signed(cookie, 'POST', '/v1/organization/invitations', { email, role: 'member' })
      }
    },
  },
  {
    ...{ what: 'looks at DNS', of: 'one organization in an hour', limit: 60, windowMs: HOUR, passes: 409 },
    prepare: async () => {
      const { cookie } = (await service.organization()).owner.session
      const named = await signed(cookie, 'POST', '/v1/organization/domains', { name: 'limits.example' })
      assert.equal(named.status, 201, named.text)
      return () => signed(cookie, 'POST', `/v1/organization/domains/${named.json.id}/verify`)
    },
  },
  {
    ...{ what: 'requests for access', of: 'one person in a day', limit: 5, windowMs: DAY, passes: 202 },
    prepare: async () => {
      const { cookie } = await guestSession(context, freshAddress())
      return () => signed(cookie, 'POST', '/v1/artifacts/aB3dEfGh1J/access-requests', {})
    },
  },
  ...(['free', 'pro'] as const).map(
    (plan): Counter => ({
      ...{ what: 'mails about sharing', of: `one person in a day, on ${plan}`, windowMs: DAY, passes: 200 },
      limit: plan === 'free' ? 10 : 50,
      prepare: async () => {
        const { cookie } = (await service.organization(plan)).owner.session
        const id = await publicPage(cookie)
        return () =>
          signed(cookie, 'PATCH', `/v1/artifacts/${id}`, { addSharedWith: [freshAddress()], notify: true })
      },
    }),
  ),
]

for (const counter of counters)
  test(`${counter.limit} ${counter.what} of ${counter.of}, and not one more until Retry-After is over`, async () => {
    const use = await counter.prepare()
    const first = await span(use)
    assert.equal(first.answer.status, counter.passes, first.answer.text.slice(0, 500))
    for (let uses = 1; uses < counter.limit; uses++) {
      if (uses % (counter.pauseAfter ?? Infinity) === 0) service.advance(HOUR)
      assert.equal((await use()).status, counter.passes, `use ${uses + 1}`)
    }
    if (counter.pauseAfter !== undefined) service.advance(HOUR)
    const { answer, began, ended } = await span(use)
    assert.equal(answer.status, 429)
    assert.ok(answer.text.includes(`Too many ${counter.what}.`), answer.text.slice(0, 500))
    const wait = Number(answer.headers['retry-after'])
    const free = (at: number, now: number) => Math.ceil((at + counter.windowMs - now) / 1000)
    assert.ok(wait >= free(first.began, ended) && wait <= free(first.ended, began), `${wait} seconds`)
    assert.equal(answer.headers.ratelimit, `"default";r=0;t=${wait}`)
    const policy = `"default";q=${counter.limit};w=${counter.windowMs / 1000}`
    assert.equal(answer.headers['ratelimit-policy'], policy)
    service.advance(wait * 1000)
    assert.equal((await use()).status, counter.passes, 'after the wait')
  })

test('everything that is counted in rows stands in the table', () => {
  const sources = globSync('src/**/*.ts', { cwd: fromRoot('.') }).map(path =>
    readFileSync(fromRoot(path), 'utf8'),
  )
  const named = sources.flatMap(text =>
    [...text.matchAll(/\bwhat: '([^']+)', name/g)].map(([, what]) => what),
  )
  assert.deepEqual([...new Set(named)].sort(), [...new Set(counters.map(({ what }) => what))].sort())
})

/** Uses it once and returns the moments of the service's clock around it. */
async function span(use: Use): Promise<{ answer: Received; began: number; ended: number }> {
  const began = context.clock()
  const answer = await use()
  return { answer, began, ended: context.clock() }
}

let networks = 0
const newNetwork = (): string => `198.18.1.${++networks}`

const page: Sent = { headers: { accept: 'text/html' } }

const json = (value: object): Sent => ({
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(value),
})

const form = (fields: Record<string, string>): Sent => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: url },
  body: new URLSearchParams(fields).toString(),
})

const file = (fields: Record<string, string> = {}): Sent =>
  multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: '# A page', filename: 'page.md' },
  ])

/** A request as the proxy hands it on. */
const from =
  (network: string, method: string, path: string, { headers, body }: Sent): Use =>
  () =>
    send(url + path, {
      ...{ method, ...(body !== undefined && { body }) },
      headers: { ...headers, 'x-forwarded-for': network },
    })

/** A request of the person in a browser. */
function signed(cookie: string, method: string, path: string, value: object = {}): Promise<Received> {
  const { headers, body } = json(value)
  return send(url + path, { method, headers: { ...headers, cookie, origin: url }, body: body! })
}

async function publicPage(cookie?: string): Promise<string> {
  const by = cookie ?? (await service.organization()).owner.session.cookie
  const { headers, body } = file({ visibility: 'public' })
  const sent = { method: 'POST', headers: { ...headers, cookie: by, origin: url }, body: body! }
  const made = await send(`${url}/v1/artifacts`, sent)
  assert.equal(made.status, 201, made.text)
  return made.json.shortId
}

const shown = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: context.clock() })

async function protectedOwner(): Promise<{ email: string; cookie: string; secret: string }> {
  const { email, session } = (await service.organization('pro')).owner
  const { secret } = (await signed(session.cookie, 'POST', '/v1/me/second-factor')).json
  const code = shown(secret)
  assert.equal((await signed(session.cookie, 'POST', '/v1/me/second-factor/confirm', { code })).status, 200)
  service.advance(30_000)
  return { email, cookie: session.cookie, secret }
}

/** Comes back from the provider as somebody whose second factor is still to be asked for. */
async function linkings(): Promise<Use> {
  const { email } = await protectedOwner()
  const network = newNetwork()
  return () => {
    provider.claims = { sub: `sub-of-${email}`, email, email_verified: true, hd: 'example.com' }
    return stage.attempt('google', undefined, newVisitor(undefined, { 'x-forwarded-for': network }))
  }
}
