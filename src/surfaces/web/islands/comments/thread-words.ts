// What is said about a comment and its thread: who wrote it, when, and where it hangs, in words.

import { authorWords } from '../../../../domain/author-words.ts'
import { standsOn } from '../../anchor-words.ts'
import { element } from '../viewer/notice.ts'
import type { Thread, Words } from './comment-requests.ts'

export const authorOf = (words: Words): string => authorWords({ ...words, name: words.author.name })

const formatted = (iso: string) =>
  new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })

export function timeOf(iso: string): HTMLTimeElement {
  return element('time', { dateTime: iso, textContent: formatted(iso) })
}

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
  const text = words.replace(/\s+/g, ' ').trim()
  return text.length > 200 ? `${text.slice(0, 199)}…` : text || null
}

export function placeOf(thread: Thread): string {
  const { anchor, anchorState, createdOnVersion } = thread
  if (anchor === null) return 'On the whole page'
  if (hangsOnWords(thread)) return passageWords(anchorState, createdOnVersion)
  const on = standsOn(anchor, thread.element ?? null)
  if (anchorState === 'orphaned')
    return `Detached: ${on} is no longer on the page. Written on version ${createdOnVersion}.`
  if (anchorState === 'placing') return `${on}, finding its place…`
  return anchorState === 'changed' ? `${on}, which may have changed since` : on
}

function passageWords(state: Thread['anchorState'], version: number): string {
  if (state === 'orphaned')
    return `Detached: its text is no longer on the page. Written on version ${version}.`
  return state === 'changed' ? 'The text changed since' : 'On a passage'
}

export function anchorStateWords(thread: Thread): string | null {
  if (thread.status === 'open') return null
  const by = thread.resolvedBy ? ` by ${thread.resolvedBy}` : ''
  return `Resolved${by}${thread.resolvedOnVersion ? ` on version ${thread.resolvedOnVersion}` : ''}`
}

/** What somebody else did in it between the two looks; null where nobody did. `before` is unknown of a thread that is new here. */
export function newsOf(before: Thread | undefined, now: Thread): string | null {
  if (!before) return arrivalOf(now)
  if (before.status !== now.status)
    return now.status === 'open'
      ? 'A thread was opened again.'
      : `Resolved by ${now.resolvedBy ?? 'somebody'}.`
  return answersOf(before, now) ?? placeNews(before, now) ?? changesOf(before, now)
}

function arrivalOf(now: Thread): string | null {
  if (now.status === 'resolved') return `Resolved by ${now.resolvedBy ?? 'somebody'}.`
  return now.mine ? null : `New comment by ${authorOf(now)}.`
}

function answersOf(before: Thread, now: Thread): string | null {
  const known = new Set(before.replies.map(({ id }) => id))
  const last = now.replies.filter(({ id, mine }) => !mine && !known.has(id)).at(-1)
  return last ? `New reply by ${authorOf(last)}.` : null
}

function placeNews(before: Thread, now: Thread): string | null {
  if (before.anchorState === now.anchorState) return null
  if (now.anchorState === 'orphaned') return 'A thread is detached: its text is no longer on the page.'
  return before.anchorState === 'orphaned' ? 'A detached thread hangs on the page again.' : null
}

function changesOf(before: Thread, now: Thread): string | null {
  const words = new Map([before, ...before.replies].map(each => [each.id, each]))
  const all = [now, ...now.replies]
  const isGone = all.length < words.size || (now.deleted && !before.deleted)
  const changed = all.find(each => !each.mine && words.get(each.id)?.editedAt !== each.editedAt)
  if (isGone) return 'A comment was deleted.'
  return changed && words.has(changed.id) ? `${authorOf(changed)} changed a comment.` : null
}
