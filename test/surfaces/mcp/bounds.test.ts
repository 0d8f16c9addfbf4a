// No result is longer than 60,000 characters, text and structured content together, and each says how to get the rest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpClient, toldIn } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const LARGEST = 60_000

async function someone() {
  const { owner } = await service.organization()
  const client = mcpClient(service.url, owner.key)
  /** Calls a tool, whose result must fit. */
  const call = async (name: string, given: object) => {
    const { result } = (await client.request('tools/call', { name, arguments: given })).json
    assert.equal(result.isError, undefined, result.content[0].text)
    const size = result.content[0].text.length + JSON.stringify(result.structuredContent).length
    assert.ok(size <= LARGEST, `${name}: ${size} characters`)
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
    return toldIn(result) as any
  }
  return { client, call }
}

type Call = Awaited<ReturnType<typeof someone>>['call']

const text = (word: string, length: number) => `${word} `.repeat(length / (word.length + 1))

test('every comment is reached, with its beginning and its length, however long they are together', async () => {
  const { client, call } = await someone()
  const { short_id } = await call('publish', { content: '# Long', format: 'markdown' })
  for (let n = 0; n < 12; n++) await client.call('add_comment', { short_id, body: text(`word${n}`, 9_990) })
  const found: { body: string; body_length: number }[] = []
  let cursor: string | null = null
  do {
    const page = await call('list_comments', { short_id, limit: 100, ...(cursor !== null && { cursor }) })
    found.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  assert.deepEqual(
    found.map(({ body }) => body.split(' ')[0]),
    Array.from({ length: 12 }, (_, n) => `word${n}`),
  )
  for (const { body, body_length } of found) assert.ok(body.length < body_length && body_length > 9_000)
})

test('one thread comes alone and at length, resolved too', async () => {
  const { client, call } = await someone()
  const { short_id } = await call('publish', { content: '# Long', format: 'markdown' })
  const body = text('long', 9_000)
  const { value } = await client.call('add_comment', { short_id, body })
  await client.call('add_comment', { short_id, body: text('other', 9_000) })
  const listed = async () => {
    const { data } = await call('list_comments', { short_id, thread_id: value.thread_id })
    return data.map(({ status, body }: { status: string; body: string }) => [status, body])
  }
  assert.deepEqual(await listed(), [['open', body]])
  await client.call('set_thread_status', { thread_ids: [value.thread_id], status: 'resolved' })
  assert.deepEqual(await listed(), [['resolved', body]])
})

test('a thread of many long replies fits, and says how many came before', async () => {
  const { client, call } = await someone()
  const { short_id } = await call('publish', { content: '# Long', format: 'markdown' })
  const { value } = await client.call('add_comment', { short_id, body: 'First.' })
  for (let n = 0; n < 40; n++)
    await client.call('add_comment', { short_id, thread_id: value.thread_id, body: text(`r${n}`, 9_000) })
  const { data } = await call('list_comments', { short_id })
  const [{ replies, earlier_replies }] = data
  assert.equal(replies.length + earlier_replies, 40)
  assert.match(replies.at(-1).body, /^r39 /)
})

test('a long difference comes in parts that are the whole together', async () => {
  const { client, call } = await someone()
  const lines = (word: string) => Array.from({ length: 4000 }, (_, n) => `${word} of line ${n}\n`).join('')
  const { short_id } = await call('publish', { content: lines('before'), format: 'markdown' })
  await client.call('publish', { short_id, base_version: 1, content: lines('after') })
  let whole = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const part = await call('diff_versions', { short_id, offset })
    assert.deepEqual([part.from, part.to, part.offset], [1, 2, offset])
    whole += part.diff
    offset = part.next_offset
  }
  assert.equal(whole.match(/^\+after of line/gm)?.length, 4000)
  assert.equal(whole.match(/^-before of line/gm)?.length, 4000)
  const past = await client.call('diff_versions', { short_id, offset: -1 })
  assert.equal(past.problem?.code, 'invalid_input')
})

test('the longest part of a page fits and says where the next one begins', async () => {
  const { call } = await someone()
  const { short_id } = await call('publish', { content: text('word', 200_000), format: 'markdown' })
  const part = await call('read_artifact', { short_id, limit: 60_000, format: 'source' })
  assert.equal(part.next_offset, part.text.length)
  assert.ok(part.text.length > 50_000)
})

test('find tells the places, not the page', async () => {
  const { call } = await someone()
  const { short_id } = await call('publish', {
    content: `# A\n\n${text('word', 9_000)}\n\nneedle here`,
    format: 'markdown',
  })
  const found = await call('read_artifact', { short_id, find: 'needle', format: 'source' })
  assert.equal(found.text, undefined)
  assert.deepEqual([found.matches.length, found.matches[0].line], [1, 5])
})

test('a list of a hundred long names fits, and the rest follows by the cursor', async () => {
  const { call } = await someone()
  for (let n = 0; n < 60; n++)
    await call('publish', {
      content: `# P${n}`,
      format: 'markdown',
      name: `${n} ${'long '.repeat(50)}`.slice(0, 200),
    })
  const names = new Set<string>()
  let cursor: string | null = null
  do {
    const page = await call('list_artifacts', { limit: 100, ...(cursor !== null && { cursor }) })
    for (const { name, sha256 } of page.data) {
      assert.equal(sha256, undefined, 'rows are short')
      names.add(name)
    }
    cursor = page.next_cursor
  } while (cursor !== null)
  assert.equal(names.size, 60)
})

/** Every row of a list, page after page, each of which fits. */
async function all(call: Call, name: string, given: object) {
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  const rows: any[] = []
  let pages = 0
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Call>> = await call(name, { ...given, ...(cursor !== null && { cursor }) })
    rows.push(...page.data)
    pages += 1
    cursor = page.next_cursor
  } while (cursor !== null)
  return { rows, pages }
}

test('what a search finds fits, however long names and snippets are, and the rest follows', async () => {
  const { call } = await someone()
  for (let n = 0; n < 90; n++)
    await call('publish', {
      content: `# P${n}\n\n${text(`wörd${n}`, 300)} lighthouse ${text('after', 300)}`,
      format: 'markdown',
      name: `${n} ${'long '.repeat(50)}`.slice(0, 200),
    })
  const { rows, pages } = await all(call, 'search', { query: 'lighthouse', limit: 100 })
  assert.equal(new Set(rows.map(({ short_id }) => short_id)).size, 90)
  assert.ok(pages > 1, 'one page does not hold them')
  for (const { snippet } of rows) assert.match(snippet, /lighthouse/)
})

test('a long history with long notes fits, and the rest follows', async () => {
  const { call } = await someone()
  const { short_id } = await call('publish', { content: '# 1', format: 'markdown' })
  for (let version = 1; version < 60; version++)
    await call('publish', {
      short_id,
      base_version: version,
      content: `# ${version + 1}`,
      note: text(`note${version}`, 990),
    })
  const { rows, pages } = await all(call, 'list_versions', { short_id, limit: 100 })
  assert.deepEqual(
    rows.map(({ version }) => version),
    Array.from({ length: 60 }, (_, n) => 60 - n),
  )
  assert.ok(pages > 1, 'one page does not hold them')
  assert.match(rows[0].note, /^note59 .* note59$/)
})
