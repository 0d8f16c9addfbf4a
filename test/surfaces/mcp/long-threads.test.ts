// One thread is read whole by its cursor, however long its comments are and whatever JSON makes of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpClient, mcpClientOf2025, messageOf, toldIn } from '../../support/mcp-client.ts'
import { stage } from './stage.ts'

const service = await stage()
const { url } = service
const LARGEST = 60_000

interface Message {
  comment_id: string
  body: string
  body_length: number
}
interface Row extends Message {
  thread_id: string
  replies: Message[]
  earlier_replies?: number
  current?: { text: string }
  quote?: string
}

async function someone() {
  const { owner } = await service.organization()
  const clients = [mcpClient(url, owner.key), await mcpClientOf2025(url, owner.key)]
  const call = (name: string, given: Record<string, unknown>) => clients[0]!.call(name, given)
  /** Every page of a thread, each of which fits in each revision. */
  const pages = async (given: object) => {
    const rows: Row[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const asked = { ...given, ...(cursor && { cursor }) }
      for (const client of clients.toReversed()) {
        const answer = await client.request('tools/call', { name: 'list_comments', arguments: asked })
        assert.ok(answer.text.length <= LARGEST, `${answer.text.length} characters`)
        const { result } = messageOf(answer)
        assert.equal(result.isError, undefined, result.content[0].text)
        if (client !== clients[0]) continue
        const told = toldIn(result) as { data: Row[]; next_cursor: string | null; shortened?: true }
        rows.push(told.data[0]!)
        assert.equal(told.data.length, 1)
        const isWhole = [told.data[0]!, ...told.data[0]!.replies].every(
          ({ body, body_length }) => body.length === body_length,
        )
        assert.equal(told.shortened, isWhole ? undefined : true)
        cursor = told.next_cursor
      }
    }
    return rows
  }
  return { call, pages }
}

/** The bodies of all replies, oldest first. */
const repliesIn = (rows: Row[]) => rows.toReversed().flatMap(({ replies }) => replies.map(({ body }) => body))

/** Comments and words of a page, as many characters as there may be. */
const kinds = {
  letters: (n: number) => `${n}${'a'.repeat(8_900)}`,
  quotes: (n: number) => `${n}${'"'.repeat(9_990)}`,
  foxes: (n: number) => `${n}${'🦊'.repeat(9_990)}`,
  short: (n: number) => `${n}`,
}

/** How many comments a thread has. The longest ones are fewer: each page holds a few of them, and to make it reads all. */
const counts = { letters: 60, quotes: 24, foxes: 24, short: 60 }

for (const [kind, of] of Object.entries(kinds)) {
  const count = counts[kind as keyof typeof kinds]
  test(`a thread of ${count} comments of ${kind} is read whole`, async () => {
    const { call, pages } = await someone()
    const passage = of(0).slice(0, 8_999)
    const made = await call('publish', { content: `<p>${passage}</p>`, format: 'html' })
    const { short_id } = made.value
    const { thread_id } = (await call('add_comment', { short_id, body: of(0), quote: passage })).value
    const bodies = Array.from({ length: count }, (_, n) => of(n + 1))
    for (const body of bodies) await call('add_comment', { short_id, thread_id, body })
    for (const given of [{}, { limit: 1 }, { limit: 100 }]) {
      const rows = await pages({ short_id, thread_id, ...given })
      assert.deepEqual(repliesIn(rows), bodies)
      const [first, last] = [rows[0]!, rows.at(-1)!]
      assert.ok(
        rows.some(({ body }) => body === of(0)),
        'its first comment',
      )
      assert.deepEqual([last.current?.text, last.earlier_replies], [passage, undefined])
      assert.equal(first.replies.length + (first.earlier_replies ?? 0), count)
      assert.equal(first.replies.at(-1)!.body, bodies.at(-1))
      if (kind === 'short') assert.equal(rows.length, 1)
    }
    await call('publish', { short_id, base_version: 1, content: '<p>Other</p>', format: 'html' })
    const rows = await pages({ short_id, thread_id })
    assert.equal(rows.at(-1)!.quote, passage)
    const { value } = await call('list_comments', { short_id })
    assert.ok(value.data[0].replies.length > 0)
  })
}

test('what is written and deleted while a thread is read loses nothing of it', async () => {
  const { call, pages } = await someone()
  const { short_id } = (await call('publish', { content: '# A' })).value
  const add = async (body: string, thread_id?: string) =>
    (await call('add_comment', { short_id, body, thread_id })).value
  const { thread_id } = await add('First')
  const bodies = Array.from({ length: 12 }, (_, n) => `${n}${'a'.repeat(8_900)}`)
  for (const body of bodies) await add(body, thread_id)
  const first = await call('list_comments', { short_id, thread_id })
  await add('Later', thread_id)
  const second = await call('list_comments', { short_id, thread_id, cursor: first.value.next_cursor })
  const read = [...second.told.data[0].replies, ...first.told.data[0].replies].map(({ body }) => body)
  assert.deepEqual(read, bodies.slice(-read.length))
  assert.ok((await pages({ short_id, thread_id })).length > 1)
})

test('a cursor of another list or thread, and no cursor of ours, is refused', async () => {
  const { call } = await someone()
  const { short_id } = (await call('publish', { content: '# A' })).value
  const ids = []
  for (const body of ['One', 'Two']) ids.push((await call('add_comment', { short_id, body })).value.thread_id)
  const [thread_id, other] = ids
  for (let n = 0; n < 8; n += 1) await call('add_comment', { short_id, thread_id, body: 'a'.repeat(9_000) })
  const ofList = (await call('list_comments', { short_id, limit: 1 })).value.next_cursor
  const ofThread = (await call('list_comments', { short_id, thread_id })).value.next_cursor
  assert.ok(ofList && ofThread)
  for (const given of [
    { thread_id, cursor: ofList },
    { thread_id: other, cursor: ofThread },
    { cursor: ofThread },
    { thread_id, cursor: 'x' },
    { thread_id, cursor: 5 },
  ])
    assert.equal((await call('list_comments', { short_id, ...given })).problem?.code, 'invalid_input')
  const none = await call('list_comments', { short_id, thread_id: 'x' })
  assert.deepEqual([none.value.data, none.value.next_cursor], [[], null])
})
