// The words for the place of a thread: its quote or element, its earlier words, and whether it is still there.

import { plain } from '../../../domain/plain-text.ts'
import { commentWords as words } from '../words/comments.ts'
import { standsOn } from './anchor-words.ts'
import { shortened } from './shortened.ts'
import type { Thread } from './thread.ts'

/** The words of the page it is about, as they are now, shortened; null where it is about none. */
export const quoteOf = (thread: Thread): string | null =>
  isAboutWords(thread) ? quoted(thread.current?.text || thread.anchor?.textQuote?.exact) : null

const quoted = (text = ''): string | null => shortened(text, 200) || null

/** Otherwise it is about an element, a point of the page, or all of it. */
const isAboutWords = ({ anchor, current }: Thread): boolean =>
  anchor !== null && (current ? current.textEnd > current.textStart : Boolean(anchor.textQuote?.exact))

/** Returns the words of the passage when the thread was written, where they are others now. */
export function earlierOf({ anchor, anchorState, current }: Thread): string | null {
  const earlier = quoted(anchor?.textQuote?.exact)
  if (earlier === null) return null
  return anchorState === 'changed' && current && earlier !== quoted(current.text) ? earlier : null
}

/** The element, or the part of it, that the thread is about; null where it is about words or the whole page. */
export function elementOf(thread: Thread): string | null {
  const { anchor, element } = thread
  return anchor === null || isAboutWords(thread) ? null : plain(standsOn(anchor, element ?? null))
}

/** Says what has become of the thread's place; null where it stands as it was written. `isOnScreen` is unknown where no page is. */
export function stateOf(thread: Thread, isOnScreen?: boolean): string | null {
  if (thread.anchor === null) return null
  if (thread.anchorState === 'orphaned') return words.notFound(thread.createdOnVersion)
  if (thread.anchorState === 'rendered' && isOnScreen) return null
  if (thread.anchorState === 'rendered') return isOnScreen === false ? words.notOnScreen : words.madeByScript
  if (thread.anchorState === 'placing') return words.finding
  if (thread.anchorState !== 'changed') return null
  return isAboutWords(thread) ? words.changed : words.mayHaveChanged
}
