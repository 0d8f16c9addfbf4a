// Why a reader cannot write comments, and what would help.

import { element } from '../viewer/notice.ts'
import type { CommentsPage } from './page.ts'

/** What stands in the place of the form. */
export function refusal({ signIn, sees, shortId }: CommentsPage): HTMLElement {
  const unseen = sees ? '' : ' The comments of this page are for them alone.'
  if (!signIn)
    return element('p', {
      className: 'refusal',
      textContent: `You can read this page, but only members of its organization comment. Ask its owner to invite you.${unseen}`,
    })
  return element('p', { className: 'refusal' }, [
    document.createTextNode(`Members of its organization comment on this page.${unseen} `),
    element('a', { href: backHere(signIn, shortId), textContent: 'Sign in to comment' }),
  ])
}

/** The sign-in returns to the thread that was asked for, too. */
function backHere(signIn: string, shortId: string): string {
  const thread = new URLSearchParams(location.search).get('thread')
  if (thread === null) return signIn
  const next = `/${shortId}?${new URLSearchParams({ thread })}`
  return `${signIn.split('?')[0]}?${new URLSearchParams({ next })}`
}
