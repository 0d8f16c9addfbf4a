// A sign-in provider that lies, breaks or hangs: nobody is signed in, nothing is half done, and a page says what to do.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import { generateKeyPair, UnsecuredJWT } from 'jose'
import { closeConnections } from '../support/http.ts'
import { clientSecret, startLiedTo, tenant } from '../support/lied-to.ts'
import type { Lies, Told } from '../support/lying-provider.ts'

const stage = await startLiedTo()
const { provider, service } = stage
after(async () => {
  closeConnections()
  await stage.stop()
})

const saying =
  (claims: Record<string, unknown>) =>
  (told: Told): Told => ({ ...told, claims: { ...told.claims, ...claims } })

const now = Math.floor(Date.now() / 1000)
const { privateKey: strangeKey } = await generateKeyPair('RS256')

const unsecured = ({ claims }: Told): Told => {
  const token = new UnsecuredJWT(claims).encode()
  return { claims, header: {}, token }
}

const bySecret = (told: Told): Told => ({
  ...told,
  header: { alg: 'HS256' },
  key: new TextEncoder().encode(clientSecret),
})

const tokens: Record<string, Lies> = {
  'of another issuer': { told: saying({ iss: 'https://evil.example' }) },
  'for another audience': { told: saying({ aud: 'somebody-else' }) },
  'for several audiences, authorized for another': {
    told: saying({ aud: ['client-of-google', 'somebody-else'], azp: 'somebody-else' }),
  },
  'with another nonce': { told: saying({ nonce: 'another' }) },
  'without a nonce': { told: saying({ nonce: undefined }) },
  'that has expired': { told: saying({ iat: now - 900, exp: now - 600 }) },
  'that never expires': { told: saying({ exp: undefined }) },
  'that begins tomorrow': { told: saying({ nbf: now + 86_400 }) },
  'without a subject': { told: saying({ sub: undefined }) },
  'whose subject is longer than one can be': { told: saying({ sub: 's'.repeat(256) }) },
  'signed by another key under the same name': { told: told => ({ ...told, key: strangeKey }) },
  'signed under the name of a key that is not there': {
    told: told => ({ ...told, header: { ...told.header, kid: 'two' } }),
  },
  'that is not signed at all': { told: unsecured },
  'that is not signed, as discovery permits': {
    told: unsecured,
    discovery: () => ({ id_token_signing_alg_values_supported: ['none', 'RS256'] }),
  },
  "signed with the client's secret": {
    told: bySecret,
    discovery: () => ({ id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
  },
  'that is no token': { told: told => ({ ...told, token: 'e30.e30.e30' }) },
  'that is missing': { tokens: ({ id_token: _, ...rest }) => rest },
}

describe('an ID token', () => {
  test('that is honest signs in, so that what follows proves something', async () => {
    const { email } = await stage.member('google')
    const { at, visitor } = await stage.attempt('google')
    assert.equal(at, `${service.url}/docs`)
    assert.ok(visitor.cookies.get(service.url)?.get('sid'))
    assert.equal((await service.context.records.people.personByEmail(email))?.email, email)
    const exchange = provider.exchanges.at(-1)!
    assert.match(exchange.get('code_verifier') ?? '', /^[\w~.-]{43,}$/)
    assert.equal(exchange.get('redirect_uri'), `${service.url}/auth/google/callback`)
  })

  for (const [what, lies] of Object.entries(tokens))
    test(`${what} signs nobody in`, async () => {
      await stage.refused('google', lies)
    })
})

const addresses = {
  google: {
    'that is missing': { email: undefined },
    'that is not verified': { email_verified: false },
    'of which nothing is said': { email_verified: undefined },
    'that is verified by a word': { email_verified: 'true' },
    'that is no address': { email: 'ana@example.com, ben@example.com' },
    'of somebody who once had a third address': { hd: undefined },
  },
  microsoft: {
    'that is missing, beside a name that looks like one': {
      email: undefined,
      preferred_username: 'ana@example.com',
      upn: 'ana@example.com',
    },
    'without xms_edov': { xms_edov: undefined },
    'that a tenant calls verified in another claim': {
      xms_edov: undefined,
      email_verified: true,
      verified_primary_email: ['ana@example.com'],
    },
    'whose domain nobody has proven': { xms_edov: false },
    'whose domain nobody has proven, in a word': { xms_edov: '0' },
    'that names the tenant of personal accounts and is of another': {
      xms_edov: undefined,
      tid: tenant,
      idp: 'live.com',
    },
  },
} as const

for (const name of ['google', 'microsoft'] as const)
  describe(`an address of ${name}`, () => {
    for (const [what, claims] of Object.entries(addresses[name]))
      test(`${what} neither links nor joins, and a code is offered`, async () => {
        const { status, text } = await stage.refused(name, { told: saying(claims) })
        assert.equal(status, 403)
        assert.match(text, /Sign in with a code sent to the address/)
      })
  })

test('an address at Gmail, and one of a personal Microsoft account, need no more', async () => {
  const { email } = await stage.member('google')
  const company = await service.organization('pro')
  const gmail = email.replace(/@.*/, '@gmail.com')
  await company.join('member', gmail)
  Object.assign(provider.claims, { email: gmail, hd: undefined })
  assert.equal((await stage.attempt('google')).at, `${service.url}/docs`)
  await stage.member('microsoft')
  const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
  Object.assign(provider.claims, { tid: personal, xms_edov: undefined })
  assert.equal((await stage.attempt('microsoft')).at, `${service.url}/docs`)
})

const tenants: Record<string, Record<string, unknown>> = {
  'another tenant than the token names': {
    iss: 'https://login.microsoftonline.com/00000000-0000-4000-8000-000000000000/v2.0',
  },
  'no tenant': { tid: undefined },
  'the template itself': { iss: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
  'another host': { iss: `https://login.microsoftonline.com.evil.example/${tenant}/v2.0` },
}

describe('an issuer at Microsoft', () => {
  for (const [what, claims] of Object.entries(tenants))
    test(`that is ${what} signs nobody in`, async () => {
      await stage.refused('microsoft', { told: saying(claims) })
    })

  test('that is one tenant admits that tenant alone', async () => {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    const single = await startLiedTo({ MICROSOFT_ISSUER: issuer })
    try {
      await single.member('microsoft')
      assert.equal((await single.attempt('microsoft')).at, `${single.service.url}/docs`)
      const other = '00000000-0000-4000-8000-000000000000'
      const iss = `https://login.microsoftonline.com/${other}/v2.0`
      await single.refused('microsoft', { told: saying({ iss, tid: other }) })
    } finally {
      await single.stop()
    }
  })
})

const huge = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(`{"issuer":"${'x'.repeat(1_000_000)}"}`)
}
const page = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
const failing = (response: ServerResponse) => void response.writeHead(500).end()
const elsewhere = (response: ServerResponse) =>
  void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
const silent = () => undefined
const dripping = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drops = setInterval(() => response.write(' '), 500)
  response.once('close', () => clearInterval(drops))
}
const nonsense = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"')

const broken: Record<string, Lies> = {
  'answers discovery endlessly long': { instead: { discovery: huge } },
  'answers tokens endlessly long': { instead: { token: huge } },
  'answers keys endlessly long': { instead: { keys: huge } },
  'never answers discovery': { instead: { discovery: silent } },
  'never answers for keys': { instead: { keys: silent } },
  'never answers for tokens': { instead: { token: silent } },
  'answers for tokens drop by drop': { instead: { token: dripping } },
  'answers discovery with a page': { instead: { discovery: page } },
  'answers for tokens with a page': { instead: { token: page } },
  'answers for tokens with half a document': { instead: { token: nonsense } },
  'fails at discovery': { instead: { discovery: failing } },
  'fails at tokens': { instead: { token: failing } },
  'fails at keys': { instead: { keys: failing } },
  'leads discovery elsewhere': { instead: { discovery: elsewhere } },
  'leads tokens elsewhere': { instead: { token: elsewhere } },
  'names another issuer in discovery': { discovery: () => ({ issuer: 'https://evil.example' }) },
  'names no token endpoint': { discovery: () => ({ token_endpoint: undefined }) },
  'names no keys': { discovery: () => ({ jwks_uri: undefined }) },
  'names the metadata of a cloud': {
    discovery: () => ({ token_endpoint: 'http://169.254.169.254/latest/meta-data' }),
  },
  'names a private address': { discovery: () => ({ token_endpoint: 'https://10.0.0.1/token' }) },
  'names this machine': { discovery: () => ({ jwks_uri: 'https://localhost:1/keys' }) },
  'names this machine in IPv6': { discovery: () => ({ jwks_uri: 'https://[::1]/keys' }) },
  'names this machine in disguise': { discovery: () => ({ jwks_uri: 'https://[::ffff:7f00:1]/keys' }) },
  'names a script to go to': { discovery: () => ({ authorization_endpoint: 'javascript:alert(1)' }) },
  'names an open line to go to': { discovery: () => ({ authorization_endpoint: 'http://example.com/' }) },
}

describe('a provider that', () => {
  for (const [what, lies] of Object.entries(broken))
    test(`${what} signs nobody in, and works again when it answers`, async () => {
      const { headers } = await stage.refused('google', lies)
      assert.equal(headers.location, undefined)
      stage.forget()
      assert.equal((await stage.attempt('google')).at, `${service.url}/docs`)
    })
})
