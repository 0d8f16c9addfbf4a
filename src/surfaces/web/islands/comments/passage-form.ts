// The form for a comment on what is selected in the page, or pointed at.

import type { Picked, Selected } from '../../../viewer/protocol.ts'
import { standsOn } from '../../anchor-words.ts'
import type { CommentRequests, ElementAnchor, PassageAnchor, Thread } from './comment-requests.ts'
import { composer } from './composer.ts'
import type { CommentsPage } from './page.ts'

export const anchorOf = ({ exact, prefix, suffix, start, end }: Selected): PassageAnchor => ({
  textQuote: { exact, prefix, suffix },
  textPosition: { start, end },
})

/** The words, shortened and on one line. */
export function shortened(text: string, length = 120): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

export const elementAnchorOf = ({ path, tag, words, alike, point, region }: Picked): ElementAnchor => ({
  cssPath: path,
  element: { tag: tag === 'diagram' ? 'pre' : tag, text: words, alike },
  ...(point && { point }),
  ...(region && { region }),
})

/** What is pointed at, in words. */
export const wordsOfPicked = ({ tag, words, point, region }: Picked): string =>
  standsOn({ point, region }, { tag, text: words })

/** What the comment shall be about. */
export type Subject = { selected: Selected } | { picked: Picked }

interface SubjectForm {
  page: CommentsPage
  requests: CommentRequests
  subject: Subject
  done(thread: Thread): Promise<void>
  /** Puts the form for the whole page back. */
  leave(): void
}

/** The reader sees the words that will be quoted, or what is pointed at: those from the frame may be any. */
export function subjectForm({ page, requests, subject, done, leave }: SubjectForm): HTMLFormElement {
  const [what, anchor] =
    'picked' in subject
      ? [wordsOfPicked(subject.picked), elementAnchorOf(subject.picked)]
      : [`“${shortened(subject.selected.exact)}”`, anchorOf(subject.selected)]
  return composer({
    label: `Comment on ${what}`,
    action: 'Comment',
    draft: `${page.reader}-${page.shortId}-passage`,
    names: requests.names,
    send: text => requests.begin(text, anchor),
    sent: thread => done(thread as Thread),
    cancel: leave,
  })
}
