// The one page for what is missing, forbidden, expired or in the trash: nobody learns which, and whoever may read signs in here.

import type { Assets } from '../assets.ts'
import { deskHtml } from '../components/desk.tsx'
import { EmailForm, type Provider } from '../components/sign-in-forms.tsx'
import { returnPath } from '../text.ts'

export interface MissingPageProps {
  assets: Assets
  /** The path that was asked for; the sign-in returns to it. Nothing else may make two of these pages differ. */
  path: string
  providers?: readonly Provider[]
}

/** Answered with status 404 and the headers of an app page. */
export function missingPage({ assets, path, providers }: MissingPageProps): string {
  return deskHtml({
    assets,
    title: 'Not here, or not open to you',
    children: (
      <>
        <h1>Not here, or not open to you</h1>
        <p>
          There is no page at this address, or it is kept for certain people. If somebody sent you the link,
          sign in with the address they know you by.
        </p>
        <EmailForm next={returnPath(path)} artifact={shortIdIn(path)} providers={providers} />
        <p class="aside">We send a code of six digits. There is no password.</p>
      </>
    ),
  })
}

/** The short ID that a path begins with, whatever follows it. */
const shortIdIn = (path: string) => /^\/([1-9A-HJ-NP-Za-km-z]{10})(?=$|[-@/?])/.exec(path)?.[1]
