// The threads on a part of the page that were resolved: each stands as one line among the cards, where its passage still stands.

import { listThreads } from './listed-threads.ts'
import type { Outline } from './picking/outline.ts'
import type { Thread } from './thread.ts'

/** So many have a line at most, the newest first. */
const MOST_LINES = 100

export interface ResolvedThreads {
  readonly all: readonly Thread[]
  has(id: string): boolean
  /** Asks for them where the outline, as it is now, knows of others than before. */
  refresh(): Promise<void>
}

/** Calls `onChange` with all of them once there are others. */
export function resolvedThreads(
  shortId: string,
  outline: Outline,
  onChange: (threads: readonly Thread[]) => void,
): ResolvedThreads {
  let all: readonly Thread[] = []
  let known = ''
  return {
    get all() {
      return all
    },
    has: id => all.some(thread => thread.id === id),
    async refresh() {
      const ids = resolvedIn(outline)
      const now = ids.length === 0 ? '' : [outline.version, ...ids].join(' ')
      if (now === known) return
      const listed =
        now === '' ? null : await listThreads(shortId, 'resolved', { order: 'desc', limit: MOST_LINES })
      all = listed?.data.filter(({ anchor }) => anchor !== null) ?? []
      known = now
      onChange(all)
    },
  }
}

const resolvedIn = (outline: Outline): string[] =>
  [...outline.threads()].flatMap(({ id, status }) => (status === 'resolved' ? id : [])).sort()
