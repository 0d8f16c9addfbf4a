// Keeps what is written in this browser until it is saved, and asks before somebody leaves what could not be kept.

import { editorWords as words } from '../words/editor.ts'
import type { Draft, Drafts } from './drafts.ts'

/** Milliseconds after the last key. */
const PAUSE = 1000

export interface Keeping {
  /** Says whether this browser keeps the draft, as far as is known; `kept` says it in other words where it does. */
  state(kept?: string): string
  /** The text or its note changed. */
  touch(): void
  /** Keeps at once what is not kept yet. */
  keep(): Promise<void>
  /** The text is saved: its draft is not needed any more. */
  settle(): Promise<void>
}

/** `draft` is what there is to keep, or null where the text is what was opened: then what was kept of it, under `key`, is dropped. `say` hears it when the browser begins to refuse drafts, and when it keeps them again. */
export function keepDrafts(
  drafts: Drafts,
  draft: () => Draft | null,
  key: () => string,
  say: (sentence: string) => void,
): Keeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stored = true
  let isRefused = false
  const state = (kept: string = words.draftKept) => (isRefused ? words.draftNotKept : kept)
  const store = async () => {
    clearTimeout(timer)
    if (stored) return
    stored = true
    const now = draft()
    const wasRefused = isRefused
    try {
      await (now ? drafts.keep(now) : drafts.remove(key()))
      isRefused = false
    } catch {
      stored = false
      isRefused = now !== null
    }
    if (now && isRefused !== wasRefused) say(state())
  }
  const storeNow = () => void store().catch(reportError)
  addEventListener('visibilitychange', storeNow)
  addEventListener('pagehide', storeNow)
  addEventListener('beforeunload', event => {
    if (!stored && draft()) event.preventDefault()
    storeNow()
  })
  return {
    state,
    touch: () => {
      stored = false
      clearTimeout(timer)
      timer = setTimeout(storeNow, PAUSE)
    },
    keep: store,
    settle: async () => {
      clearTimeout(timer)
      stored = true
      await drafts.remove(key()).catch(() => undefined)
    },
  }
}
