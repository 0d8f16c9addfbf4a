// The one page for what is missing, forbidden, expired or in the trash: nobody learns which; people sign in or ask for access here.

import type { JSX } from 'preact'
import type { Assets } from '../assets.ts'
import { Card } from '../components/card.tsx'
import { editorHtml } from '../components/editor-layout.tsx'
import { Button, type FieldError, TextArea } from '../components/form.tsx'
import { EmailForm, type Provider } from '../components/sign-in-forms.tsx'
import { UserText } from '../components/words.tsx'

export interface MissingPageProps {
  assets: Assets
  providers?: readonly Provider[]
  /** Somebody signed in, who may ask for access. */
  asker?: Asker | undefined
}

export interface Asker {
  email: string
  /** What stood in the form, and what is wrong with it. */
  typed?: string | undefined
  errors?: readonly FieldError[] | undefined
}

/**
 * Answered with status 404 and the headers of an app page. Its bytes are the same everywhere: the form names no
 * address, and the sign-in returns to the page it was sent from.
 */
export function missingPage({ assets, providers, asker }: MissingPageProps): string {
  return editorHtml({
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
        {asker && <AskForm {...asker} />}
        <EmailForm providers={providers} />
        <p class="aside">We send a code of six digits. There is no password.</p>
      </>
    ),
  })
}

/** Posted to the address of the page itself. */
const AskForm = ({ email, typed, errors }: Asker): JSX.Element => (
  <section aria-labelledby="ask-title">
    <h2 id="ask-title">Ask for access</h2>
    <p>
      You are signed in as <UserText text={email} />. If there is a page here, its owner can share it with
      you.
    </p>
    <form method="post" class="form">
      <TextArea
        name="message"
        label="Message"
        hint="Optional, up to 500 characters."
        value={typed ?? ''}
        errors={errors}
        rows={3}
      />
      <Button kind="primary">Ask for access</Button>
    </form>
    <h2>Or sign in with another address</h2>
  </section>
)

/** The same for every address. */
export const askedPage = (assets: Assets): string =>
  editorHtml({
    assets,
    title: 'You asked for access',
    children: (
      <>
        <h1>You asked for access</h1>
        <p>
          If there is a page at this address, its owner gets your request by mail. Once they share it with
          you, it opens here.
        </p>
      </>
    ),
  })
