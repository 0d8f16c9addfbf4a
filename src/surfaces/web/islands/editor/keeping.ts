// Keeps what is written in this browser until it is saved, and asks before somebody leaves what could not be kept.

import type { Draft, Drafts } from './drafts.ts'

/** Milliseconds after the last key. */
const PAUSE = 1000

export interface Keeping {
  /** The text or its note changed. */
  touch(): void
  /** The text is saved: drafts of these versions are not needed any more. */
  settle(bases: Iterable<number>): Promise<void>
}

/**
 * `draft` is what there is to keep, or null where the text is what was opened: then what was kept of it, under `bases`, is
 * dropped.
 */
export function keepDrafts(drafts: Drafts, draft: () => Draft | null, bases: ReadonlySet<number>): Keeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stored = true
  const drop = async () => {
    for (const base of bases) await drafts.remove(base)
  }
  const store = async () => {
    clearTimeout(timer)
    if (stored) return
    stored = true
    const now = draft()
    await (now ? drafts.keep(now) : drop()).catch(() => {
      stored = false
    })
  }
  addEventListener('visibilitychange', () => void store())
  addEventListener('pagehide', () => void store())
  addEventListener('beforeunload', event => {
    if (!stored && draft()) event.preventDefault()
  })
  return {
    touch: () => {
      stored = false
      clearTimeout(timer)
      timer = setTimeout(() => void store(), PAUSE)
    },
    settle: async bases => {
      clearTimeout(timer)
      stored = true
      for (const base of bases) await drafts.remove(base).catch(() => undefined)
    },
  }
}
