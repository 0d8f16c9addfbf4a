// The one page for what is missing, forbidden, expired or in the trash: nobody learns which, and whoever may read signs in here.

import type { Assets } from '../assets.ts'
import { Card } from '../components/card.tsx'
import { deskHtml } from '../components/desk.tsx'
import { EmailForm, type Provider } from '../components/sign-in-forms.tsx'

export interface MissingPageProps {
  assets: Assets
  providers?: readonly Provider[]
}

/**
 * Answered with status 404 and the headers of an app page. Its bytes are the same everywhere: the form names no
 * address, and the sign-in returns to the page it was sent from.
 */
export function missingPage({ assets, providers }: MissingPageProps): string {
  return deskHtml({
    assets,
    title: 'Not here, or not open to you',
    head: <Card />,
    children: (
      <>
        <h1>Not here, or not open to you</h1>
        <p>
          There is no page at this address, or it is kept for certain people. If somebody sent you the link,
          sign in with the address they know you by.
        </p>
        <EmailForm providers={providers} />
        <p class="aside">We send a code of six digits. There is no password.</p>
      </>
    ),
  })
}
