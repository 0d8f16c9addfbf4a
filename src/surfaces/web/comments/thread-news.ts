// What others did in a thread between two looks at it, in one sentence.

import { authorWords } from '../../../domain/author-words.ts'
import type { Thread, Words } from './thread.ts'

const authorOf = (words: Words): string => authorWords({ ...words, name: words.author.name })

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
