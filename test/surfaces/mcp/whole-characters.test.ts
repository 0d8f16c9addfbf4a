// A text that is cut ends with a whole character: no answer holds half of a surrogate pair.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpClient, messageOf, toldIn } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const { owner } = await service.organization()

/** Words of which any cut at an even or an odd offset would split a character. */
const words = (length: number) => ['', 'x'].map(start => start + '😀'.repeat(length))

async function ask(name: string, given: object, client = mcpClient(url, owner.key)) {
  const answer = await client.request('tools/call', { name, arguments: given })
  assert.doesNotMatch(answer.text, /\\ud[89a-f]/i, name)
  assert.ok(answer.text.isWellFormed(), name)
  return messageOf(answer).result
}

test('comments and the words they are about are cut between characters', async () => {
  const bodies = words(9_990)
  const content = `# A\n\n${words(2_000).join('\n\n')}\n`
  const made = await ask('publish', { content })
  const { short_id } = made.structuredContent
  for (const body of [...bodies, ...bodies])
    await ask('add_comment', { short_id, body, quote: words(2_000)[1] })
  await ask('list_comments', { short_id })
  await ask('publish', { short_id, base_version: 1, content: '# Gone' })
  const { data } = toldIn(await ask('list_comments', { short_id })) as { data: { body: string }[] }
  for (const { body } of data) assert.match(body, /^x?(😀)+…$/u)
})

test('parts of a page and of a difference are cut between characters, wherever they begin', async () => {
  for (const content of words(40_000)) {
    const { short_id } = (await ask('publish', { content })).structuredContent
    for (const offset of [0, 1, 2, 3])
      for (const limit of [1, 2, 1_000, 1_001])
        await ask('read_artifact', { short_id, format: 'source', offset, limit })
    await ask('publish', { short_id, base_version: 1, content: `x${content}` })
    let whole = ''
    for (let offset: number | null = 0; offset !== null; ) {
      const part = toldIn(await ask('diff_versions', { short_id, offset }))
      whole += part.diff
      offset = part.next_offset as number | null
    }
    assert.ok(whole.includes(`+x${content}`))
    for (const offset of [50_000, 50_001]) await ask('diff_versions', { short_id, offset })
  }
})

test('overlapping passages and the names of programs are cut between characters', async () => {
  for (const long of words(2_000)) {
    const named = mcpClient(url, owner.key, { client: { name: long, version: long } })
    const { short_id } = (await ask('publish', { content: `${long}\n` }, named)).structuredContent
    await ask('publish', { short_id, base_version: 1, content: `a${long}\n` }, named)
    const mine = { short_id, base_version: 1, content: `b${long}\n`, merge: true }
    const refused = await ask('publish', mine, named)
    assert.equal(refused.structuredContent.error.code, 'version_conflict')
    await ask('list_versions', { short_id })
    await ask('get_artifact', { short_id, [long]: 1 })
    await ask('list_comments', { short_id, status: long, cursor: long })
  }
})
