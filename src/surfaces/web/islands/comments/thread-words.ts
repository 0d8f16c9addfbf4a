// What is said about a comment and its thread: who wrote it, when, and where it hangs, in words.

import { element } from '../viewer/notice.ts'
import type { Thread, Words } from './wire.ts'

/** "Reviewer, agent for Ana": an agent is always shown as one. */
export function authorOf({ author, actorType, actorName }: Words): string {
  if (actorType === 'agent') return `${actorName ?? 'Agent'}, agent for ${author.name}`
  if (actorType === 'service') return `${actorName ?? author.name}, service`
  return author.name
}

const formatted = (iso: string) =>
  new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })

export function timeOf(iso: string): HTMLTimeElement {
  return element('time', { dateTime: iso, textContent: formatted(iso) })
}

/** The words of the page it is about, as they are now, shortened; null where it is about the whole page. */
export const quoteOf = ({ anchor, current }: Thread): string | null =>
  shortened(current?.text || anchor?.textQuote?.exact || '')

/** What the words were when it was written, where they are others now. */
export function earlierOf({ anchor, anchorState, current }: Thread): string | null {
  const earlier = shortened(anchor?.textQuote?.exact ?? '')
  return anchorState === 'changed' && current && earlier !== shortened(current.text) ? earlier : null
}

function shortened(words: string): string | null {
  const text = words.replace(/\s+/g, ' ').trim()
  return text.length > 200 ? `${text.slice(0, 199)}…` : text || null
}

export function placeOf(thread: Thread): string {
  if (thread.anchor === null) return 'On the whole page'
  if (thread.anchorState === 'orphaned')
    return `Detached: its text is no longer on the page. Written on version ${thread.createdOnVersion}.`
  if (thread.anchorState === 'changed') return 'The text changed since'
  return quoteOf(thread) === null ? 'On an element of the page' : 'On a passage'
}

export function standingOf(thread: Thread): string | null {
  if (thread.status === 'open') return null
  const by = thread.resolvedBy ? ` by ${thread.resolvedBy}` : ''
  return `Resolved${by}${thread.resolvedOnVersion ? ` on version ${thread.resolvedOnVersion}` : ''}`
}

/** What somebody else did in it since `from`, in milliseconds; null where it was the reader. */
export function newsOf(thread: Thread, from: number): string | null {
  const last = [thread, ...thread.replies].filter(({ createdAt }) => Date.parse(createdAt) >= from).at(-1)
  if (thread.resolvedAt && Date.parse(thread.resolvedAt) >= from)
    return `Resolved by ${thread.resolvedBy ?? 'somebody'}.`
  if (!last) return thread.status === 'open' ? 'A thread changed or was opened again.' : null
  if (last.mine) return null
  return last === thread ? `New comment by ${authorOf(last)}.` : `New reply by ${authorOf(last)}.`
}
