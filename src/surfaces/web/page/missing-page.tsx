// The one page for what is missing, forbidden, expired or in the trash: nobody learns which; people sign in or ask for access here.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { LinkButton } from '../layout/controls.tsx'
import { Button, type FieldError, TextArea } from '../layout/form.tsx'
import { LockedLeaf } from '../layout/leaf-icon.tsx'
import { Card } from '../layout/link-card.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { EmailForm, type Provider } from '../layout/sign-in-forms.tsx'
import { UserText } from '../layout/words.tsx'
import { wall } from '../words/sign-in.ts'

export interface MissingPageProps {
  assets: Assets
  providers?: readonly Provider[]
  /** The reader, where somebody is signed in. */
  reader?: MissingReader | undefined
}

export interface MissingReader {
  email: string
  /** True where the address could be that of an artifact, so that the reader may ask its owner. */
  mayAsk: boolean
  /** Text that the form held, and its errors. */
  typed?: string | undefined
  errors?: readonly FieldError[] | undefined
}

/**
 * Returns the page for status 404, with the headers of an app page. Its bytes are the same everywhere: the form names no address, and the
 * sign-in returns to the page it was sent from.
 */
export const missingPage = ({ assets, providers, reader }: MissingPageProps): string =>
  editorHtml({
    assets,
    title: reader ? wall.closed : wall.title,
    head: <Card />,
    children: (
      <>
        <LockedLeaf />
        {reader ? <Closed reader={reader} providers={providers} /> : <Wall providers={providers} />}
      </>
    ),
  })

interface WithProviders {
  providers: readonly Provider[] | undefined
}

const Wall = ({ providers }: WithProviders): JSX.Element => (
  <>
    <div class="leaf-head">
      <h1>{wall.title}</h1>
      <p class="lead">{wall.lead}</p>
    </div>
    <EmailForm providers={providers} focused />
    <p class="aside">{wall.foot}</p>
  </>
)

const Closed = ({ reader, providers }: WithProviders & { reader: MissingReader }): JSX.Element => (
  <>
    <div class="leaf-head">
      <h1>{wall.closed}</h1>
      <p class="lead">
        {wall.as}{' '}
        <strong>
          <UserText text={reader.email} />
        </strong>
        . {wall.otherAddress}
      </p>
    </div>
    {reader.mayAsk && <AskForm {...reader} />}
    <LinkButton href="/app" kind={reader.mayAsk ? 'plain' : 'primary'}>
      {wall.ownPages}
    </LinkButton>
    <details class="other-account">
      <summary>{wall.otherAccount}</summary>
      <EmailForm providers={providers} quiet />
    </details>
  </>
)

/** Posted to the address of the page itself. */
const AskForm = ({ typed, errors }: MissingReader): JSX.Element => (
  <form method="post" class="form">
    <TextArea
      name="message"
      label={wall.message}
      hint={wall.messageHint}
      value={typed ?? ''}
      errors={errors}
      rows={3}
    />
    <Button kind="primary">{wall.ask}</Button>
  </form>
)

/** The same for every address. */
export const askedPage = (assets: Assets): string =>
  editorHtml({
    assets,
    title: wall.asked,
    children: (
      <>
        <h1>{wall.asked}</h1>
        <p class="lead">{wall.askedLead}</p>
        <LinkButton href="/app">{wall.ownPages}</LinkButton>
      </>
    ),
  })
