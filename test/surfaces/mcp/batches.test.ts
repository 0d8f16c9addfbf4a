// Batches of 2025-03-26 and arguments that are no object: every message has an answer of its own, and all of them fit in one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../../support/http.ts'
import { mcpClient, mcpClientOf2025, messageOf } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const { owner } = await service.organization()
const client = mcpClient(url, owner.key)
const of2025 = await mcpClientOf2025(url, owner.key)

const accepts = ['application/json', 'text/event-stream', 'application/json, text/event-stream']

const message = (id: number, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params })
const call = (id: number, name: string, given: unknown) =>
  message(id, 'tools/call', { name, arguments: given })

/** The answers to a batch by their ids, and the length of all of it. */
async function batch(messages: unknown[], accept = accepts[0]!) {
  const { status, text, json } = await send(`${url}/v1/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      authorization: `Bearer ${owner.key}`,
      'mcp-protocol-version': '2025-03-26',
    },
    body: JSON.stringify(messages),
  })
  assert.equal(status, 200, text.slice(0, 300))
  const lines = text.split('\n').filter(line => line.startsWith('data: '))
  const answers = json ?? lines.map(line => JSON.parse(line.slice(6)))
  assert.equal(answers.length, messages.length, text.slice(0, 300))
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  const byId = new Map<number, any>(answers.map((each: { id: number }) => [each.id, each]))
  return { length: text.length, answers: messages.map(each => byId.get((each as { id: number }).id)) }
}

const noObjects = ['', 'x', '[]', '"{}"', 'null', '{', [], ['x'], [{}], 5, true]

for (const [revision, by] of [['2026', client] as const, ['2025', of2025] as const]) {
  test(`arguments as the JSON text of an object are that object (${revision})`, async () => {
    const call = async (name: string, given: unknown) =>
      messageOf(await by.request('tools/call', { name, arguments: given })).result
    assert.equal((await call('get_account', '{}')).isError, undefined)
    const made = await call('publish', JSON.stringify({ content: '# "One"', name: null }))
    const { short_id } = made.structuredContent
    const edits = [{ old_text: 'One', new_text: 'Two' }]
    const edited = await call(
      'edit_artifact',
      JSON.stringify({ short_id, base_version: '1', edits }, null, 2),
    )
    assert.equal(edited.structuredContent.version, 2)
    const wrong = await call('get_artifact', JSON.stringify({ shortId: short_id }))
    assert.equal(wrong.structuredContent.error.code, 'invalid_input')
    const prompt = { name: 'publish_this', arguments: '{"audience": null}' }
    assert.equal(messageOf(await by.request('prompts/get', prompt)).result.messages.length, 1)
  })

  test(`arguments that are no object are an error of the protocol that says what to send (${revision})`, async () => {
    for (const given of noObjects)
      for (const [method, name] of [
        ['tools/call', 'list_artifacts'],
        ['prompts/get', 'publish_this'],
      ] as const) {
        const { error } = messageOf(await by.request(method, { name, arguments: given }))
        assert.equal(error?.code, -32602, `${method} ${JSON.stringify(given)}`)
        assert.match(error.message, /`arguments` must be an object/)
      }
  })
}

test('arguments that are no object cost the other messages of a batch nothing', async () => {
  for (const accept of accepts) {
    const { answers } = await batch(
      [
        call(1, 'publish', { content: '# One' }),
        call(2, 'get_account', ['x']),
        call(3, 'get_account', '{}'),
        call(4, 'nothing', 'x'),
        message(5, 'ping'),
      ],
      accept,
    )
    const [made, refused, account, unknown, pong] = answers
    assert.equal(made.result.structuredContent.version, 1)
    assert.deepEqual([refused.error.code, unknown.error.code], [-32602, -32602])
    assert.equal(account.result.isError, undefined)
    assert.deepEqual(pong.result, {})
  }
})

const dense = '"\\'.repeat(60_000)

test('the answers of a batch fit in 60,000 characters together, and the rest is read on', async () => {
  const { value } = await client.call('publish', { content: `# Long\n\n${dense}` })
  const { short_id } = value
  const read = (id: number, offset = 0) =>
    call(id, 'read_artifact', { short_id, format: 'source', limit: 60_000, offset })
  for (const accept of accepts)
    for (const count of [1, 2, 5, 7, 8, 40, 100]) {
      const sent = Array.from({ length: count }, (_, id) => read(id, 10 * id))
      const { length, answers } = await batch(sent, accept)
      assert.ok(length <= 60_000, `${count}: ${length} characters`)
      const told = answers.filter(({ result }) => result && !result.isError)
      assert.ok(told.length >= Math.min(count, 5), `${told.length} of ${count}`)
      if (count <= 7) assert.equal(told.length, count)
      for (const { result } of told) assert.equal(typeof result.structuredContent.next_offset, 'number')
      for (const { error } of answers.filter(({ result }) => !result))
        assert.deepEqual([error.code, /by itself/.test(error.message)], [-32600, true])
    }
})

