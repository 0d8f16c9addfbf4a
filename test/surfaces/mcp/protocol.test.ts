// The protocol from outside: both generations of clients, who is let in, and what is answered before a tool runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { open, type Received, send } from '../../support/http.ts'
import { mcpClient, mcpClientOf2025, messageOf, toldIn } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const endpoints = [`${url}/v1/mcp`, `${url}/v1/public/mcp`]
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const ping = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })

const post = (address: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  send(address, { method: 'POST', headers: { ...json, ...headers }, body })

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function isProblem(answer: Received, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.code, code)
  assert.equal(answer.headers['content-type'], 'application/problem+json')
  assert.ok(answer.headers['x-request-id'])
}

/** The SDK's own client; it checks every result against the schema its tool was listed with. */
async function sdkClient(key: string | null, mode: 'legacy' | { pin: string }): Promise<Client> {
  const client = new Client({ name: 'an-agent', version: '3.1' }, { versionNegotiation: { mode } })
  const headers: Record<string, string> = key === null ? {} : bearer(key)
  const address = new URL(key === null ? endpoints[1]! : endpoints[0]!)
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  return client
}

for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
  const name = typeof mode === 'string' ? 'the 2025 revisions' : 'the current revision'

  test(`[S43] the SDK's client works with ${name}: publish, edit, read, find, list, account`, async () => {
    const { owner } = await service.organization()
    const client = await sdkClient(owner.key, mode)
    const { tools } = await client.listTools()
    assert.equal(tools.length, 21)
    const call = async (tool: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name: tool, arguments: given })
      assert.ok(!result.isError, JSON.stringify(result.content))
      return toldIn(result)
    }
    const made = await call('publish', { content: '# Lighthouse\n\nOne lamp.' })
    assert.equal(made.created, true)
    const short_id = made.short_id as string
    await call('edit_artifact', {
      short_id,
      base_version: 1,
      edits: [{ old_text: 'One', new_text: 'Two' }],
    })
    assert.equal((await call('read_artifact', { short_id })).text, 'Lighthouse\n\nTwo lamp.')
    const { data } = (await call('search', { query: 'lamp' })) as { data: { short_id: string }[] }
    assert.deepEqual(
      data.map(each => each.short_id),
      [short_id],
    )
    assert.equal(((await call('list_artifacts', {})).data as unknown[]).length, 1)
    assert.equal(((await call('list_versions', { short_id })).data as unknown[]).length, 2)
    assert.match(
      String((await call('diff_versions', { short_id })).diff),
      /^-One lamp\.[\s\S]*^\+Two lamp\./m,
    )
    assert.equal((await call('restore_version', { short_id, version: 1, base_version: 2 })).version, 3)
    assert.equal((await call('get_account', {})).role, 'owner')
    assert.equal((await call('update_sharing', { short_id, visibility: 'company' })).visibility, 'company')
    assert.equal((await call('update_artifact', { short_id, name: 'Beacon' })).name, 'Beacon')
    assert.equal((await call('create_upload', { size_bytes: 3 })).method, 'PUT')
    assert.equal((await call('delete_artifact', { short_id })).deleted, true)
    const refused = await client.callTool({ name: 'get_artifact', arguments: { short_id: 'nonsense' } })
    assert.equal(refused.isError, true)
    assert.match(client.getInstructions() ?? '', /base_version/)
    await client.close()
  })

  test(`the SDK's client works without sign-in with ${name}`, async () => {
    const client = await sdkClient(null, mode)
    const made = await client.callTool({ name: 'publish', arguments: { content: '# Open' } })
    const { short_id } = made.structuredContent as { short_id: string }
    const read = await client.callTool({ name: 'read_artifact', arguments: { short_id } })
    assert.equal(toldIn(read).text, 'Open')
    await client.close()
  })
}

test('who asks what is there hears of the current revision, and may keep it', async () => {
  const { owner } = await service.organization()
  for (const [client, scope] of [
    [mcpClient(url, owner.key), 'private'],
    [mcpClient(url), 'public'],
  ] as const) {
    const { result } = messageOf(await client.request('server/discover'))
    assert.deepEqual(result.supportedVersions, ['2026-07-28'])
    assert.deepEqual(result.capabilities.tools, { listChanged: false })
    assert.equal(result.ttlMs, 3_600_000)
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'recto')
    const { result: list } = messageOf(await client.request('tools/list'))
    assert.deepEqual([list.ttlMs, list.cacheScope], [300_000, scope])
  }
})

test('older revisions of 2025 are greeted in their own', async () => {
  const { owner } = await service.organization()
  for (const protocolVersion of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const answer = await post(endpoints[0]!, body, bearer(owner.key))
    assert.equal(messageOf(answer).result.protocolVersion, protocolVersion)
    assert.equal(answer.headers['mcp-session-id'], undefined)
  }
  const client = await mcpClientOf2025(url, owner.key)
  assert.equal((await client.list()).length, 21)
})

test('no credential and a wrong one are 401 with a challenge; a cookie does not help', async () => {
  const { owner } = await service.organization()
  for (const headers of [
    {},
    { authorization: 'Bearer recto_u_wrong' },
    { authorization: 'Basic YTpi' },
    { cookie: owner.session.cookie, origin: url },
  ] as Record<string, string>[]) {
    const answer = await post(endpoints[0]!, ping, headers)
    isProblem(answer, 401, 'unauthorized')
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer .*resource_metadata="[^"]*\/v1\/mcp"/)
  }
})

