// Every way in which the authorization server can be misused, one line each: what is sent, and what must come of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Received, type Sent, send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import {
  answerConsent,
  askConsent,
  browserOf,
  commandLine,
  connect,
  everyday,
  exchange,
  type Program,
  redirect,
  register,
  type Tokens,
} from '../support/oauth-client.ts'
import type { Company } from '../support/people.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

let service: Running
let company: Company
let program: Program

before(async () => {
  const started = await startService()
  if (isSkip(started)) throw new Error(started.skip)
  service = started
  company = await service.organization()
  program = await register(service)
})

after(() => service.stop())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The fields that a well-behaved program sends; undefined leaves a parameter out, a list repeats it. */
type Fields = Readonly<Record<string, string | readonly string[] | undefined>>

function encoded(fields: Fields): string {
  const all = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map(each => [name, each] as [string, string]),
  )
  return new URLSearchParams(all).toString()
}

const asked = (more: Fields): string =>
  `${service.url}/oauth/authorize?${encoded({
    response_type: 'code',
    client_id: program.clientId,
    redirect_uri: redirect,
    scope: everyday,
    state: 'the-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })}`

/** Opens the request in the browser of somebody who is signed in. */
const authorize = (more: Fields) => browserOf(service, company.owner).open(asked(more), { until: redirect })

const postForm = (path: string, fields: Fields, more: Sent['headers'] = {}): Promise<Received> =>
  send(service.url + path, { method: 'POST', headers: { ...form, ...more }, body: encoded(fields) })

test('a request that may not be the program’s is shown to the person, and leads nowhere', async () => {
  const misused: Record<string, Fields> = {
    'no program': { client_id: undefined },
    'an unknown program': { client_id: 'nobody' },
    'a program with a strange name': { client_id: '../../etc/passwd' },
    'two programs': { client_id: [program.clientId, program.clientId] },
    'another host': { redirect_uri: 'http://elsewhere.example/callback' },
    'another path': { redirect_uri: 'http://127.0.0.1:3333/callback2' },
    'a longer path': { redirect_uri: `${redirect}/more` },
    'a shorter path': { redirect_uri: 'http://127.0.0.1:3333/' },
    'a closing slash': { redirect_uri: `${redirect}/` },
    'a path upwards': { redirect_uri: 'http://127.0.0.1:3333/x/../callback' },
    'a path upwards, encoded': { redirect_uri: 'http://127.0.0.1:3333/x/%2e%2e/callback' },
    'a query': { redirect_uri: `${redirect}?next=1` },
    'a fragment': { redirect_uri: `${redirect}#part` },
    'a user': { redirect_uri: 'http://127.0.0.1:3333@elsewhere.example/callback' },
    'a user of its own': { redirect_uri: 'http://user@127.0.0.1:3333/callback' },
    'another scheme': { redirect_uri: 'https://127.0.0.1:3333/callback' },
    'a script': { redirect_uri: 'javascript:alert(1)//127.0.0.1:3333/callback' },
    'another loopback name': { redirect_uri: 'http://localhost:3333/callback' },
    'the other loopback address': { redirect_uri: 'http://[::1]:3333/callback' },
    'the address as a number': { redirect_uri: 'http://2130706433:3333/callback' },
    'a name that begins alike': { redirect_uri: 'http://127.0.0.1.elsewhere.example:3333/callback' },
    'a backslash': { redirect_uri: 'http://127.0.0.1:3333\\@elsewhere.example/callback' },
    'a new line': { redirect_uri: `${redirect}\r\nLocation: https://elsewhere.example` },
    'an answer in the page': { response_mode: 'form_post' },
    'an answer in the fragment': { response_mode: 'fragment' },
    'an answer as a message': { response_mode: 'web_message' },
    'an answer as a token': { response_mode: 'jwt' },
  }
  for (const [name, more] of Object.entries(misused)) {
    const { status, headers, at } = await authorize(more)
    assert.deepEqual([status, headers.location, at.startsWith(redirect)], [400, undefined, false], name)
  }
})