test('whatever a batch asks for fits, and no answer to a change is left out', async () => {
  const name = '"\\'.repeat(99)
  const { value } = await client.call('publish', { content: `# Long\n\n${dense}`, name })
  const { short_id } = value
  const emails = Array.from({ length: 100 }, (_, n) => `${n}${'x'.repeat(60)}@example.org`)
  await client.call('update_sharing', { short_id, add_emails: emails })
  const body = '"\\'.repeat(4_900)
  const changes = (from: number) => [
    call(from, 'add_comment', { short_id, body }),
    call(from + 1, 'publish', { content: body, name, emails }),
    call(from + 2, 'update_sharing', { short_id, visibility: 'private' }),
    call(from + 3, 'update_artifact', {
      short_id,
      labels: Array.from({ length: 10 }, (_, n) => `${n}${'"'.repeat(30)}`),
    }),
    call(from + 4, 'add_comment', { short_id, body }),
  ]
  const reads = Array.from({ length: 30 }, (_, n) => [
    message(100 + n, 'tools/list'),
    message(200 + n, 'resources/read', { uri: `recto://artifact/${short_id}` }),
    call(300 + n, 'list_comments', { short_id }),
  ]).flat()
  for (const accept of accepts) {
    const { length, answers } = await batch([...reads, ...changes(1), ...changes(11).slice(0, 5)], accept)
    assert.ok(length <= 60_000, `${length} characters`)
    const done = answers.slice(reads.length, reads.length + 5)
    for (const { result } of done) assert.equal(result?.isError, undefined, JSON.stringify(result))
    for (const { error } of answers.slice(reads.length + 5))
      assert.match(error.message, /^Not done: .* another/)
  }
  const { value: counted } = await client.call('list_comments', { short_id, limit: 1 })
  assert.equal(counted.total_count, 2 * accepts.length, 'what was not done left nothing')
})

/** Returns the answer to one body, whatever its ids. */
async function answersTo(body: unknown, headers: Record<string, string> = {}) {
  const { status, text, json } = await send(`${url}/v1/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: accepts[0]!,
      authorization: `Bearer ${owner.key}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  assert.ok(text.length <= 60_000, `${text.length} characters`)
  return { status, text, json }
}

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })

test('an id that is too long to be repeated is refused, alone and in a batch, and costs the others nothing', async () => {
  for (const accept of accepts)
    for (const id of ['"'.repeat(70_000), '\u0001'.repeat(60), 'x'.repeat(300)]) {
      const single = await answersTo(ping(id), { accept })
      assert.equal(single.status, 400)
      assert.match(single.text, /"id":null.*"code":-32600.*Invalid Request: the id has more than 256/)
      const all = await answersTo([ping(id), ping(2), { jsonrpc: '2.0', method: 'notifications/x' }], {
        accept,
      })
      assert.equal(all.status, 200)
      assert.equal(all.text.match(/-32600/g)?.length, 1)
      assert.match(all.text, /"result":\{\}.*"id":2/)
      assert.equal((await answersTo([ping(id)], { accept })).text.match(/-32600/g)?.length, 1)
    }
  const { json } = await answersTo([ping('"'.repeat(70_000)), { jsonrpc: '2.0', method: 'notifications/x' }])
  assert.deepEqual([json.length, json[0].id, json[0].error.code], [1, null, -32600])
  const fits = 'x'.repeat(254)
  assert.equal((await answersTo(ping(fits))).json.id, fits)
  const crowd = await answersTo(Array.from({ length: 100 }, (_, n) => ping(`${n}${'x'.repeat(200)}`)))
  assert.deepEqual([crowd.status, crowd.json.code], [400, 'malformed_request'])
})

test('requests of a batch with equal ids are not done, and each is told so', async () => {
  const publish = (id: unknown) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'publish', arguments: { content: '# Twin', name: 'Twin of a batch' } },
  })
  for (const accept of accepts) {
    const { text } = await answersTo([publish(7), publish(7), ping('7'), ping(8), publish(7)], { accept })
    assert.equal(text.match(/"id":7,"error":\{"code":-32600,"message":"Not done: another/g)?.length, 3)
    assert.match(text, /"result":\{\}[^\n]*"id":"7"/)
    assert.match(text, /"result":\{\}[^\n]*"id":8/)
  }
  const { value } = await client.call('list_artifacts', { limit: 100 })
  assert.ok(!value.data.some(({ name }: { name: string }) => name === 'Twin of a batch'))
})

test('no error of the protocol repeats at length what was sent', async () => {
  const long = '"'.repeat(70_000)
  const meta = (version: string) => ({
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  })
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'publish' }
  const ask = (method: string, name: string, version: string) =>
    answersTo({ jsonrpc: '2.0', id: 1, method, params: { name, _meta: meta(version) } }, headers)
  for (const { status, json } of [
    await ask(long, 'publish', '2026-07-28'),
    await ask('tools/call', long, '2026-07-28'),
    await ask('tools/call', 'publish', long),
  ]) {
    assert.equal(status, 400)
    assert.equal(typeof json.error.code, 'number')
    assert.ok(json.error.message.length > 50)
  }
  const params = {
    ...{ name: 'publish', arguments: { content: 'x'.repeat(3_000_000) } },
    _meta: { progressToken: long },
  }
  const made = await answersTo(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { accept: accepts[2]! },
  )
  assert.match(made.text, /"version":1/)
})

test('a request whose id is no number and no text is invalid, and costs the others nothing', async () => {
  const post = (body: unknown) =>
    send(`${url}/v1/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${owner.key}`,
        'mcp-protocol-version': '2025-03-26',
      },
      body: JSON.stringify(body),
    })
  const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })
  for (const id of [null, {}, [], true, 1.5, 1e300]) {
    const single = await post(ping(id))
    assert.deepEqual([single.status, single.json.id, single.json.error.code], [400, null, -32600])
    const { status, json } = await post([ping(id), ping(1), ping(id)])
    assert.equal(status, 200)
    const refused = json.filter((each: { error?: unknown }) => each.error)
    assert.deepEqual(refused, [single.json, single.json])
    assert.match(single.json.error.message, /^Invalid Request: the id is no text and no whole number/)
    assert.deepEqual(
      json.filter((each: { id: unknown }) => each.id === 1),
      [{ jsonrpc: '2.0', id: 1, result: {} }],
    )
  }
})
