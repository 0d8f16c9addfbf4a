// OAuth to the letter: which documents stand where, what a challenge says, and what the server refuses.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { type Received, send } from '../support/http.ts'
import { mcpClient } from '../support/mcp-client.ts'
import {
  answerConsent,
  askConsent,
  browserOf,
  connect,
  everyday,
  redirect,
  register,
} from '../support/oauth-client.ts'
import type { Company } from '../support/people.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

let service: Running
let company: Company

before(async () => {
  const started = await startService()
  if (isSkip(started)) throw new Error(started.skip)
  service = started
  company = await service.organization()
})

after(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}): Promise<Received> =>
  send(service.url + path, { headers })

const post = (path: string, fields: Record<string, string> | string): Promise<Received> =>
  send(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': typeof fields === 'string' ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })

test('the documents stand where the contract says, for pages of any site', async () => {
  const { url } = service
  for (const path of ['/v1/mcp', '/v1']) {
    const answer = await get(`/.well-known/oauth-protected-resource${path}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(
      [answer.json.resource, answer.json.authorization_servers],
      [url + path, [`${url}/oauth`]],
    )
    assert.deepEqual(answer.json.scopes_supported, everyday.split(' '))
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  }
  const documents = [
    '/.well-known/oauth-authorization-server/oauth',
    '/oauth/.well-known/openid-configuration',
  ]
  for (const path of documents) {
    const { status, json, headers } = await get(path, { origin: 'https://elsewhere.example' })
    assert.equal(status, 200)
    assert.equal(json.issuer, `${url}/oauth`)
    assert.deepEqual(json.code_challenge_methods_supported, ['S256'])
    assert.deepEqual(json.token_endpoint_auth_methods_supported, ['none'])
    assert.deepEqual([json.response_types_supported, json.response_modes_supported], [['code'], ['query']])
    assert.deepEqual(json.grant_types_supported, ['authorization_code', 'refresh_token', deviceGrant])
    assert.equal(json.device_authorization_endpoint, `${url}/oauth/device`)
    assert.equal(json.authorization_response_iss_parameter_supported, true)
    assert.ok(!json.scopes_supported.includes('openid') && !json.scopes_supported.includes('offline_access'))
    assert.equal(headers['access-control-allow-origin'], '*')
    for (const [name, address] of Object.entries(json))
      if (/_(endpoint|uri)$/.test(name)) assert.ok(String(address).startsWith(`${url}/oauth/`), name)
  }
})

test('and nowhere else', async () => {
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/v1/public/mcp',
    '/.well-known/oauth-authorization-server/v1/public/mcp',
    '/oauth/.well-known/oauth-authorization-server',
    '/oauth/me',
    '/oauth/session/end',
    '/oauth',
  ])
    assert.equal((await get(path)).status, 404, path)
  assert.equal((await post('/register', '{"redirect_uris":[]}')).status, 404)
})

test('a challenge names the document of what was asked; a wrong credential is told from none', async () => {
  const document = (path: string) =>
    `resource_metadata="${service.url}/.well-known/oauth-protected-resource${path}"`
  const asked: [string, string][] = [
    ['/v1/mcp', '/v1/mcp'],
    ['/v1/me', '/v1'],
  ]
  for (const [path, resource] of asked) {
    const method = path === '/v1/mcp' ? 'POST' : 'GET'
    const body = path === '/v1/mcp' ? '{}' : undefined
    const none = await send(service.url + path, { method, body })
    assert.equal(none.status, 401)
    assert.ok(none.headers['www-authenticate']!.includes(document(resource)), path)
    assert.ok(none.headers['www-authenticate']!.includes(`scope="${everyday}"`))
    assert.doesNotMatch(none.headers['www-authenticate']!, /error=/)
    const wrong = await send(service.url + path, {
      method,
      body,
      headers: { authorization: 'Bearer nothing' },
    })
    assert.match(wrong.headers['www-authenticate']!, /error="invalid_token"/)
  }
})

test('a missing scope is asked for before the protocol, with what is held already, for a whole batch', async () => {
  const { tokens } = await connect(service, company.owner, { scopes: 'artifacts:read comments:read' })
  const client = mcpClient(service.url, tokens.access_token)
  const call = (name: string, given: object) => client.request('tools/call', { name, arguments: given })
  const refused = await call('publish', { content: '# A', visibility: 'public' })
  assert.equal(refused.status, 403)
  const challenge = refused.headers['www-authenticate']!
  assert.match(challenge, /error="insufficient_scope"/)
  assert.match(challenge, /scope="artifacts:read comments:read artifacts:write sharing:write"/)
  assert.match(challenge, /resource_metadata="[^"]*\/v1\/mcp"/)
  for (const [name, scope] of [
    ['update_sharing', 'sharing:write'],
    ['set_thread_status', 'comments:write'],
    ['delete_artifact', 'artifacts:delete'],
    ['list_members', 'org:read'],
  ] as const)
    assert.match((await call(name, {})).headers['www-authenticate'] ?? '', new RegExp(scope), name)
  assert.equal((await call('list_artifacts', {})).status, 200)
  const key = await company.newKey('user', { scopes: ['artifacts:read'] })
  const byKey = await mcpClient(service.url, key.key).call('publish', { content: '# A' })
  assert.equal(byKey.problem!.code, 'insufficient_scope')
})

test('sharing is asked for where a publish reaches everybody or somebody outside, and not otherwise', async () => {
  const { tokens } = await connect(service, company.owner)
  const colleague = await company.join('member')
  const client = mcpClient(service.url, tokens.access_token)
  const asked = async (tool: string, given: object) => {
    const { status, headers } = await client.request('tools/call', { name: tool, arguments: given })
    return [status, /scope="([^"]*)"/.exec(headers['www-authenticate'] ?? '')?.[1]]
  }
  const content = '# A'
  const outside = 'somebody@elsewhere.example'
  const stepUp = [403, `${everyday} sharing:write`]
  for (const given of [
    { content, visibility: 'public' },
    { content, emails: [colleague.email, outside] },
    { content, visibility: `${outside}, ${colleague.email}` },
    { content, visibility: 'company', emails: [outside.toUpperCase()] },
  ])
    assert.deepEqual(await asked('publish', given), stepUp, JSON.stringify(given))
  assert.deepEqual(await asked('claim_preview', { claim_url: 'unknown' }), stepUp)
  for (const given of [
    { content },
    { content, visibility: 'company' },
    { content, visibility: 'private', emails: [colleague.email] },
    { content, visibility: 'nobody' },
    { content, emails: ['no address', outside] },
    { content, emails: 'text' },
    { content, emails: { length: 1 } },
    { short_id: 'aB3dEfGh1J', visibility: 'public' },
  ])
    assert.deepEqual(await asked('publish', given), [200, undefined], JSON.stringify(given))
  const { tokens: sharing } = await connect(service, company.owner, { scopes: `${everyday} sharing:write` })
  const made = await mcpClient(service.url, sharing.access_token).call('publish', {
    content,
    emails: [outside],
  })
  assert.equal(made.problem, undefined, made.text)
})

test('a registration keeps what is for us and drops the rest', async () => {
  const { status, json, headers } = await post(
    '/oauth/register',
    JSON.stringify({
      client_name: 'A\u202e \n client',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
      grant_types: ['authorization_code', 'refresh_token', deviceGrant, 'password'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'everything offline_access',
      logo_uri: 'https://elsewhere.example/logo.svg',
      jwks_uri: 'http://127.0.0.1/keys',
      unheard_of: true,
    }),
  )
  assert.equal(status, 201)
  assert.deepEqual([json.client_name, json.token_endpoint_auth_method], ['A   client', 'none'])
  assert.deepEqual(json.grant_types, ['authorization_code', 'refresh_token', deviceGrant])
  for (const name of ['client_secret', 'logo_uri', 'jwks_uri', 'unheard_of', 'scope'])
    assert.equal(json[name], undefined, name)
  assert.equal(headers['access-control-allow-origin'], undefined)
})

test('addresses that can be no program’s own are refused', async () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'http://elsewhere.example/callback',
    'https://*.example.com/callback',
    'https://user:word@example.com/callback',
    'https://example.com/callback#part',
    'https://localhost/callback',
    'callback',
    `https://example.com/${'x'.repeat(3000)}`,
    'https://a_b.example/callback',
    'https://example.com/a b',
  ]) {
    const { status, json } = await post('/oauth/register', JSON.stringify({ redirect_uris: [address] }))
    assert.deepEqual([status, /^invalid_/.test(json?.error)], [400, true], address)
  }
  for (const body of [
    '[]',
    'null',
    '{',
    '"x"',
    '{}',
    '{"redirect_uris":"x"}',
    `{"redirect_uris":[${'"http://127.0.0.1/x",'.repeat(30)}"http://127.0.0.1/x"]}`,
  ])
    assert.equal((await post('/oauth/register', body)).status, 400, body)
  assert.equal((await post('/oauth/register', `{"client_name":"${'x'.repeat(70_000)}"}`)).status, 413)
})

test('a loopback address may have any port, and nothing else of it differs', async () => {
  const program = await register(service, { redirect_uris: ['http://localhost/callback'] })
  const at = (redirect_uri: string) => askConsent(service, program, company.owner, { redirect_uri })
  assert.equal((await at('http://localhost:51234/callback')).page.status, 200)
  for (const address of [
    'http://127.0.0.1:51234/callback',
    'http://localhost:51234/other',
    'https://localhost:51234/callback',
    'http://localhost:51234/callback?more=1',
    'http://localhost.elsewhere.example/callback',
  ]) {
    const { page } = await at(address)
    assert.deepEqual([page.status, page.headers.location], [400, undefined], address)
    assert.match(page.text, /cannot be connected/)
  }
})

test('an unknown program and a doubled parameter never lead anywhere else', async () => {
  const program = await register(service)
  const visitor = browserOf(service, company.owner)
  const asked = (more: string) =>
    visitor.open(`${service.url}/oauth/authorize?response_type=code&${more}`, { until: redirect })
  const own = `client_id=${program.clientId}&redirect_uri=${encodeURIComponent(redirect)}`
  for (const query of [
    'client_id=nobody&redirect_uri=https%3A%2F%2Felsewhere.example%2F',
    'client_id=https%3A%2F%2Felsewhere.example%2Fclient.json&redirect_uri=https%3A%2F%2Felsewhere.example%2F',
    `${own}&client_id=other`,
    `${own}&response_mode=form_post`,
    '',
  ]) {
    const step = await asked(query)
    assert.deepEqual([step.status, step.headers.location], [400, undefined], query)
  }
  const { at } = await asked(`${own}&redirect_uri=https%3A%2F%2Felsewhere.example%2F`)
  assert.ok(at.startsWith(`${redirect}?error=invalid_request&`), at)
})

test('what the protocol leaves out is refused to the program, with the issuer’s name', async () => {
  const program = await register(service)
  for (const [more, error] of [
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ prompt: 'none' }, 'interaction_required'],
  ] as const) {
    const { page } = await askConsent(service, program, company.owner, { ...more })
    const said = new URLSearchParams(page.at.slice(page.at.search(/[?#]/) + 1))
    assert.equal(said.get('error'), error, page.text.slice(0, 300))
    assert.equal(said.get('iss'), `${service.url}/oauth`)
  }
  for (const grant of ['password', 'client_credentials', 'implicit']) {
    const { status, json } = await post('/oauth/token', { grant_type: grant, client_id: program.clientId })
    assert.deepEqual([status, json.error], [400, 'unsupported_grant_type'], grant)
  }
  const unknown = await post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: 'x',
    refresh_token: 'y',
  })
  assert.deepEqual([unknown.status, unknown.json.error], [401, 'invalid_client'])
})

test('an authorization that leaves out scope and resource means the everyday ones and MCP', async () => {
  const program = await register(service)
  for (const scope of ['', 'openid offline_access']) {
    const { page } = await askConsent(service, program, company.owner, { scope }, [])
    const named = [...page.text.matchAll(/type="checkbox" id="([a-z:]+)"/g)].map(([, each]) => each)
    assert.deepEqual(named, everyday.split(' '))
  }
})

test('the form takes answers from its own page alone, and no page may frame it', async () => {
  const asked = await askConsent(service, await register(service), company.owner)
  const { headers } = asked.page
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.match(String(headers['content-security-policy']), /form-action 'self' http:\/\/127\.0\.0\.1:3333;/)
  const cookie = asked.visitor.cookie(asked.page.at)
  const forged = await send(asked.page.at, {
    method: 'POST',
    headers: {
      cookie,
      origin: 'https://elsewhere.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'answer=allow&days=30&artifacts%3Aread=on',
  })
  assert.deepEqual([forged.status, forged.json.code], [403, 'cross_site_request'])
})

test('cookies of a sign-in are for this host, this errand and no script, and no session is begun', async () => {
  const { page, visitor } = await askConsent(service, await register(service), company.owner)
  assert.equal(page.status, 200)
  const names = [...visitor.cookies.get(service.url)!.keys()].sort()
  assert.deepEqual(names, ['oauth-consent', 'oauth-consent.sig', 'oauth-resume', 'oauth-resume.sig', 'sid'])
})

test('a token in an address is refused, and one on a public page is found', async () => {
  const { tokens } = await connect(service, company.owner, { resource: `${service.url}/v1` })
  for (const secret of [tokens.access_token, tokens.refresh_token!]) {
    assert.equal((await get(`/v1/me?x=${secret}`)).json.code, 'key_in_query')
    const made = await mcpClient(service.url, company.owner.key).call('publish', {
      content: `# A\n${secret}`,
      visibility: 'public',
    })
    assert.equal(made.problem!.code, 'contains_key')
  }
})

test('the client of the MCP SDK signs in by itself', async () => {
  const endpoint = new URL(`${service.url}/v1/mcp`)
  const kept: Record<string, unknown> = {}
  let page: URL | undefined
  const authProvider = {
    redirectUrl: redirect,
    clientMetadata: { client_name: 'SDK', redirect_uris: [redirect] },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (address: URL) => {
      page = address
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier as string,
    state: () => 'the-state',
  } as unknown as OAuthClientProvider
  const transport = new StreamableHTTPClientTransport(endpoint, { authProvider })
  const client = new Client({ name: 'sdk', version: '1' })
  await assert.rejects(client.connect(transport), UnauthorizedError)
  const visitor = browserOf(service, company.owner)
  const asked = { page: await visitor.open(page!.href), visitor, verifier: '', state: '' }
  const back = new URL((await answerConsent(asked, everyday)).at)
  const code = back.searchParams.get('code')!
  assert.equal(
    await auth(authProvider, { serverUrl: endpoint, authorizationCode: code, iss: `${service.url}/oauth` }),
    'AUTHORIZED',
  )
  const second = new StreamableHTTPClientTransport(endpoint, { authProvider })
  await client.connect(second)
  assert.equal((await client.listTools()).tools.length, 21)
  await client.close()
})
