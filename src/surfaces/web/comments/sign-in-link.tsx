// The way to the comments for somebody who is not signed in.

import type { JSX } from 'preact'
import { commentWords as words } from '../words/comments.ts'
import type { CommentsPage } from './page.ts'

/** Nothing for who is signed in: nobody is told what others may do. */
export const SignInLink = ({ signIn, sees, shortId }: CommentsPage): JSX.Element | null =>
  signIn === null ? null : (
    <p class="sign-in-link">
      <a href={backHere(signIn, shortId)}>{sees ? words.signInToComment : words.signInToSee}</a>
    </p>
  )

/** The sign-in returns to the thread that was asked for, too. */
function backHere(signIn: string, shortId: string): string {
  const thread = new URLSearchParams(location.search).get('thread')
  if (thread === null) return signIn
  const next = `/${shortId}?${new URLSearchParams({ thread })}`
  return `${signIn.split('?')[0]}?${new URLSearchParams({ next })}`
}
