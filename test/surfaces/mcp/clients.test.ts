// Clients that others wrote, against the endpoints as they are.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service

/** The client of the SDK's first generation, which most programs of 2025 carry. */
async function firstGeneration(path: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'an-agent', version: '1.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } }))
  return client
}

type Result = { isError?: boolean; structuredContent: Record<string, unknown> }

test('the first generation of the SDK publishes, updates, and takes an error as an answer', async () => {
  const { owner } = await service.organization()
  const client = await firstGeneration('/v1/mcp', { authorization: `Bearer ${owner.key}` })
  const { tools } = await client.listTools()
  assert.equal(tools.length, 21)
  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as Result
  const made = await call('publish', { content: '# One' })
  const short_id = made.structuredContent.short_id
  const second = await call('publish', { short_id, base_version: 1, content: '# Two' })
  assert.equal(second.structuredContent.version, 2)
  const stale = await call('publish', { short_id, base_version: 1, content: '# Three' })
  assert.equal(stale.isError, true)
  assert.equal((stale.structuredContent.error as { code: string }).code, 'version_conflict')
  assert.match(client.getInstructions() ?? '', /base_version/)
  await client.close()
})

test('the first generation of the SDK works without sign-in', async () => {
  const client = await firstGeneration('/v1/public/mcp')
  const made = (await client.callTool({ name: 'publish', arguments: { content: '# Open' } })) as Result
  assert.equal(typeof made.structuredContent.claim_url, 'string')
  await client.close()
})

const home = await mkdtemp(join(tmpdir(), 'recto-inspector-'))
after(() => rm(home, { recursive: true, force: true }))

const launcher = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
)

/** The official Inspector, as a command. */
async function inspector(path: string, key: string | null, given: readonly string[]) {
  const header = key === null ? [] : ['--header', `Authorization: Bearer ${key}`]
  const options = ['--transport', 'http', '--format', 'json', '-q', ...header]
  const started = spawn(process.execPath, [launcher, '--cli', url + path, ...options, ...given], {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [answer, complaints, [code]] = await Promise.all([
    text(started.stdout),
    text(started.stderr),
    once(started, 'close'),
  ])
  return { code, complaints, result: answer.startsWith('{') ? JSON.parse(answer).result : null }
}

test("the Inspector's strict reading of the tools has nothing to warn of", async () => {
  const { owner } = await service.organization()
  for (const [path, key, count] of [
    ['/v1/mcp', owner.key, 21],
    ['/v1/public/mcp', null, 4],
  ] as const) {
    const { code, complaints, result } = await inspector(path, key, ['--method', 'tools/list', '--strict'])
    assert.deepEqual([code, complaints, result.tools.length], [0, '', count])
  }
})

test('the Inspector calls a tool, reads a resource, and tells an error and a missing sign-in apart', async () => {
  const { owner } = await service.organization()
  const content = ['--tool-name', 'publish', '--tool-arg', 'content=# Inspected', '--protocol-era', 'modern']
  const made = await inspector('/v1/mcp', owner.key, ['--method', 'tools/call', ...content])
  const { short_id } = made.result.structuredContent
  const uri = ['--uri', `recto://artifact/${short_id}`]
  const read = await inspector('/v1/mcp', owner.key, ['--method', 'resources/read', ...uri])
  assert.match(read.result.contents[0].text, /<data ([0-9a-f]{16})>\n# Inspected\n<\/data \1>$/)
  const nothing = ['--tool-name', 'get_artifact', '--tool-arg', 'short_id=nothing']
  assert.equal((await inspector('/v1/mcp', owner.key, ['--method', 'tools/call', ...nothing])).code, 5)
  const unknown = await inspector('/v1/mcp', 'recto_u_wrong', ['--method', 'tools/list'])
  assert.notEqual(unknown.code, 0)
})