test('what the program asks for wrongly is told to it, by name of the issuer, with its state, and never as a code', async () => {
  const misused: Record<string, [Fields, string]> = {
    'a token at once': [{ response_type: 'token' }, 'unsupported_response_type'],
    'an identity at once': [{ response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
    'both at once': [{ response_type: 'code token' }, 'unsupported_response_type'],
    nothing: [{ response_type: 'none' }, 'unsupported_response_type'],
    'no kind of answer': [{ response_type: undefined }, 'invalid_request'],
    'no challenge': [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    'a plain challenge': [{ code_challenge_method: 'plain' }, 'invalid_request'],
    'a challenge without its method': [{ code_challenge_method: undefined }, 'invalid_request'],
    'an unknown method': [{ code_challenge_method: 'S512' }, 'invalid_request'],
    'a short challenge': [{ code_challenge: 'short' }, 'invalid_request'],
    'a challenge of other letters': [{ code_challenge: `${challenge.slice(0, -1)}=` }, 'invalid_request'],
    'two challenges': [{ code_challenge: [challenge, challenge] }, 'invalid_request'],
    'two scopes': [{ scope: [everyday, 'org:write'] }, 'invalid_request'],
    'two kinds of answer': [{ response_type: ['code', 'token'] }, 'invalid_request'],
    'a request object': [{ request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    'a request elsewhere': [{ request_uri: 'https://elsewhere.example/r' }, 'request_uri_not_supported'],
    'its own registration': [{ registration: '{}' }, 'registration_not_supported'],
    'another server': [{ resource: 'https://elsewhere.example/v1/mcp' }, 'invalid_target'],
    'a resource with a slash': [{ resource: `${service.url}/v1/mcp/` }, 'invalid_target'],
    'no address as resource': [{ resource: 'mcp' }, 'invalid_target'],
    'a silent answer': [{ prompt: 'none' }, 'interaction_required'],
  }
  for (const [name, [more, error]] of Object.entries(misused)) {
    const { at, text } = await authorize(more)
    assert.match(at.slice(redirect.length), /^[?#]/, `${name}: ${text.slice(0, 400)}`)
    const said = new URLSearchParams(at.slice(redirect.length + 1))
    assert.deepEqual(
      [said.get('error'), said.get('iss'), said.get('code')],
      [error, `${service.url}/oauth`, null],
      `${name}: ${at}`,
    )
    assert.equal(said.get('state'), 'the-state', name)
  }
})

test('what is wrong before a person agreed is shown on a page, and leads to no other machine', async () => {
  const away = 'https://elsewhere.example/callback'
  const other = await register(service, { redirect_uris: [away, 'com.example.app:/callback'] })
  for (const redirect_uri of [away, 'com.example.app:/callback'])
    for (const more of [{ prompt: 'none' }, { response_type: 'token' }, { code_challenge_method: 'plain' }]) {
      const asked = { ...more, redirect_uri }
      const { page } = await askConsent(service, other, company.owner, asked)
      assert.deepEqual([page.status, page.headers.location], [400, undefined], JSON.stringify(asked))
    }
  const { page } = await askConsent(service, other, company.owner, { redirect_uri: away })
  assert.equal(page.status, 200, page.text)
})

test('removing is ticked beforehand for the command line on this machine alone', async () => {
  const scope = 'artifacts:read artifacts:delete'
  const ticked = async (asking: Program) => {
    const { page } = await askConsent(service, asking, company.owner, { scope })
    assert.match(page.text, /id="artifacts:delete"/)
    return /<input[^>]*id="artifacts:delete"[^>]* checked/.test(page.text)
  }
  assert.equal(await ticked(await register(service)), false)
  assert.equal(await ticked(await commandLine(service)), true)
})

test('the endpoints take their own method and forms, and nothing in the address', async () => {
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/device', '/oauth/register']) {
    const { status, headers } = await send(service.url + path)
    assert.deepEqual([status, headers.allow], [405, 'POST'], path)
  }
  assert.equal((await postForm('/oauth/authorize', { client_id: program.clientId })).status, 405)
  for (const path of [
    '/oauth/register/abc',
    '/oauth/introspect',
    '/oauth/par',
    '/oauth/me',
    '/oauth/auth/device',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      assert.equal((await send(service.url + path, { method, body: '' })).status, 404, `${method} ${path}`)
  const fields = encoded({ grant_type: 'refresh_token', client_id: program.clientId, refresh_token: 'x' })
  const inAddress = await send(`${service.url}/oauth/token?${fields}`, {
    method: 'POST',
    headers: form,
    body: '',
  })
  assert.deepEqual([inAddress.status, inAddress.json.error], [400, 'invalid_request'])
  const asJson = await send(`${service.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(fields))),
  })
  assert.deepEqual([asJson.status, asJson.json.error], [400, 'invalid_request'])
})

/** A sign-in up to the code that the browser came back with. */
async function signedIn() {
  const given = await askConsent(service, program, company.owner)
  const back = await answerConsent(given, everyday)
  const code = new URL(back.at).searchParams.get('code')!
  const fields = {
    grant_type: 'authorization_code',
    client_id: program.clientId,
    redirect_uri: redirect,
    code_verifier: given.verifier,
    code,
  }
  return { fields, given, back }
}

test('a code is worth nothing to whoever does not hold everything that belongs to it', async () => {
  const other = await register(service)
  const misused: Record<string, [Fields, string]> = {
    'no verifier': [{ code_verifier: undefined }, 'invalid_grant'],
    'a wrong verifier': [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    'a short verifier': [{ code_verifier: 'x' }, 'invalid_request'],
    'the challenge as verifier': [{ code_verifier: challenge }, 'invalid_grant'],
    'another address': [{ redirect_uri: 'http://127.0.0.1:4444/callback' }, 'invalid_grant'],
    'another program': [{ client_id: other.clientId }, 'invalid_grant'],
    'no program': [{ client_id: undefined }, 'invalid_request'],
    'an unknown program': [{ client_id: 'nobody' }, 'invalid_client'],
    'two codes': [{ code: ['one', 'two'] }, 'invalid_request'],
    'another resource': [{ resource: 'https://elsewhere.example/' }, 'invalid_target'],
    'a resource nobody allowed': [{ resource: 'rest' }, 'invalid_target'],
    'two resources': [{ resource: ['rest', 'mcp'] }, 'invalid_target'],
    'a guessed code': [{ code: 'x'.repeat(43) }, 'invalid_grant'],
  }
  const addresses: Record<string, string> = { rest: `${service.url}/v1`, mcp: `${service.url}/v1/mcp` }
  for (const [name, [more, error]] of Object.entries(misused)) {
    const { fields } = await signedIn()
    const { resource, ...rest }: Fields = { ...fields, ...more }
    const named = [resource ?? []].flat().map(each => addresses[each] ?? each)
    const { status, json } = await postForm('/oauth/token', { ...rest, resource: named })
    assert.ok([400, 401].includes(status), name)
    assert.equal(json.error, error, `${name}: ${json.error_description}`)
    assert.equal(json.access_token, undefined, name)
  }
  const late = await signedIn()
  service.advance(61_000)
  assert.equal((await postForm('/oauth/token', late.fields)).json.error, 'invalid_grant')
})

test('a program that says it has a secret is told that there are none', async () => {
  const { fields } = await signedIn()
  const authorization = `Basic ${Buffer.from(`${program.clientId}:word`).toString('base64')}`
  const { status, json } = await postForm('/oauth/token', fields, { authorization })
  assert.deepEqual([status >= 400, json.access_token], [true, undefined])
})

test('only codes, refresh tokens and devices give tokens', async () => {
  for (const grant_type of [
    'password',
    'client_credentials',
    'implicit',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
    'urn:openid:params:grant-type:ciba',
    'urn:ietf:params:oauth:grant-type:pre-authorized_code',
  ]) {
    const { status, json } = await postForm('/oauth/token', { grant_type, client_id: program.clientId })
    assert.deepEqual([status, json.error], [400, 'unsupported_grant_type'], grant_type)
  }
})

test('a refresh gives nothing that was not granted, and nothing takes its place', async () => {
  const { program: mine, tokens } = await connect(service, company.owner, { scopes: 'artifacts:read' })
  const other = await register(service)
  const own = { grant_type: 'refresh_token', client_id: mine.clientId, refresh_token: tokens.refresh_token! }
  const misused: Record<string, [Fields, string]> = {
    'more scopes': [{ scope: 'artifacts:read org:write' }, 'invalid_scope'],
    'another resource': [{ resource: `${service.url}/v1` }, 'invalid_target'],
    'an unknown resource': [{ resource: 'https://elsewhere.example/' }, 'invalid_target'],
    'another program': [{ client_id: other.clientId }, 'invalid_grant'],
    'an access token': [{ refresh_token: tokens.access_token }, 'invalid_grant'],
    'a code of a device': [
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
      'invalid_request',
    ],
  }
  for (const [name, [more, error]] of Object.entries(misused)) {
    const { json } = await postForm('/oauth/token', { ...own, ...more })
    assert.deepEqual(
      [json.error, json.access_token],
      [error, undefined],
      `${name}: ${json.error_description}`,
    )
  }
  const asKey = await mcpClient(service.url, tokens.refresh_token).request('tools/list')
  assert.equal(asKey.status, 401)
  assert.equal((await mcpClient(service.url, tokens.access_token).request('tools/list')).status, 200)
})

test('nobody ends the grant of somebody else', async () => {
  const { tokens } = await connect(service, company.owner)
  const other = await register(service)
  for (const token of [tokens.access_token, tokens.refresh_token!, 'unknown']) {
    const { status, text } = await postForm('/oauth/revoke', { token, client_id: other.clientId })
    assert.deepEqual([status, text], [200, ''])
  }
  assert.equal((await mcpClient(service.url, tokens.access_token).request('tools/list')).status, 200)
  assert.equal((await postForm('/oauth/revoke', { token: 'x' })).status, 400)
})

test('a consent grants what was asked and ticked, for days that are offered, once', async () => {
  const given = await askConsent(service, program, company.owner, { scope: 'artifacts:read' })
  for (const days of ['0', '31', '-30', '1e9', 'x', ''])
    assert.equal((await answerConsent(given, 'artifacts:read', { days })).status, 422, days)
  const back = await answerConsent(given, 'artifacts:read org:write sharing:write artifacts:delete')
  const tokens: Tokens = await exchange(program, given, back)
  assert.equal(tokens.scope, 'artifacts:read')
  const apps = async () =>
    (await browserOf(service, company.owner).open(`${service.url}/app/apps`)).text.match(/\/disconnect/g)!
      .length
  const before = await apps()
  const again = await answerConsent(given, 'artifacts:read')
  assert.equal(again.status, 404)
  assert.equal(await apps(), before)
})

test('a consent for an organization of others is refused in words of the form', async () => {
  const other = await service.organization()
  const given = await askConsent(service, program, company.owner, { scope: 'artifacts:read' })
  for (const organizationId of [other.id, 'x', '']) {
    const { status, text } = await answerConsent(given, 'artifacts:read', { organizationId })
    assert.equal(status, 422, text)
    assert.match(text, /Choose an organization that you are a member of/)
    assert.doesNotMatch(text, /API key/)
  }
  await answerConsent(given, 'artifacts:read', { organizationId: company.id })
})

test('whoever presses Allow twice connects the app once', async () => {
  const apps = async () =>
    (
      (await browserOf(service, company.owner).open(`${service.url}/app/apps`)).text.match(
        /\/disconnect"/g,
      ) ?? []
    ).length
  const before = await apps()
  const given = await askConsent(service, program, company.owner, { scope: 'artifacts:read' })
  const pressed = () => answerConsent(given, 'artifacts:read', {}, `${service.url}/oauth/authorize/`)
  for (const step of await Promise.all([pressed(), pressed()])) assert.equal(step.status, 303, step.text)
  const back = await answerConsent(given, 'artifacts:read')
  assert.equal((await exchange(program, given, back)).scope, 'artifacts:read')
  assert.equal(await apps(), before + 1)
})
