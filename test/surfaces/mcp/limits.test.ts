// Limits of requests, and listeners when the server stops.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { open, send } from '../../support/http.ts'
import { mcpClient } from '../../support/mcp-client.ts'
import { connect } from '../../support/oauth-client.ts'
import { startService } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'
import { within } from '../../support/until.ts'
import { stage } from './stage.ts'

const service = await stage({ RECTO_RATE_LIMITS: 'on' })
const { url } = service

test('an app is counted before its audiences are looked at, once for each that differs', async () => {
  const { owner } = await service.organization()
  const { tokens } = await connect(service, owner)
  const calls = async (visibility: (id: number) => string) => {
    const batch = Array.from({ length: 100 }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'publish', arguments: { content: '# A', visibility: visibility(id) } },
    }))
    const { status } = await send(`${url}/v1/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tokens.access_token}`,
        'mcp-protocol-version': '2025-03-26',
      },
      body: JSON.stringify(batch),
    })
    return status
  }
  for (let round = 0; round < 7; round += 1) assert.equal(await calls(() => 'nobody'), 200)
  const statuses: number[] = []
  for (let round = 0; round < 7; round += 1) statuses.push(await calls(id => `nobody ${id}`))
  assert.ok(statuses.includes(429), statuses.join())
})

test('each message of a batch is counted, whatever else the batch holds', async () => {
  const { owner } = await service.organization()
  const messages = [
    { method: 'tools/call', params: { name: 'nothing', arguments: {} } },
    ...Array.from({ length: 99 }, () => ({ method: 'resources/list', params: {} })),
  ]
  const body = JSON.stringify(messages.map((message, id) => ({ jsonrpc: '2.0', id, ...message })))
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${owner.key}`,
    'mcp-protocol-version': '2025-03-26',
  }
  const statuses: number[] = []
  for (let round = 0; round < 7; round += 1)
    statuses.push((await send(`${url}/v1/mcp`, { method: 'POST', headers, body })).status)
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429], statuses.join())
})

test('calls are counted by what they do, and one too many says when to come back', async () => {
  const { owner } = await service.organization()
  const client = mcpClient(url, owner.key)
  const announce = () => client.call('create_upload', { size_bytes: 1 })
  const answers = await Promise.all(Array.from({ length: 250 }, announce))
  const refused = answers.filter(({ problem }) => problem)
  assert.ok(refused.length >= 10, `${refused.length} refused`)
  const { problem } = refused.at(-1)!
  assert.deepEqual([problem?.code, problem?.retryable, problem?.limit], ['rate_limited', true, 120])
  assert.ok(problem?.retry_after_s >= 1 && problem?.retry_after_s <= 60)
  assert.equal((await client.call('get_account')).problem, undefined)
})

test('requests that call no tool are counted too, over HTTP', async () => {
  const client = mcpClient(url)
  const statuses: number[] = []
  for (let round = 0; round < 490 && !statuses.includes(429); round += 1) {
    const { status, headers } = await client.request('server/discover')
    statuses.push(status)
    if (status === 429) assert.ok(headers['retry-after'])
  }
  assert.ok(statuses.includes(429))
})

test('large bodies are held within a budget, small ones always pass', async () => {
  const { owner } = await service.organization()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.key}` }
  const senders = Array.from({ length: 12 }, () => {
    const request = open(`${url}/v1/mcp`, 'POST', { ...headers, 'content-length': String(15 * 1_048_576) })
    request.on('error', () => undefined)
    request.write(Buffer.alloc(14 * 1_048_576, 0x20))
    return request
  })
  const answers = senders.map(sender => once(sender, 'response') as Promise<[IncomingMessage]>)
  const [first] = await within('a refusal', Promise.race(answers))
  assert.equal(first.statusCode, 429)
  assert.equal(first.headers['retry-after'], '5')
  assert.equal((await mcpClient(url, owner.key).call('get_account')).problem, undefined)
  for (const sender of senders) sender.destroy()
  await Promise.allSettled(answers)
  const large = { content: 'x'.repeat(3 * 1_048_576) }
  let made = await mcpClient(url, owner.key).request('tools/call', { name: 'publish', arguments: large })
  for (let tries = 0; made.status === 429 && tries < 50; tries += 1) {
    await sleep(20)
    made = await mcpClient(url, owner.key).request('tools/call', { name: 'publish', arguments: large })
  }
  assert.equal(made.status, 200)
})

test('a client that only listens is told at once that nothing will come, and holds no connection', async () => {
  const other = await startService()
  if (isSkip(other)) return
  const { owner } = await other.organization()
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const method = 'subscriptions/listen'
  const params = { notifications: { toolsListChanged: true }, _meta: meta }
  const request = open(`${other.url}/v1/mcp`, 'POST', {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${owner.key}`,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  })
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const [answer] = (await within('an answer', once(request, 'response'))) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  const heard = await within('the end of the answer', text(answer))
  assert.match(heard, /subscriptions\/acknowledged","params":\{"notifications":\{\}/)
  assert.match(heard, /"resultType":"complete"/)
  await other.stop()
})
