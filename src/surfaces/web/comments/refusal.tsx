// Why a reader cannot write comments, and what would help.

import type { JSX } from 'preact'
import { commentWords as words } from '../words/comments.ts'
import type { CommentsPage } from './page.ts'

/** What stands in the place of the form. */
export const Refusal = ({ signIn, sees, shortId }: CommentsPage): JSX.Element => {
  const unseen = sees ? '' : ` ${words.theirsAlone}`
  if (!signIn)
    return (
      <p class="refusal">
        {words.onlyMembers} {words.askOwner}
        {unseen}
      </p>
    )
  return (
    <p class="refusal">
      {words.onlyMembers}
      {unseen} <a href={backHere(signIn, shortId)}>{words.areYouMember}</a>
    </p>
  )
}

/** The sign-in returns to the thread that was asked for, too. */
function backHere(signIn: string, shortId: string): string {
  const thread = new URLSearchParams(location.search).get('thread')
  if (thread === null) return signIn
  const next = `/${shortId}?${new URLSearchParams({ thread })}`
  return `${signIn.split('?')[0]}?${new URLSearchParams({ next })}`
}
