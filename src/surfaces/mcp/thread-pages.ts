// One thread alone, read whole page by page, the newest replies first.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { packCursor, unpackCursor } from '../../operations/kernel/cursor.ts'
import * as fields from '../../operations/kernel/fields.ts'
import { type Thread, type ThreadList, type ThreadRow, threadRowOf } from './comment-rows.ts'
import { snakeKeys } from './names.ts'
import { buildResult, type Facts, fitResult, type Outcome, SHORT } from './result.ts'
import { type Arguments, requireValid } from './tool.ts'
import type { ToolCall } from './tool-call.ts'

/**
 * A thread has parts: 0 is the words of the page that it is about, 1 its first comment, and the replies begin here. Parts 0
 * and 1 stand on every page, short where they are not among those that the page shows whole.
 */
const FIRST_REPLY = 2

/** Characters that the body of a comment has at most: with so many all of it is shown, but fewer of those it mentions. */
const LONGEST_BODY = fields.body.in.maxLength!

/** Lists as many parts of a thread as fit, the last of those before the cursor; a resolved thread too, unless asked for others. */
export async function listThread(
  { site, size }: ToolCall,
  { cursor: after, ...given }: Arguments,
  answerTo: (given: Arguments) => Promise<unknown>,
): Promise<CallToolResult> {
  const cursor = requireValid(fields.cursor.optional(), 'cursor', after)
  const listed = (await answerTo({ status: 'all', ...given })) as ThreadList
  const [thread] = listed.data
  const kind = `thread ${thread?.id}`
  const all = FIRST_REPLY + (thread?.replies.length ?? 0)
  const end = Math.min(unpackCursor<number>(site.context, kind, cursor) ?? all, all)
  const lastParts = async (count: number, words = Number.POSITIVE_INFINITY): Promise<Outcome> => {
    if (!thread) return { facts: snakeKeys(listed) as Facts, untrusted: true }
    const from = withShortParts(thread, Math.max(0, end - count))
    const row = rowOfParts(thread, { from, end, words })
    const nextCursor = from > 0 ? packCursor(site.context, kind, from) : null
    const shown = { ...listed, data: [row], nextCursor, ...(isCut(row) && { shortened: true }) }
    return { facts: snakeKeys(shown) as Facts, untrusted: true }
  }
  const page = await size.shrink(end, async count => buildResult(await lastParts(count)))
  return size.fits(page) ? page : fitResult(size, 1, (_, words) => lastParts(1, words), LONGEST_BODY)
}

/** Returns `from`, or the part before it that a page from there shows whole anyhow, because it is short. */
function withShortParts(thread: Thread, from: number): number {
  const { current, anchor, body } = thread
  const about = current?.text ?? anchor?.textQuote?.exact ?? ''
  const isShort = [about, body].map(text => text.length <= SHORT)
  return isShort[from - 1] ? withShortParts(thread, from - 1) : from
}

/** The row of a thread with its parts from `from` to before `end` whole. */
function rowOfParts(
  thread: Thread,
  { from, end, words }: { from: number; end: number; words: number },
): ThreadRow {
  const short = Math.min(words, SHORT)
  return threadRowOf(thread, {
    words,
    about: from === 0 ? words : short,
    comment: from <= 1 && end > 1 ? words : short,
    first: Math.max(0, from - FIRST_REPLY),
    last: Math.max(0, end - FIRST_REPLY),
  })
}

const isCut = ({ replies, ...first }: ThreadRow): boolean =>
  [first, ...replies].some(({ body, bodyLength }) => body.length !== bodyLength)
