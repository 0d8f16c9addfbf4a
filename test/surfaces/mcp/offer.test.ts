// Which tools an address offers: its query leaves out the others, everywhere that they would be spoken of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpClient, messageOf } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const { owner } = await service.organization()
const at = (query: string, key: string | null = owner.key) => mcpClient(url, key ?? undefined, { query })
const names = async (query: string, key?: null) => (await at(query, key).list()).map(({ name }) => name)

test('?read_only=true leaves the tools that read, and the prompts that need no other', async () => {
  const read = await names('read_only=true')
  assert.deepEqual(read, [
    ...['get_artifact', 'read_artifact', 'list_artifacts', 'search', 'list_versions', 'diff_versions'],
    ...['get_account', 'list_members', 'list_comments'],
  ])
  const client = at('read_only=true')
  const { error } = messageOf(
    await client.request('tools/call', { name: 'publish', arguments: { content: 'x' } }),
  )
  assert.equal(error.code, -32602)
  const { result } = messageOf(await client.request('prompts/list'))
  assert.deepEqual(
    result.prompts.map(({ name }: { name: string }) => name),
    ['what_changed'],
  )
  const { instructions } = messageOf(await client.request('server/discover')).result
  assert.doesNotMatch(instructions, /publish with|edit_artifact|delete_artifact/)
  assert.deepEqual(await names('read_only=true', null), ['get_artifact', 'read_artifact'])
})

test('?tools= names groups and single tools', async () => {
  assert.deepEqual(await names('tools=comments'), ['list_comments', 'add_comment', 'set_thread_status'])
  assert.deepEqual(await names('tools=search,read_artifact'), ['read_artifact', 'search'])
  assert.deepEqual(await names('tools=comments,search&read_only=true'), ['search', 'list_comments'])
  assert.equal((await names('read_only=false')).length, 21)
  assert.deepEqual(await names('tools=publishing', null), ['publish', 'create_upload'])
})

test('tools that change something are refused beside read_only=true, with the reason', async () => {
  for (const [tools, named, key] of [
    ['publish', 'publish', owner.key],
    ['search,publish', 'publish', owner.key],
    ['edit_artifact,reading', 'edit_artifact', owner.key],
    ['sharing', 'sharing', owner.key],
    ['publishing,comments,sharing', 'publishing, sharing', owner.key],
    ['publish', 'publish', null],
    ['publishing', 'publishing', null],
  ] as const) {
    const answer = await at(`read_only=true&tools=${tools}`, key).request('tools/list')
    assert.deepEqual([answer.status, answer.json.code], [400, 'malformed_request'], tools)
    const reason = `read_only=true offers no tool that changes anything, so nothing is left of ${named}.`
    assert.ok(answer.json.detail.startsWith(reason), answer.json.detail)
  }
  assert.deepEqual(await names('read_only=false&tools=publish'), ['publish'])
  assert.deepEqual(await names('read_only=true&tools=comments'), ['list_comments'])
})

test('an unknown name or value is 400, before anything is done', async () => {
  for (const [query, key] of [
    ['tools=', owner.key],
    ['tools=everything', owner.key],
    ['tools=comments,', owner.key],
    ['tools=search&tools=comments', owner.key],
    ['read_only=yes', owner.key],
    ['read_only', owner.key],
    ['readonly=true', owner.key],
    ['tools=sharing', null],
    ['tools=search', null],
  ] as const) {
    const answer = await at(query, key).request('tools/list')
    assert.deepEqual([answer.status, answer.json.code], [400, 'malformed_request'], query)
  }
})

test('errors advise only tools that are offered', async () => {
  const { value } = await at('').call('publish', { content: '# One' })
  const { short_id } = value
  await at('').call('publish', { short_id, base_version: 1, content: '# Two' })
  const writer = at('tools=publish')
  const { text, problem } = await writer.call('publish', { short_id, base_version: 1, content: '# Three' })
  assert.equal(problem?.code, 'version_conflict')
  assert.doesNotMatch(text, /diff_versions|read_artifact/)
})
