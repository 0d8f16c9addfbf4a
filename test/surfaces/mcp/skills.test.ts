// The skills extension of MCP (SEP-2640): the skill is listed with its digest, and read as the bytes that the server hands out elsewhere.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { requireScopes } from '../../../src/surfaces/mcp/step-up.ts'
import type { McpCaller } from '../../../src/surfaces/mcp/tool-call.ts'
import { send } from '../../support/http.ts'
import { mcpClient, mcpClientOf2025, messageOf } from '../../support/mcp-client.ts'
import { conformanceOf } from '../../support/mcp-conformance.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const uri = 'skill://recto/SKILL.md'

for (const signedIn of [true, false])
  test(`the skill is listed and read ${signedIn ? 'with a key' : 'without sign-in'}, whatever the key may do`, async () => {
    const { newKey } = await service.organization()
    const key = signedIn ? (await newKey('user', { scopes: ['org:read'] })).key : undefined
    const client = mcpClient(url, key)
    const ask = async (method: string, params: Record<string, unknown> = {}) =>
      messageOf(await client.request(method, params))
    const { skills, ttlMs, cacheScope } = (await ask('skills/list')).result
    assert.deepEqual([skills.length, ttlMs, cacheScope], [1, 3_600_000, 'public'])
    const [{ frontmatter, resources }] = skills
    assert.equal(frontmatter.name, 'recto')
    const { contents } = (await ask('resources/read', { uri })).result
    const { text: served } = await send(`${url}/.well-known/agent-skills/recto/SKILL.md`)
    assert.deepEqual(contents, [{ uri, mimeType: 'text/markdown', text: served }])
    const digest = `sha256:${createHash('sha256').update(served).digest('hex')}`
    assert.deepEqual(resources, [{ uri, digest, size: Buffer.byteLength(served) }])
    assert.deepEqual((await ask('skills/get', { uri })).result.skill, skills[0])
  })

test('what is no skill, and a page that there is not, are refused', async () => {
  const client = mcpClient(url)
  const refusal = async (method: string, params: Record<string, unknown>) =>
    messageOf(await client.request(method, params)).error.code
  assert.equal(await refusal('skills/get', { uri: 'skill://other/SKILL.md' }), -32602)
  assert.equal(await refusal('skills/get', {}), -32602)
  assert.equal(await refusal('skills/list', { cursor: 'next' }), -32602)
  assert.equal(await refusal('resources/read', { uri: 'skill://recto/other.md' }), -32602)
})

test('a grant needs no scope to read the skill', async () => {
  const actor = { kind: 'person', proof: 'grant', scopes: ['org:read'] }
  const read = { method: 'resources/read', params: { uri } }
  await requireScopes({ actor } as unknown as McpCaller, new Map(), read)
})

test('clients of 2025 are told of the extension and use it', async () => {
  const { owner } = await service.organization()
  const client = await mcpClientOf2025(url, owner.key)
  assert.equal(messageOf(await client.request('skills/list', {})).result.skills[0].uri, uri)
})

/** The list of resources holds artifacts alone; skills/list names the skill. */
const isOnlyUnlisted = /^Not testable: SKILL\.md .* is not listed in resources\/list/

for (const scenario of ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest'])
  test(`the official suite finds nothing wrong in ${scenario}`, async () => {
    const findings = await conformanceOf(`${url}/v1/public/mcp`, scenario)
    const wrong = findings
      .get(scenario)!
      .filter(({ errorMessage = '' }) => !isOnlyUnlisted.test(errorMessage))
    assert.deepEqual(wrong, [])
  })
