// Cookies letter by letter, over http and https: flags, names, new tokens, and how they end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { serviceOn } from '../support/common-service.ts'
import { freePort } from '../support/free-port.ts'
import { type Received, type Sent, send } from '../support/http.ts'
import { freshAddress } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

/** A service with the address its users see, and how to reach it behind the proxy that would end TLS. */
interface Site {
  service: Running
  scheme: 'http' | 'https'
  send(path: string, sent?: Sent & { headers?: Record<string, string> }): Promise<Received>
}

const port = await freePort()
const settings = {
  http: {},
  https: { PORT: String(port), RECTO_URL: 'https://localhost' },
}

async function open(scheme: Site['scheme']): Promise<Site> {
  const service = await serviceOn('sqlite', settings[scheme])
  if (isSkip(service)) throw new Error(service.skip)
  const behind = scheme === 'https' ? `http://127.0.0.1:${port}` : service.url
  const host = new URL(service.url).host
  return {
    service,
    scheme,
    send: (path, { headers, ...sent } = {}) =>
      send(behind + path, { ...sent, headers: { host, origin: service.url, ...headers } }),
  }
}

const names = {
  http: { session: 'sid', handle: 'ask', pending: 'pending-sign-in', known: 'known' },
  https: {
    session: '__Host-sid',
    handle: '__Host-ask',
    pending: '__Host-pending-sign-in',
    known: '__Host-known',
  },
}

/** The one cookie of an answer, whose name and flags are as they must be. */
function cookieIn(
  { scheme }: Site,
  { headers }: Received,
  kind: keyof (typeof names)['http'],
): { value: string; life: number } {
  assert.equal(headers['set-cookie']?.length, 1)
  const [cookie] = headers['set-cookie']!
  const [pair = '', ...flags] = cookie!.split('; ')
  const [name, value = ''] = pair.split('=')
  assert.equal(name!.replace(/-[0-9a-f]{16}$/, ''), names[scheme][kind])
  const life = flags.find(flag => flag.startsWith('Max-Age='))!
  assert.deepEqual(flags.sort(), [
    'HttpOnly',
    life,
    'Path=/',
    'SameSite=Lax',
    ...(scheme === 'https' ? ['Secure'] : []),
  ])
  return { value, life: Number(life.split('=')[1]) }
}

type Shown = ReturnType<typeof cookieIn>

/** The answer as if it set that cookie alone. */
const only = (answer: Received, place: number): Received => ({
  ...answer,
  headers: { 'set-cookie': [answer.headers['set-cookie']![place]!] },
})

const form = (fields: Record<string, string>, cookie?: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    ...(cookie !== undefined && { cookie }),
  },
  body: new URLSearchParams(fields).toString(),
})

/** Signs in as a browser does; answers the token. */
async function signIn(
  site: Site,
  email: string,
  fields: Record<string, string> = {},
  held = '',
): Promise<string> {
  const asked = await site.send('/auth/code', form({ email, ...fields }, held))
  assert.equal(asked.status, 202)
  const handle = cookieIn(site, asked, 'handle')
  assert.deepEqual([handle.value.length, handle.life], [22, 600])
  const code = await site.service.mail.code(email)
  const cookie = `${names[site.scheme].handle}=${handle.value}; ${held}`
  const answer = await site.send('/auth/code/verify', form({ email, code, ...fields }, cookie))
  assert.equal(answer.status, 303)
  const [session, known] = [0, 1].map(place =>
    cookieIn(site, only(answer, place), place === 0 ? 'session' : 'known'),
  ) as [Shown, Shown]
  assert.equal(answer.headers['set-cookie']!.length, 2)
  assert.match(known.value, /^\w{22}\.[0-9a-f]{64}$/)
  assert.equal(known.life, 400 * 86_400)
  assert.match(session.value, /^\w{44}$/)
  assert.equal(session.life, 30 * 86_400)
  return session.value
}

for (const scheme of ['http', 'https'] as const) {
  test(`over ${scheme} every cookie has its name, its flags and no more`, async () => {
    const site = await open(scheme)
    const email = freshAddress()
    const session = (token: string) => `${names[scheme].session}=${token}`
    const first = await signIn(site, email)
    const again = await signIn(site, email, { again: '1' }, session(first))
    assert.notEqual(again, first)
    const out = await site.send('/auth/sign-out', form({}, session(again)))
    assert.deepEqual(cookieIn(site, out, 'session'), { value: '', life: 0 })
    assert.equal(out.headers['clear-site-data'], '"cache", "storage"')
    for (const token of [first, again])
      assert.equal((await site.send('/v1/me', { headers: { cookie: session(token) } })).status, 401)
  })

  test(`over ${scheme} the cookie between two factors is no session, and goes with the second`, async () => {
    const site = await open(scheme)
    const email = freshAddress()
    const cookie = `${names[scheme].session}=${await signIn(site, email)}`
    const api = async (path: string, fields: object) => {
      const headers = { cookie, 'content-type': 'application/json' }
      return (await site.send(path, { method: 'POST', headers, body: JSON.stringify(fields) })).json
    }
    const { secret } = await api('/v1/me/second-factor', {})
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const shown = () => app.generate({ timestamp: site.service.context.clock() })
    await api('/v1/me/second-factor/confirm', { code: shown() })
    site.service.advance(30_000)
    const asked = await site.send('/auth/code', form({ email }))
    const handle = `${names[scheme].handle}=${cookieIn(site, asked, 'handle').value}`
    const code = await site.service.mail.code(email)
    const halfway = await site.send('/auth/code/verify', form({ email, code }, handle))
    const pending = cookieIn(site, halfway, 'pending')
    assert.deepEqual([pending.value.length, pending.life], [32, 600])
    for (const name of [names[scheme].session, names[scheme].pending])
      assert.equal(
        (await site.send('/v1/me', { headers: { cookie: `${name}=${pending.value}` } })).status,
        401,
      )
    const done = await site.send(
      '/auth/second-factor',
      form({ code: shown() }, `${names[scheme].pending}=${pending.value}`),
    )
    assert.equal(done.headers['set-cookie']!.length, 3)
    assert.deepEqual(cookieIn(site, only(done, 0), 'pending'), { value: '', life: 0 })
    assert.match(cookieIn(site, only(done, 1), 'session').value, /^\w{44}$/)
    assert.equal(cookieIn(site, only(done, 2), 'known').life, 400 * 86_400)
  })

  test(`over ${scheme} a session counts under its own name alone`, async () => {
    const site = await open(scheme)
    const token = await signIn(site, freshAddress())
    const status = async (cookie: string) => (await site.send('/v1/me', { headers: { cookie } })).status
    const { session } = names[scheme]
    assert.equal(await status(`theme=dark; ${session}=${token}; x=y`), 200)
    for (const name of ['sid', '__Host-sid', '__Secure-sid', 'SID', 'xsid', 'session', 'ask'])
      assert.equal(await status(`${name}=${token}`), name === session ? 200 : 401, name)
    for (const value of ['', 'x', `${token}x`, token.slice(1), token.toUpperCase(), `"${token}"`, '%00'])
      assert.equal(await status(`${session}=${value}`), 401, value)
  })

  test(`over ${scheme} every answer says how it must be fetched next time`, async () => {
    const site = await open(scheme)
    for (const path of ['/', '/v1/me', '/auth/sign-in', '/healthz', '/zzzzzzzzzz', '/v1/nothing']) {
      const { headers } = await site.send(path)
      const strict = scheme === 'https' ? 'max-age=31536000; includeSubDomains' : undefined
      assert.equal(headers['strict-transport-security'], strict, path)
    }
  })
}
