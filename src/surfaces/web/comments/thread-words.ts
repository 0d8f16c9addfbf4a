// Where a thread hangs, in words: what it quotes, what that was, and its place.

import { plain } from '../../../domain/plain-text.ts'
import { standsOn } from './anchor-words.ts'
import type { Thread } from './thread.ts'

/** The words of the page it is about, as they are now, shortened; null where it is about none. */
export const quoteOf = (thread: Thread): string | null =>
  hangsOnWords(thread) ? shortened(thread.current?.text || thread.anchor?.textQuote?.exact || '') : null

/** Otherwise on an element, a point of the page, or all of it. */
const hangsOnWords = ({ anchor, current }: Thread): boolean =>
  anchor !== null && (current ? current.textEnd > current.textStart : Boolean(anchor.textQuote?.exact))

/** What the words were when it was written, where they are others now. */
export function earlierOf({ anchor, anchorState, current }: Thread): string | null {
  const earlier = shortened(anchor?.textQuote?.exact ?? '')
  if (earlier === null) return null
  return anchorState === 'changed' && current && earlier !== shortened(current.text) ? earlier : null
}

function shortened(words: string): string | null {
  const text = plain(words.replace(/\s+/g, ' ')).trim()
  return text.length > 200 ? `${text.slice(0, 199).toWellFormed()}…` : text || null
}

export function placeOf(thread: Thread): string {
  const { anchor, anchorState, createdOnVersion } = thread
  if (anchor === null) return 'On the whole page'
  if (hangsOnWords(thread)) return passageWords(anchorState, createdOnVersion)
  const on = plain(standsOn(anchor, thread.element ?? null))
  if (anchorState === 'orphaned')
    return `Detached: ${on} is no longer on the page. Written on version ${createdOnVersion}.`
  if (anchorState === 'placing') return `${on}, finding its place…`
  return anchorState === 'changed' ? `${on}, which may have changed since` : on
}

function passageWords(state: Thread['anchorState'], version: number): string {
  if (state === 'orphaned')
    return `Detached: its text is no longer on the page. Written on version ${version}.`
  if (state === 'placing') return 'On a passage, finding its place…'
  return state === 'changed' ? 'The text changed since' : 'On a passage'
}
