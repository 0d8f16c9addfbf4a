// The places of all threads of the page: one small question keeps them true, and tells which threads are no more.

import { listThreadAnchors } from '../../../../operations/comments/thread-anchors.ts'
import { callAt } from '../../layout/call.ts'
import { SLACK } from '../listed-threads.ts'
import type { ThreadAnchor } from '../thread.ts'

export interface ThreadCounts {
  open: number
  resolved: number
}

export interface Outline {
  /** Numbers of threads; null before they are known. */
  readonly counts: ThreadCounts | null
  /** The version in which they are attached; 0 before that is known. */
  readonly version: number
  /** In no order. */
  threads(): Iterable<ThreadAnchor>
  find(id: string): ThreadAnchor | undefined
  /** False once the thread was deleted, as far as that is known. */
  stands(id: string): boolean
  /** Asks what is true now; the answer is younger than the call. True where the page has another version since. */
  refresh(): Promise<boolean>
  /** Calls once it is known, and whenever it may be different. */
  onChange(listener: () => void): void
}

/** Throws `Refused` from `refresh` alone. */
export function openOutline(shortId: string): Outline {
  const listeners: (() => void)[] = []
  let known = new Map<string, ThreadAnchor>()
  let [open, total, version] = [0, 0, 0]
  /** By the server's clock; null before it was asked. */
  let at: number | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const add = async (since?: number) => {
    const asked = since === undefined ? {} : { since: new Date(since).toISOString() }
    const { answer, at } = await callAt(listThreadAnchors, { id: shortId, ...asked })
    for (const place of answer.data) known.set(place.id, place)
    return { ...answer, at }
  }
  const anew = () => {
    known = new Map()
    return add()
  }
  const look = async () => {
    const before = version
    let told = await (at === null ? anew() : add(at - SLACK))
    // New threads were added here already, so a number that differs tells of threads that went.
    if (told.version !== version || known.size !== told.totalCount) told = before === 0 ? told : await anew()
    at = told.at
    open = told.openCount
    total = told.totalCount
    version = told.version
    for (const listener of listeners) listener()
    return before !== 0 && before !== version
  }

  return {
    get counts() {
      return at === null ? null : { open, resolved: total - open }
    },
    get version() {
      return version
    },
    threads: () => known.values(),
    find: id => known.get(id),
    stands: id => known.has(id) || known.size < total,
    refresh() {
      const turn = busy.then(look, look)
      busy = turn.catch(() => undefined)
      return turn
    },
    onChange(listener) {
      listeners.push(listener)
      if (at !== null) listener()
    },
  }
}
