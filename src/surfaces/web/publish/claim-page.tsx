// What a claim link opens: the page it keeps, and one button. Opening it changes nothing.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { Button, Choice, ErrorSummary, type FieldError, Hidden } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { EmailForm, type Provider } from '../layout/sign-in-forms.tsx'
import { counted, day, daysLeft, fileSize, plain } from '../layout/text.ts'
import { RelativeTime, UserText } from '../layout/words.tsx'

export interface ClaimablePage {
  name: string
  /** Absolute address, which stays. */
  url: string
  size: number
  createdAt: Date
  expiresAt: Date
}

/** An organization of the reader that takes previews. */
export interface ClaimPlace {
  id: string
  name: string
  allowPublic: boolean
}

export type ClaimState =
  | { is: 'unknown' }
  | { is: 'expired' }
  | { is: 'claimed'; url?: string }
  /** Nobody is signed in: the sign-in form returns here. */
  | { is: 'open'; page: ClaimablePage; providers?: readonly Provider[] }
  /** One button away. */
  | {
      is: 'ready'
      page: ClaimablePage
      reader: string
      /** Where it goes unless the reader says otherwise. */
      chosen: ClaimPlace
      /** All that take it. */
      places: readonly ClaimPlace[]
    }
  /** No organization of the reader takes it. */
  | { is: 'nowhere'; page: ClaimablePage; reader: string }

export interface ClaimPageProps {
  assets: Assets
  /** Path of this page: the form goes there, and a sign-in returns there. */
  path: string
  state: ClaimState
  errors?: readonly FieldError[]
  now?: Date
}

/** `POST {path}` with `visibility` and, for those in several, `organizationId` claims. Served with the headers of a token page. */
export function claimPage({ assets, path, state, errors, now = new Date() }: ClaimPageProps): string {
  return editorHtml({
    assets,
    title: 'Keep a page',
    reader: 'reader' in state ? state.reader : undefined,
    children: (
      <>
        <ErrorSummary errors={errors} />
        <Claim path={path} state={state} now={now} />
      </>
    ),
  })
}

interface ClaimProps {
  path: string
  state: ClaimState
  now: Date
}

function Claim({ path, state, now }: ClaimProps): JSX.Element {
  if (state.is === 'unknown') return <Unknown />
  if (state.is === 'expired') return <Expired />
  if (state.is === 'claimed') return <Claimed url={state.url} />
  return (
    <>
      <h1>Keep this page</h1>
      <Claimable page={state.page} now={now} />
      {state.is === 'nowhere' && <Nowhere />}
      {state.is === 'ready' && <ClaimForm path={path} state={state} />}
      {state.is === 'open' && <SignInFirst path={path} state={state} />}
    </>
  )
}

const Nowhere = (): JSX.Element => (
  <>
    <h2>Nowhere to keep it yet</h2>
    <p>
      None of your organizations lets you keep previews: an Owner switched it off, or you read there and do
      not publish. Ask an Owner to allow it under Policy, or to make you a member, and open this link again.
      Until then the page stays where it is.
    </p>
  </>
)

const Claimable = ({ page, now }: { page: ClaimablePage; now: Date }): JSX.Element => (
  <>
    <article class="card padded">
      <h2>
        <a href={page.url}>
          <UserText text={page.name} />
        </a>
      </h2>
      <p>
        Published <RelativeTime at={page.createdAt} now={now} />, {fileSize(page.size)}
      </p>
    </article>
    <p>
      Nobody has claimed it yet. It is open to anyone with the link and goes in{' '}
      {counted(daysLeft(page.expiresAt, now), 'day')}, on {day(page.expiresAt)}. Claimed, it stays at the same
      address and you decide who opens it.
    </p>
  </>
)

type Ready = Extract<ClaimState, { is: 'ready' }>

const ClaimForm = ({ path, state }: { path: string; state: Ready }): JSX.Element => (
  <form method="post" action={path} class="form">
    {state.places.length > 1 ? (
      <Choice
        name="organizationId"
        legend="Where it goes"
        value={state.chosen.id}
        options={state.places.map(({ id, name }) => ({ value: id, label: plain(name) }))}
      />
    ) : (
      <Hidden values={{ organizationId: state.chosen.id }} />
    )}
    <Choice
      name="visibility"
      legend="Who can open it then"
      value={isClosed(state) ? 'private' : 'public'}
      options={[
        {
          value: 'public',
          label: 'Anyone with the link',
          disabled: isClosed(state),
          ...(isClosed(state) && {
            hint: 'Public pages are switched off by an Owner of the organization.',
          }),
        },
        { value: 'company', label: 'Everyone in the organization' },
        { value: 'private', label: 'Only you' },
      ]}
    />
    <Button kind="primary">Keep it</Button>
    <p class="aside">
      {state.places.length > 1 ? (
        'You'
      ) : (
        <>
          It goes to <UserText text={state.chosen.name} />. You
        </>
      )}{' '}
      own it then, as <UserText text={state.reader} />.
    </p>
  </form>
)

/** Another organization may allow what this one forbids, so the choice is left open where there are several. */
const isClosed = ({ chosen, places }: Ready): boolean => !chosen.allowPublic && places.length < 2

type Open = Extract<ClaimState, { is: 'open' }>

const SignInFirst = ({ path, state }: { path: string; state: Open }): JSX.Element => (
  <>
    <h2>Sign in first</h2>
    <EmailForm next={path} providers={state.providers} />
    <p class="aside">We send a code of six digits and bring you back here. There is no password.</p>
  </>
)

const Unknown = (): JSX.Element => (
  <>
    <h1>This claim link is not known</h1>
    <p>
      It may be cut off: it ends with a long code. Copy it whole from where it was given to you, or publish
      the page again; that makes a new link.
    </p>
  </>
)

const Expired = (): JSX.Element => (
  <>
    <h1>This preview has expired</h1>
    <p>
      A page that nobody claims is removed after 30 days, and its content with it. Publish the file again to
      get a new address and a new claim link.
    </p>
  </>
)

const Claimed = ({ url }: { url?: string | undefined }): JSX.Element => (
  <>
    <h1>This page has been claimed</h1>
    <p>
      A claim link works once, and this one was used. If it was you, the page is among yours
      {url && (
        <>
          {' '}
          at <a href={url}>{url}</a>
        </>
      )}
      . If it was not, ask whoever gave you the link.
    </p>
  </>
)
