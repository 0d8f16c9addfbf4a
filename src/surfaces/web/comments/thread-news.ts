// News of a thread between two looks at it, as one sentence about what others did.

import { authorWords } from '../../../domain/author-words.ts'
import { newsWords as words } from '../words/comment-news.ts'
import type { Thread, Words } from './thread.ts'

const authorOf = (words: Words): string => authorWords({ ...words, name: words.author.name })

/** Says what somebody else did between the two looks; null where nobody did. `before` is absent for a thread that is new here. */
export function newsOf(before: Thread | undefined, now: Thread): string | null {
  if (!before) return arrivalOf(now)
  if (before.status !== now.status)
    return now.status === 'open' ? words.reopened : words.resolved(now.resolvedBy)
  return answersOf(before, now) ?? placeNews(before, now) ?? changesOf(before, now)
}

function arrivalOf(now: Thread): string | null {
  if (now.status === 'resolved') return words.resolved(now.resolvedBy)
  return now.mine ? null : words.comment(authorOf(now))
}

function answersOf(before: Thread, now: Thread): string | null {
  const known = new Set(before.replies.map(({ id }) => id))
  const last = now.replies.filter(({ id, mine }) => !mine && !known.has(id)).at(-1)
  return last ? words.reply(authorOf(last)) : null
}

function placeNews(before: Thread, now: Thread): string | null {
  if (before.anchorState === now.anchorState) return null
  if (now.anchorState === 'orphaned') return words.lost
  return before.anchorState === 'orphaned' ? words.found : null
}

function changesOf(before: Thread, now: Thread): string | null {
  const known = new Map([before, ...before.replies].map(each => [each.id, each]))
  const all = [now, ...now.replies]
  const isGone = all.length < known.size || (now.deleted && !before.deleted)
  const changed = all.find(each => !each.mine && known.get(each.id)?.editedAt !== each.editedAt)
  if (isGone) return words.deleted
  return changed && known.has(changed.id) ? words.changed(authorOf(changed)) : null
}
