// Registrations of programs: what a hostile one gains, and which addresses a program may be led back to.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Received, send } from '../support/http.ts'
import { browserOf, redirect } from '../support/oauth-client.ts'
import type { Company } from '../support/people.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

let service: Running
let company: Company

before(async () => {
  const started = await startService()
  if (isSkip(started)) throw new Error(started.skip)
  service = started
  company = await service.organization()
})

after(() => service.stop())

const registered = (body: object): Promise<Received> =>
  send(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect], ...body }),
  })

/** The consent page of the program, or why there is none. */
function opened(client_id: string, redirect_uri = redirect) {
  const fields = {
    ...{ response_type: 'code', client_id, redirect_uri, state: 'the-state' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
  }
  const address = `${service.url}/oauth/authorize?${new URLSearchParams(fields)}`
  return browserOf(service, company.owner).open(address, { until: redirect })
}

test('a hostile registration gives nothing but a plain program', async () => {
  const { status, json } = await registered({
    client_id: 'recto-cli',
    client_secret: 'word',
    client_name: '<img src=x onerror=alert(1)>\u202eReversed\u0000',
    client_uri: 'javascript:alert(1)',
    logo_uri: 'http://169.254.169.254/',
    policy_uri: 'https://elsewhere.example/',
    jwks_uri: 'http://127.0.0.1:1/',
    sector_identifier_uri: 'http://127.0.0.1:1/',
    initiate_login_uri: 'https://elsewhere.example/',
    software_statement: 'eyJhbGciOiJub25lIn0.e30.',
    backchannel_logout_uri: 'http://127.0.0.1:1/',
    request_uris: ['http://127.0.0.1:1/'],
    token_endpoint_auth_method: 'private_key_jwt',
    response_types: ['token', 'id_token', 'code'],
    grant_types: ['password', 'client_credentials', 'implicit', 'authorization_code'],
    scope: 'org:write everything',
    application_type: 'web',
    require_pkce: false,
    __proto__: { admin: true },
  })
  assert.equal(status, 201)
  assert.notEqual(json.client_id, 'recto-cli')
  assert.deepEqual(
    [json.response_types, json.grant_types, json.token_endpoint_auth_method],
    [['code'], ['authorization_code', 'refresh_token'], 'none'],
  )
  const known =
    /^(client_id|client_id_issued_at|client_name|redirect_uris|response_types|grant_types|token_endpoint_auth_method|application_type|id_token_signed_response_alg|require_auth_time|subject_type|.*bound_access_tokens|dpop_.*|require_.*|backchannel_.*|introspection_.*|authorization_.*|userinfo_.*)$/
  assert.deepEqual(
    Object.keys(json).filter(name => !known.test(name)),
    [],
  )
  const hostile = await opened(json.client_id)
  assert.equal(hostile.status, 200)
  assert.ok(!hostile.text.includes('<img src=x') && !hostile.text.includes('\u202e'))
  assert.match(hostile.text, /&lt;img src=x/)
})

test('redirect addresses of programs: loopback, https and schemes of their own, and nothing that browsers run', async () => {
  const status = async (address: string) => (await registered({ redirect_uris: [address] })).status
  for (const address of [
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'http://[::1]:1/callback',
    'http://localhost:8787/oauth/callback',
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app:/oauth',
  ])
    assert.equal(await status(address), 201, address)
  for (const address of [
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'DATA:text/html,x',
    'view-source:https://elsewhere.example/',
    'blob:https://elsewhere.example/x',
    'filesystem:https://elsewhere.example/x',
    'ws://127.0.0.1/',
    'mailto:somebody@elsewhere.example',
    'about:blank',
    'chrome://settings',
    'chrome-extension://abcdefghijklmnop/callback',
    'resource://gre/',
    'intent://scan/',
    'ms-settings:network',
    'ms-msdt:/id',
    'search-ms:query=x',
    'tel:+15551234567',
    'ssh://elsewhere.example/',
    'microsoft-edge:https://elsewhere.example/',
    'googlechrome://elsewhere.example/',
    'ldaps://elsewhere.example/',
    'vnc://elsewhere.example/',
    'svn+ssh://elsewhere.example/',
    'sip:somebody@elsewhere.example',
    'itms-services://?action=download-manifest',
    'https:elsewhere.example/callback',
    'https:/elsewhere.example/callback',
    'http:///127.0.0.1/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'http://[::ffff:127.0.0.1]/callback',
    'http://10.0.0.1/callback',
    'http://localhost.elsewhere.example/callback',
    'http://127.0.0.1.elsewhere.example/callback',
    'http://user@localhost/callback',
    'http://localhost/*',
    'http://localhost:*/callback',
    'https://*/callback',
    'https://*.elsewhere.example/callback',
    'https://elsewhere.example\\@localhost/',
    'https://elsewhere.example/#part',
    'https://127.0.0.1/callback',
    '//elsewhere.example/callback',
    '/callback',
    '',
  ])
    assert.equal(await status(address), 400, address)
})

test('a port of loopback is free, and a scheme of one’s own is exact', async () => {
  const native = await registered({ redirect_uris: ['com.example.app:/oauth', 'http://[::1]/callback'] })
  const at = async (address: string) => (await opened(native.json.client_id, address)).status
  for (const address of ['com.example.app:/oauth', 'http://[::1]:50000/callback', 'http://[::1]/callback'])
    assert.equal(await at(address), 200, address)
  for (const address of [
    'com.example.app:/other',
    'com.example.app://oauth',
    'com.example.apps:/oauth',
    'COM.EXAMPLE.APP:/oauth',
    'http://[::2]:50000/callback',
    'http://[::1]:50000/other',
    'http://[::1]:99999/callback',
  ])
    assert.equal(await at(address), 400, address)
})
