// No message is longer than 60,000 characters as it is sent, whatever JSON makes of the words in it, and the rest can be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpClient, mcpClientOf2025, messageOf, toldIn } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const LARGEST = 60_000

/** Texts that JSON writes longer than they are: twice over, once in the facts and once in the message. */
const dense = { quotes: '"', backslashes: '\\', lines: '\n"', controls: 'a\u0001', foxes: '🦊', accents: 'é' }

async function someone() {
  const { owner, ...company } = await service.organization()
  const clients = [mcpClient(service.url, owner.key), await mcpClientOf2025(service.url, owner.key)]
  /** One request in each revision; both answers must fit. The answer of the current revision is returned. */
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    const answers = []
    for (const client of clients) {
      const answer = await client.request(method, params)
      assert.ok(answer.text.length <= LARGEST, `${method} ${params.name}: ${answer.text.length} characters`)
      answers.push(messageOf(answer))
    }
    return answers[0]
  }
  /** The facts of a call of a tool, with its words. */
  const read = async (name: string, given: object) => {
    const { result } = await ask('tools/call', { name, arguments: given })
    assert.equal(result.isError, undefined, result.content[0].text.slice(0, 500))
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
    return toldIn(result) as any
  }
  const publish = async (given: object): Promise<string> =>
    (await clients[0]!.call('publish', { format: 'markdown', ...given })).value.short_id
  return { company, client: clients[0]!, ask, read, publish }
}

