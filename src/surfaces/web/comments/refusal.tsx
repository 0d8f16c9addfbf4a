// Why a reader cannot write comments, and what would help.

import type { JSX } from 'preact'
import type { CommentsPage } from './page.ts'

/** What stands in the place of the form. */
export const Refusal = ({ signIn, sees, shortId }: CommentsPage): JSX.Element => {
  const unseen = sees ? '' : ' The comments of this page are for them alone.'
  if (!signIn)
    return (
      <p class="refusal">
        You can read this page, but only members of its organization comment. Ask its owner to invite you.
        {unseen}
      </p>
    )
  return (
    <p class="refusal">
      Members of its organization comment on this page.{unseen}{' '}
      <a href={backHere(signIn, shortId)}>Sign in to comment</a>
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
