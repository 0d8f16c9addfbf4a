// The threads of the panel: one filter at a time, page by page, brought up to date in place when something happens.

import { Refused } from '../layout/call.ts'
import { newsWords } from '../words/comment-news.ts'
import { commentsButton } from '../words/comments-button.ts'
import { type Filter, type Listed, listThreads, type Order, SLACK } from './listed-threads.ts'
import type { Outline } from './picking/outline.ts'
import type { Thread } from './thread.ts'
import { newsOf } from './thread-news.ts'
import { isBehind } from './thread-order.ts'

export interface ShownThread {
  readonly thread: Thread
  /** Deleted by somebody while the reader is in it. */
  readonly isDeleted: boolean
}

export interface ThreadList {
  readonly filter: Filter
  readonly order: Order
  readonly shown: readonly ShownThread[]
  readonly isBusy: boolean
  /** The filter was read, and holds nothing. */
  readonly isEmpty: boolean
  readonly hasMore: boolean
  /** Reason that the threads could not be read. */
  readonly failure: string | null
  /** Lists anew, from the first page on; what somebody writes stays where its thread does. */
  list(filter: Filter, order?: Order): Promise<void>
  /** Adds the next page; answers with its first thread. */
  more(): Promise<string | null>
  /** Takes in what happened since the last look, without moving anything the reader is in; says what others did. */
  catchUp(): Promise<string[]>
  /** The thread stands in the list even where the filter would leave it out. */
  hold(thread: Thread): void
  /** The reader left a thread: a deleted one goes. */
  leave(threadId: string): void
}

interface Surroundings {
  shortId: string
  outline: Outline
  /** True while the reader writes in the thread or stands on it. */
  isHeld(threadId: string): boolean
  /** The first order. */
  order: Order
  /** Called whenever it shows something else. */
  onChange(): void
}

