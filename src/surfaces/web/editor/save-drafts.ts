// Keeps what is written in this browser until it is saved, and asks before somebody leaves what could not be kept.

import type { Draft, Drafts } from './drafts.ts'

/** Milliseconds after the last key. */
const PAUSE = 1000

export interface Keeping {
  /** The text or its note changed. */
  touch(): void
  /** Keeps at once what is not kept yet. */
  keep(): Promise<void>
  /** The text is saved: its draft is not needed any more. */
  settle(): Promise<void>
}

/** `draft` is what there is to keep, or null where the text is what was opened: then what was kept of it, under `key`, is dropped. */
export function keepDrafts(drafts: Drafts, draft: () => Draft | null, key: () => string): Keeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stored = true
  const store = async () => {
    clearTimeout(timer)
    if (stored) return
    stored = true
    const now = draft()
    await (now ? drafts.keep(now) : drafts.remove(key())).catch(() => {
      stored = false
    })
  }
  addEventListener('visibilitychange', () => void store())
  addEventListener('pagehide', () => void store())
  addEventListener('beforeunload', event => {
    if (!stored && draft()) event.preventDefault()
    void store()
  })
  return {
    touch: () => {
      stored = false
      clearTimeout(timer)
      timer = setTimeout(() => void store(), PAUSE)
    },
    keep: store,
    settle: async () => {
      clearTimeout(timer)
      stored = true
      await drafts.remove(key()).catch(() => undefined)
    },
  }
}
