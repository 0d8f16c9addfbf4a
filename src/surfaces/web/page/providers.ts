// The buttons of the providers one may sign in with.

import { providerTitles } from '../../../domain/sign-in.ts'
import type { Provider, SignInReturn } from '../layout/sign-in-forms.tsx'
import type { PageContext } from './page-context.ts'

/**
 * The buttons of the providers that are set up, the same for everybody. Without a passage, as on the page that is
 * the same everywhere, the sign-in returns to the page it was begun on.
 */
export function providersOf({ site }: PageContext, passage?: SignInReturn): Provider[] {
  const query = passage ? `?${new URLSearchParams(Object.entries(passage))}` : ''
  return site.context.signInProviders.map(name => ({
    name: providerTitles[name],
    href: `/auth/${name}${query}`,
  }))
}
