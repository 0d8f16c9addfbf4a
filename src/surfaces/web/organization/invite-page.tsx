// What the link of an invitation opens: who asks whom into what, and one button. Opening it changes nothing.

import type { JSX } from 'preact'
import type { Assets } from '../layout/assets.ts'
import { Button, ErrorSummary, type FieldError, Hidden } from '../layout/form.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import { Address, type RoleName } from '../layout/people.tsx'
import { EmailForm, type Provider } from '../layout/sign-in-forms.tsx'
import { day, plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'

export interface Offer {
  organization: string
  email: string
  role: RoleName
  invitedBy: string
  expiresAt: Date
}

export type InvitationState =
  | { is: 'unknown' }
  /** `message` says whom to ask for another one. */
  | { is: 'expired'; message: string }
  | { is: 'accepted' }
  /** Nobody is signed in: the sign-in form returns here. */
  | { is: 'open'; offer: Offer; providers?: readonly Provider[] }
  /** Somebody else is. */
  | { is: 'other'; offer: Offer; reader: string }
  | { is: 'ready'; offer: Offer; reader: string }

export interface InvitePageProps {
  assets: Assets
  /** Path of this page: the form goes there, and a sign-in returns there. */
  path: string
  state: InvitationState
  errors?: readonly FieldError[]
}

/** `POST {path}` accepts. Served with the headers of a token page. */
export const invitePage = ({ assets, path, state, errors }: InvitePageProps): string =>
  editorHtml({
    assets,
    title: 'Invitation',
    reader: 'reader' in state ? state.reader : undefined,
    children: (
      <>
        <ErrorSummary errors={errors} />
        <Invitation path={path} state={state} />
      </>
    ),
  })

function Invitation({ path, state }: { path: string; state: InvitationState }): JSX.Element {
  switch (state.is) {
    case 'unknown':
      return <Unknown />
    case 'expired':
      return <Expired message={state.message} />
    case 'accepted':
      return <Accepted />
    default:
      return (
        <>
          <h1>
            Join <UserText text={state.offer.organization} />
          </h1>
          <Offered offer={state.offer} />
          <Step path={path} state={state} />
        </>
      )
  }
}

/** The roles that are given, told to whoever gets one. */
const tasks: Record<RoleName, string> = {
  owner: 'You decide with the other owners, also on the policy and the end of the organization.',
  admin: 'You look after members, invitations, domains, service keys and the audit.',
  member: 'You publish, comment, and edit what is open to the company.',
  viewer: 'You read and comment.',
}

const Offered = ({ offer }: { offer: Offer }): JSX.Element => (
  <>
    <p class="lead">
      <UserText text={offer.invitedBy} /> invites <Address email={offer.email} /> as{' '}
      {offer.role === 'member' ? 'a member' : `an ${offer.role}`}.
    </p>
    <p>
      {tasks[offer.role]} The link is good until {day(offer.expiresAt)} and works once.
    </p>
  </>
)

type Standing = Extract<InvitationState, { offer: Offer }>

function Step({ path, state }: { path: string; state: Standing }): JSX.Element {
  if (state.is === 'open')
    return (
      <section aria-labelledby="sign-in">
        <h2 id="sign-in">Sign in with that address</h2>
        <EmailForm next={path} email={state.offer.email} providers={state.providers} />
        <p class="aside">We send a code of six digits and bring you back here. There is no password.</p>
      </section>
    )
  if (state.is === 'other') return <Other path={path} offer={state.offer} reader={state.reader} />
  return (
    <form method="post" action={path} class="form">
      <Button kind="primary">Accept the invitation</Button>
      <p class="aside">
        You are signed in as <Address email={state.reader} />. If you do not want to join, close this page.
      </p>
    </form>
  )
}

const Other = ({ path, offer, reader }: { path: string; offer: Offer; reader: string }): JSX.Element => (
  <section aria-labelledby="other">
    <h2 id="other">It is meant for another address</h2>
    <p>
      You are signed in as <Address email={reader} />. The invitation is for <Address email={offer.email} />{' '}
      alone. If both are yours, sign in with the other one; or ask <UserText text={offer.invitedBy} /> to
      invite this address.
    </p>
    <form method="post" action="/auth/sign-out">
      <Hidden values={{ next: path }} />
      <Button kind="primary">Sign in with the other address</Button>
    </form>
  </section>
)

const Unknown = (): JSX.Element => (
  <>
    <h1>This invitation is not known</h1>
    <p>
      It was withdrawn, or replaced by a newer one, or the link is cut off: it ends with a long code. Look for
      a newer mail, or ask whoever invited you to send it again.
    </p>
  </>
)

const Expired = ({ message }: { message: string }): JSX.Element => (
  <>
    <h1>This invitation has expired</h1>
    <p>{plain(message)}</p>
  </>
)

const Accepted = (): JSX.Element => (
  <>
    <h1>This invitation was accepted</h1>
    <p>An invitation works once, and this one was used. If it was you, sign in to go on.</p>
    <p class="actions">
      <a class="button primary" href="/app">
        To your pages
      </a>
    </p>
  </>
)
