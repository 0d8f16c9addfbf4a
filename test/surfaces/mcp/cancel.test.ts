// Messages that nobody waits for: notifications, and calls whose client went away.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { open, send } from '../../support/http.ts'
import { mcpClient } from '../../support/mcp-client.ts'
import { until, within } from '../../support/until.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const current = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': current,
  'io.modelcontextprotocol/clientCapabilities': {},
  progressToken: 'p',
}

const headersOf = (key: string, more: Record<string, string>) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${key}`,
  ...more,
})

const inCurrent = (key: string, method: string) =>
  headersOf(key, { 'mcp-protocol-version': current, 'mcp-method': method })

const in2025 = (key: string) => headersOf(key, { 'mcp-protocol-version': '2025-11-25' })

test('a notification is answered 202 and nothing else, in each revision and in a batch', async () => {
  const { owner } = await service.organization()
  const told = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const ofNow = { ...told, params: { ...told.params, _meta: meta } }
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  for (const [headers, body] of [
    [inCurrent(owner.key, told.method), ofNow],
    [in2025(owner.key), told],
    [in2025(owner.key), initialized],
    [headersOf(owner.key, { 'mcp-protocol-version': '2025-03-26' }), [initialized, told]],
  ] as const) {
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await send(`${url}/v1/mcp`, sent)
    assert.deepEqual([answer.status, answer.text], [202, ''], JSON.stringify(body))
    assert.equal(answer.headers['content-type'], undefined)
  }
})

/** Text of ten megabytes that takes a while to be stored and read. */
const long = `# Long\n\n${'One more line of *words*.\n\n'.repeat(370_000)}`.slice(0, 10 * 1_048_576)

/** Begins to publish, and hangs up at the first word of progress. */
async function publishAndLeave(headers: Record<string, string>, content: string, own: object): Promise<void> {
  const params = { name: 'publish', arguments: { content }, _meta: own }
  const request = open(`${url}/v1/mcp`, 'POST', headers)
  request.on('error', () => undefined)
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  const [answer] = (await within('an answer', once(request, 'response'))) as [IncomingMessage]
  assert.match(answer.headers['content-type'] ?? '', /^text\/event-stream/)
  answer.on('error', () => undefined)
  await within('progress', once(answer, 'data'))
  request.destroy()
}

const namesOf = async (key: string) =>
  (await mcpClient(url, key).call('list_artifacts')).value.data.map(({ name }: { name: string }) => name)

/** Files that are stored, by name. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(service.folder, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

test('a client that closes the stream of a running call cancels it: nothing is made, and no file stays', async () => {
  const { owner } = await service.organization()
  const before = await stored()
  const headers = { ...inCurrent(owner.key, 'tools/call'), 'mcp-name': 'publish' }
  await publishAndLeave(headers, long, meta)
  const after = await mcpClient(url, owner.key).call('publish', { content: long.replace('Long', 'Kept') })
  assert.equal(after.problem, undefined)
  assert.deepEqual(await namesOf(owner.key), ['Kept'])
  await until('the file of the call is gone', async () => (await stored()).length === before.length + 1)
})

test('in the revisions of 2025 a broken connection is no cancellation', async () => {
  const { owner } = await service.organization()
  await publishAndLeave(in2025(owner.key), long, { progressToken: 'p' })
  await until('the page is there', async () => (await namesOf(owner.key)).includes('Long'))
})