export function threadList(around: Surroundings): ThreadList {
  const { shortId, outline, isHeld, onChange } = around
  let filter: Filter = 'open'
  let { order } = around
  let shown: ShownThread[] = []
  let cursor: string | null = null
  let failure: string | null = null
  let isBusy = false
  let isRead = false
  /** Time at which the list was true, by the server's clock; null before it was read. */
  let at: number | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const indexOf = (id: string): number => shown.findIndex(({ thread }) => thread.id === id)
  const look = async (asked: Filter) => {
    const listed = await listThreads(shortId, asked, { order })
    if (asked !== filter) return
    at = listed.at
    isRead = true
    cursor = listed.nextCursor
    const next = listed.data.map(asShown)
    const listedIds = new Set(listed.data.map(({ id }) => id))
    for (const [index, each] of shown.entries())
      if (!listedIds.has(each.thread.id) && isHeld(each.thread.id)) next.splice(index, 0, each)
    shown = next
  }
  /** Returns the thread as it is shown already where nothing happened to it, so that it is not drawn again. */
  const asShown = (thread: Thread): ShownThread => {
    const before = shown[indexOf(thread.id)]
    return before && !before.isDeleted && isSame(before.thread, thread)
      ? before
      : { thread, isDeleted: false }
  }
  const attempt = async (step: () => Promise<void>) => {
    isBusy = true
    failure = null
    onChange()
    try {
      await step()
    } catch (problem) {
      shown = []
      failure = problem instanceof Refused ? problem.message : commentsButton.notLoaded
    } finally {
      isBusy = false
      onChange()
    }
  }
  /** Everything that happened in threads since, however many pages it fills. */
  const since = async (asked: Filter | 'all', from: number): Promise<Pick<Listed, 'data' | 'at'>> => {
    const first = await listThreads(shortId, asked, { since: new Date(from).toISOString(), limit: 100 })
    const data = [...first.data]
    for (let next = first.nextCursor; next !== null; ) {
      const page = await listThreads(shortId, asked, {
        since: new Date(from).toISOString(),
        limit: 100,
        cursor: next,
      })
      data.push(...page.data)
      next = page.nextCursor
    }
    return { data, at: first.at }
  }
  const changes = async (): Promise<string[]> => {
    const [before, from] = [filter, at! - SLACK]
    const known = shown.filter(({ isDeleted }) => !isDeleted).map(({ thread }) => thread.id)
    const [all, mine] = await Promise.all([
      since('all', from),
      before === 'mine' ? since(before, from) : null,
    ])
    // The outline is read after the threads, so it knows where each of them stands.
    const isOther = await outline.refresh()
    if (before !== filter) return []
    at = all.at
    const isMine = new Set(mine?.data.map(({ id }) => id))
    const gone = known.filter(id => !outline.stands(id))
    for (const id of gone) drop(id)
    const news: (string | null)[] = []
    for (const [index, thread] of all.data.entries()) {
      if (index % TOGETHER === TOGETHER - 1) {
        onChange()
        await nextTask()
      }
      if (before !== filter) return []
      const last = shown[indexOf(thread.id)]
      if (last) news.push(take(last, thread))
      else if (fits[before](thread, isMine) && place(thread)) news.push(newsOf(undefined, thread))
    }
    if (isOther && order === 'place') await follow(before)
    onChange()
    return [...gone.map(() => newsWords.threadDeleted), ...news.filter(each => each !== null)]
  }
  /** The thread as it is now, in its place; what others did in it. */
  const take = (last: ShownThread, thread: Thread): string | null => {
    if (isSame(last.thread, thread)) return null
    shown[shown.indexOf(last)] = { thread, isDeleted: false }
    return newsOf(last.thread, thread)
  }
  /** In its order; what lies beyond the pages read so far waits there, and is no news yet. */
  const place = (thread: Thread): boolean => {
    const later = shown.findIndex(each => isBehind(each.thread, thread, order, outline))
    if (later === -1 && cursor !== null) return false
    shown.splice(later === -1 ? shown.length : later, 0, { thread, isDeleted: false })
    return true
  }
  /** The text has another order now. */
  const follow = async (asked: Filter) => {
    if (cursor !== null) await look(asked)
    else shown.sort((one, other) => (isBehind(one.thread, other.thread, order, outline) ? 1 : -1))
  }
  const drop = (id: string) => {
    const index = indexOf(id)
    if (index === -1) return
    if (isHeld(id)) shown[index] = { thread: shown[index]!.thread, isDeleted: true }
    else shown.splice(index, 1)
  }
  /** Runs one step after the other, so that an older answer never replaces a newer one. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const turn = busy.then(step, step)
    busy = turn
    return turn
  }

  return {
    get filter() {
      return filter
    },
    get order() {
      return order
    },
    get shown() {
      return shown
    },
    get isBusy() {
      return isBusy
    },
    get isEmpty() {
      return isRead && shown.length === 0 && failure === null
    },
    get hasMore() {
      return cursor !== null
    },
    get failure() {
      return failure
    },
    list: (chosen, turned = order) => {
      if (chosen !== filter || turned !== order) {
        shown = []
        cursor = null
        isRead = false
      }
      filter = chosen
      order = turned
      return inTurn(() => attempt(() => look(chosen)))
    },
    more: () =>
      inTurn(async () => {
        let first: string | null = null
        await attempt(async () => {
          if (cursor === null) return
          const listed = await listThreads(shortId, filter, { cursor, order })
          first = listed.data[0]?.id ?? null
          cursor = listed.nextCursor
          shown.push(...listed.data.filter(({ id }) => indexOf(id) === -1).map(asShown))
        })
        return first
      }),
    catchUp: () => inTurn(async () => (at === null ? [] : changes().catch(() => []))),
    hold: thread => {
      if (indexOf(thread.id) === -1 && !place(thread)) shown.unshift({ thread, isDeleted: false })
      onChange()
    },
    leave: id => {
      const left = shown[indexOf(id)]
      if (!left?.isDeleted || isHeld(id)) return
      drop(id)
      onChange()
    },
  }
}

const isSame = (one: Thread, other: Thread): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Threads that are brought up to date in one task: a program may have changed a thousand. */
const TOGETHER = 20

const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** Tells for each filter whether a thread that is new here belongs into the list. */
const fits: Record<Filter, (thread: Thread, mine: ReadonlySet<string>) => boolean> = {
  open: ({ status }) => status === 'open',
  resolved: ({ status }) => status === 'resolved',
  detached: ({ anchorState }) => anchorState === 'orphaned',
  mine: ({ id }, mine) => mine.has(id),
}
