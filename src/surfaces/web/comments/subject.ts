// The subject of a new comment: words that are selected in the page, or a part that is pointed at.

import type { addComment } from '../../../operations/comments/comments.ts'
import type { InputOf } from '../../../operations/kernel/operation.ts'
import type { Picked, Selected } from '../../viewer/protocol.ts'
import { standsOn } from './anchor-words.ts'
import { shortened } from './shortened.ts'

/** The words or the element that a thread is attached to. */
export type Anchor = NonNullable<InputOf<typeof addComment>['anchor']>

export const anchorOf = ({ exact, prefix, suffix, start, end, path }: Selected): Anchor => ({
  textQuote: { exact, prefix, suffix },
  textPosition: { start, end },
  ...(path !== null && { cssPath: path }),
})

export const elementAnchorOf = ({ path, tag, words, alike, point, region }: Picked): Anchor => ({
  cssPath: path,
  element: { tag: tag === 'diagram' ? 'pre' : tag, text: words, alike },
  ...(point && { point }),
  ...(region && { region }),
})

/** True for a frame within the page: its words are not the page's. */
export const isInnerFrame = ({ tag }: Picked): boolean => /^(?:iframe|frame|object|embed)$/.test(tag)

/** Returns the words for the part that is pointed at. */
export const wordsOfPicked = ({ tag, words, point, region }: Picked): string =>
  standsOn({ point, region }, { tag, text: words })

/** The subject of a new comment. */
export type Subject = { selected: Selected } | { picked: Picked }

/** Returns the words that the reader sees of the subject: the quote, or the part. Words from the frame may be any. */
export const wordsOf = (subject: Subject): string =>
  'picked' in subject ? wordsOfPicked(subject.picked) : `“${shortened(subject.selected.exact, 120)}”`

export const anchorOfSubject = (subject: Subject): Anchor =>
  'picked' in subject ? elementAnchorOf(subject.picked) : anchorOf(subject.selected)