test('the endpoint without sign-in never answers 401, whatever is shown', async () => {
  const { owner } = await service.organization()
  for (const authorization of ['Bearer wrong', 'Basic YTpi', `Bearer ${owner.key}`]) {
    const client = mcpClient(url, undefined, { headers: { authorization, cookie: owner.session.cookie } })
    assert.equal((await client.list()).length, 4)
    const made = await mcpClient(url, owner.key).call('publish', { content: '# Mine' })
    const read = await client.call('read_artifact', { short_id: made.value.short_id })
    assert.equal(read.problem?.code, 'unauthorized')
    assert.match(read.text, new RegExp(`Next: Connect to ${url}/v1/mcp`))
  }
})

test('a page of another site is refused, our own and programs are not', async () => {
  const { owner } = await service.organization()
  for (const address of endpoints) {
    for (const origin of ['https://evil.example', 'null', `${url}.evil.example`, 'http://localhost:1'])
      isProblem(await post(address, ping, { ...bearer(owner.key), origin }), 403, 'cross_site_request')
    assert.equal((await post(address, ping, { ...bearer(owner.key), origin: url })).status, 200)
    assert.equal((await post(address, ping, bearer(owner.key))).status, 200)
  }
})

test('only POST is spoken', async () => {
  for (const address of endpoints)
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await send(address, { method, headers: { accept: 'text/event-stream' } })
      isProblem(answer, 405, 'method_not_allowed')
      assert.equal(answer.headers.allow, 'POST')
    }
})

test('paths beside the endpoints are not there', async () => {
  for (const path of ['/v1/mcp/x', '/v1/mcp//', '/v1/public/mcp/x', '/v1/nothing'])
    isProblem(await post(url + path, ping), 404, 'not_found')
})

test('what is no JSON, no message or no JSON type is told apart', async () => {
  const { owner } = await service.organization()
  const key = bearer(owner.key)
  for (const body of ['', '{', 'nonsense', Buffer.from([0x22, 0xff, 0x22])]) {
    const answer = await post(endpoints[0]!, body, key)
    assert.equal(answer.status, 400)
    assert.equal(answer.json.error.code, -32700, answer.text)
  }
  for (const body of ['null', '5', '[]', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
    assert.equal((await post(endpoints[0]!, body, key)).status, 400, body)
  isProblem(
    await post(endpoints[0]!, ping, { ...key, 'content-type': 'text/plain' }),
    415,
    'unsupported_media_type',
  )
  isProblem(
    await post(endpoints[0]!, ping, { ...key, 'content-encoding': 'gzip' }),
    415,
    'unsupported_media_type',
  )
})

test('an unknown method is not found, and an unknown tool is an error of the protocol', async () => {
  const { owner } = await service.organization()
  const client = mcpClient(url, owner.key)
  const method = await client.request('nothing/here')
  assert.deepEqual([method.status, method.json.error.code], [404, -32601])
  const tool = await client.request('tools/call', { name: 'nothing_here', arguments: {} })
  assert.equal(tool.json.error.code, -32602)
  assert.doesNotMatch(tool.text, /nothing_here/)
})

test('a header that contradicts the body is refused', async () => {
  const { owner } = await service.organization()
  const client = mcpClient(url, owner.key, { headers: { 'mcp-name': 'delete_artifact' } })
  const answer = await client.request('tools/call', { name: 'get_account', arguments: {} })
  assert.deepEqual([answer.status, answer.json.error.code], [400, -32020])
})

test('10 MB fit into a request; above 16 MB it says to create an upload', async () => {
  const { owner } = await service.organization()
  const client = mcpClient(url, owner.key)
  const { value } = await client.call('publish', { content: `# Large\n\n${'x'.repeat(10 * 1_048_576)}` })
  assert.equal(value.size, 10 * 1_048_576 + 9)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'ping',
    params: { pad: 'x'.repeat(16 * 1_048_576) },
  })
  const answer = await post(endpoints[0]!, body, bearer(owner.key))
  isProblem(answer, 413, 'request_too_large')
  assert.match(answer.json.detail, /create_upload/)
})

test('a body of unknown length is cut off at the limit', async () => {
  const { owner } = await service.organization()
  const request = open(endpoints[0]!, 'POST', {
    ...json,
    ...bearer(owner.key),
    'transfer-encoding': 'chunked',
  })
  request.on('error', () => undefined)
  const status = new Promise<number>(resolve => {
    request.on('response', answer => {
      answer.resume()
      resolve(answer.statusCode!)
    })
  })
  const chunk = Buffer.alloc(1_048_576, 0x20)
  for (let sent = 0; sent < 18; sent += 1) request.write(chunk)
  assert.equal(await status, 413)
  request.destroy()
})

test('a batch of 2025 is answered, each call by itself', async () => {
  const { owner } = await service.organization()
  const call = (id: number, name: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: {} },
  })
  const body = JSON.stringify([call(1, 'get_account'), call(2, 'list_artifacts')])
  const answer = await post(endpoints[0]!, body, {
    ...bearer(owner.key),
    'mcp-protocol-version': '2025-03-26',
  })
  const ids = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, text]) => JSON.parse(text!).id)
  assert.deepEqual(ids.sort(), [1, 2])
})