/** Every row of a list, page after page. */
async function all(read: Awaited<ReturnType<typeof someone>>['read'], name: string, given: object) {
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  const rows: any[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(name, { limit: 100, ...given, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.next_cursor
  }
  return rows
}

for (const [kind, words] of Object.entries(dense))
  test(`a page of ${kind} is read to its end in parts that fit`, async () => {
    const { ask, read, publish } = await someone()
    const content = `# Page\n\n${words.repeat(70_000)}`
    const short_id = await publish({ content })
    let whole = ''
    for (let offset: number | null = 0; offset !== null; ) {
      const part = await read('read_artifact', { short_id, format: 'source', limit: 60_000, offset })
      whole += part.text
      offset = part.next_offset
    }
    assert.ok(whole === content, 'to the letter')
    for (const given of [{ format: 'text' }, { format: 'outline' }, { find: words }])
      await read('read_artifact', { short_id, limit: 60_000, ...given })
    const uri = `recto://artifact/${short_id}`
    const { contents } = (await ask('resources/read', { uri })).result
    const [, given] = /^.* read_artifact (\{.*\}) goes on\.$/.exec(contents[1].text) ?? []
    const next = JSON.parse(given!)
    const shown = /<data (\w+)>\n([\s\S]*)\n<\/data \1>$/.exec(contents[0].text)![2]
    assert.equal(shown, content.slice(0, next.offset))
    assert.ok((await read('read_artifact', next)).text.startsWith(content.slice(next.offset).slice(0, 50)))
  })

for (const [kind, words] of Object.entries(dense))
  test(`a difference of ${kind} comes in parts that are the whole together`, async () => {
    const { client, read, publish } = await someone()
    const line = (n: number) => `${n}${words.replace('\n', '').repeat(90)}\n`
    const lines = (from: number) => Array.from({ length: 500 }, (_, n) => line(from + n)).join('')
    const short_id = await publish({ content: lines(0) })
    await client.call('publish', { short_id, base_version: 1, content: lines(1000) })
    let whole = ''
    for (let offset: number | null = 0; offset !== null; ) {
      const part = await read('diff_versions', { short_id, offset })
      whole += part.diff
      offset = part.next_offset
    }
    assert.equal(whole.match(/^\+1\d\d\d\D/gm)?.length, 500)
    assert.equal(whole.match(/^-\d{1,3}\D/gm)?.length, 500)
  })

test('comments of quotation marks and their replies fit, and every thread is reached', async () => {
  const { client, ask, read, publish } = await someone()
  const short_id = await publish({ content: '# Long' })
  const body = '"\\'.repeat(4_900)
  const added = await client.call('add_comment', { short_id, body })
  for (let n = 0; n < 22; n++)
    await client.call('add_comment', { short_id, body, thread_id: added.value.thread_id })
  for (let n = 0; n < 9; n++) await client.call('add_comment', { short_id, body })
  assert.equal((await all(read, 'list_comments', { short_id })).length, 10)
  const [thread] = (await read('list_comments', { short_id, thread_id: added.value.thread_id })).data
  assert.equal(thread.replies.length + thread.earlier_replies, 22)
  assert.ok(thread.replies.length > 0 && thread.replies.at(-1).body_length === 9_800)
  const { contents } = (await ask('resources/read', { uri: `recto://artifact/${short_id}/threads` })).result
  const [, given] = /list_comments (\{.*\}) goes on\.$/.exec(contents.at(-1).text) ?? []
  assert.ok((await read('list_comments', JSON.parse(given!))).data.length > 0)
})

test('a single thread with the longest words everywhere fits', async () => {
  const { client, read, publish } = await someone()
  const passage = `"${'"\\'.repeat(4_000)}"`
  const short_id = await publish({ content: `<p>${passage}</p>`, format: 'html' })
  const added = await read('add_comment', { short_id, body: '"'.repeat(9_990), quote: passage })
  assert.deepEqual([added.body_length, added.current.text.startsWith('""')], [9_990, true])
  assert.equal((await read('list_comments', { short_id })).total_count, 2, 'made once by each revision')
  const [thread] = (await read('list_comments', { short_id, thread_id: added.thread_id, limit: 1 })).data
  assert.equal(thread.thread_id, added.thread_id)
  await client.call('publish', { short_id, base_version: 1, content: '<p>Other</p>', format: 'html' })
  await read('list_comments', { short_id })
})

test('lists of names, notes and snippets full of quotation marks fit, and each row is reached', async () => {
  const { client, ask, read, publish } = await someone()
  const content = `# P\n\n${'"\\'.repeat(80)} lighthouse ${'"\\'.repeat(80)}`
  for (let n = 0; n < 70; n++) await publish({ content, name: `${n} ${'"\\'.repeat(98)}` })
  assert.equal((await all(read, 'list_artifacts', {})).length, 70)
  const rows = await all(read, 'search', { query: 'lighthouse' })
  assert.equal(new Set(rows.map(({ short_id }) => short_id)).size, 70)
  const listed = new Set<string>()
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { result } = await ask('resources/list', { ...(cursor && { cursor }) })
    for (const { uri } of result.resources) listed.add(uri)
    cursor = result.nextCursor
  }
  assert.equal(listed.size, 70)
  const short_id = await publish({ content: '# 1' })
  for (let version = 1; version < 40; version++)
    await client.call('publish', {
      ...{ short_id, base_version: version, content: `# ${version + 1}`, note: '"\\'.repeat(490) },
    })
  assert.equal((await all(read, 'list_versions', { short_id })).length, 40)
})

test('an artifact that is shared with as many people as may be fits, and says how many it left out', async () => {
  const { client, ask, publish } = await someone()
  const name = (n: number) => `${n}${'x'.repeat(60)}@${'long-domain.'.repeat(12)}example.org`
  const emails = Array.from({ length: 400 }, (_, n) => name(n))
  const short_id = await publish({ content: '# Shared' })
  for (let from = 0; from < emails.length; from += 100) {
    const add_emails = emails.slice(from, from + 100)
    const { problem } = await client.call('update_sharing', { short_id, add_emails })
    assert.equal(problem, undefined, problem?.message)
  }
  for (const [tool, given] of [
    ['get_artifact', {}],
    ['update_sharing', { visibility: 'private' }],
    ['update_artifact', { theme: 'paper' }],
  ] as const) {
    const { result } = await ask('tools/call', { name: tool, arguments: { short_id, ...given } })
    const { shared_with } = result.structuredContent
    assert.ok(shared_with.length > 50, `${shared_with.length}`)
    const note = `Cut to fit: shared_with holds the first ${shared_with.length} of 400.`
    assert.ok(result.content[0].text.includes(note), result.content[0].text.slice(-300))
  }
})

test('errors about many long values fit, and name the first of them', async () => {
  const { client, ask, publish } = await someone()
  const lines = (word: string) =>
    Array.from({ length: 12 }, (_, n) => `${n} ${word}${'"\\'.repeat(1_000)}\n\nsame ${n}\n`).join('\n')
  const short_id = await publish({ content: lines('a') })
  await client.call('publish', { short_id, base_version: 1, content: lines('b') })
  const merging = { short_id, base_version: 1, content: lines('c'), merge: true }
  const bad = '"\\'.repeat(45)
  const ids = Array.from({ length: 50 }, (_, n) => `${n}${bad}`)
  const edits = Array.from({ length: 200 }, () => ({ old_text: 5, [bad]: 1, another: 2 }))
  for (const [name, given, code] of [
    ['publish', merging, 'version_conflict'],
    ['publish', { content: 'x', emails: Array.from({ length: 500 }, () => 5) }, 'invalid_input'],
    ['update_sharing', { short_id, add_emails: Array.from({ length: 500 }, () => bad) }, undefined],
    ['edit_artifact', { short_id, base_version: 2, edits }, 'invalid_input'],
    ['set_thread_status', { thread_ids: ids, status: 'open' }, undefined],
    ['set_thread_status', { thread_ids: Array(50).fill(5), status: 'open' }, 'invalid_input'],
    ['get_artifact', Object.fromEntries(ids.map(id => [id, id])), 'invalid_input'],
    ['get_artifact', { short_id: bad.repeat(2000) }, undefined],
    ['claim_preview', { claim_url: bad }, undefined],
    ['search', { query: bad, cursor: bad }, undefined],
  ] as const) {
    const { result } = await ask('tools/call', { name, arguments: given })
    assert.equal(result.isError, true, name)
    if (code) assert.equal(result.structuredContent.error.code, code)
  }
  await ask('tools/call', { name: bad.repeat(2000) })
  await ask('resources/read', { uri: bad.repeat(2000) })
  await ask('prompts/get', { name: bad.repeat(2000) })
})

test('what is listed of the server itself fits', async () => {
  const { ask } = await someone()
  for (const method of ['tools/list', 'prompts/list', 'resources/templates/list', 'resources/list'])
    await ask(method)
  await ask('resources/read', { uri: 'skill://recto/SKILL.md' })
})
