// The comments' part of an artifact's page: the button of the header, the entry of the menu, and the empty panel.

import type { JSX } from 'preact'
import type { Actor } from '../../../domain/actor.ts'
import type { OpenedPage } from '../../../operations/artifacts/open-page.ts'
import { Icon } from '../layout/icon.tsx'
import { commentsButton as words } from '../words/comments-button.ts'
import { pageWords } from '../words/page.ts'
import type { CommentsPage } from './page.ts'

export interface CommentsProps extends CommentsPage {
  /** Threads that stand open, as far as the reader may know. */
  open: number
}

/** Returns what the reader may see and write; an unclaimed page has no comments to see or to write. */
export function commentsFor(actor: Actor, { artifact, can, seesComments }: OpenedPage): CommentsProps {
  const isClaimed = artifact.organization !== null
  const sees = isClaimed && seesComments
  return {
    shortId: artifact.shortId,
    reader: readerOf(actor),
    may: isClaimed && can.includes('comment'),
    sees,
    signIn:
      actor.kind === 'anonymous' ? `/auth/sign-in?next=${encodeURIComponent(`/${artifact.shortId}`)}` : null,
    open: sees ? artifact.openThreadCount : 0,
  }
}

/** Guests have no account; null for who writes no comments in a browser. */
const readerOf = (actor: Actor): string | null =>
  actor.kind === 'person' ? actor.personId : actor.kind === 'guest' ? actor.email : null

/** `open` is the count of open threads, absent where there are none. */
export const CommentsButton = ({ open }: { open: string | undefined }): JSX.Element => (
  <button
    type="button"
    class="tool"
    data-comments-button
    aria-label={open ? words.withOpen(open) : words.title}
    aria-expanded="false"
    aria-controls="comments"
    title={words.tip}
  >
    <Icon name="comment" />
    <span data-comments-count>{open}</span>
  </button>
)

/** The empty panel; `page` is a `CommentsPage` as JSON. */
export const CommentsPanel = ({ page }: { page: string }): JSX.Element => (
  <aside id="comments" class="comments" aria-label={words.title} data-comments={page} hidden />
)

/** At the bottom of a phone, in reach of a thumb. */
export const TouchBar = ({ comments }: { comments: boolean }): JSX.Element => (
  <nav class="touch-bar" aria-label={words.actions}>
    {comments && (
      <button type="button" class="tool" data-comment-page>
        <Icon name="comment" /> <span>{words.comment}</span>
      </button>
    )}
    {comments && (
      <button type="button" class="tool" data-comment-part>
        <Icon name="point" /> <span>{words.area}</span>
      </button>
    )}
    <button type="button" class="tool" popovertarget="contents" data-contents hidden>
      <Icon name="contents" /> <span>{words.contents}</span>
    </button>
  </nav>
)

export const CommentPageEntry = (): JSX.Element => (
  <>
    <button type="button" class="menu-item" data-comment-page>
      <Icon name="comment" /> <span>{pageWords.commentOnPage}</span>
    </button>
    <button type="button" class="menu-item" data-comment-part>
      <Icon name="point" /> <span>{pageWords.commentOnArea}</span>
    </button>
  </>
)
