// Sign-in in two steps, an address and then the code sent to it; both are plain forms.

import type { JSX } from 'preact'
import { Button, Field, type FieldError, Hidden } from './form.tsx'
import { UserText } from './words.tsx'

/** What travels through both steps. */
export interface SignInReturn {
  /** Path to return to, checked by `returnPath`. */
  next: string
  /** Short ID of the page that is being opened: named guests may sign in for it. */
  artifact?: string | undefined
  /** `1` where somebody who is signed in proves the address again. */
  again?: '1' | undefined
}

export interface Provider {
  name: string
  /** Path that begins the sign-in there. */
  href: string
}

interface EmailProps extends Partial<SignInReturn> {
  email?: string | undefined
  errors?: readonly FieldError[] | undefined
  providers?: readonly Provider[] | undefined
}

export const EmailForm = ({ next, artifact, email, errors, providers = [] }: EmailProps): JSX.Element => (
  <>
    <form method="post" action="/auth/code" class="form">
      <Hidden values={{ next, artifact }} />
      <Field
        name="email"
        label="Your email address"
        type="email"
        autocomplete="email"
        inputMode="email"
        value={email}
        errors={errors}
        maxLength={254}
        required
      />
      <Button kind="primary">Send me a code</Button>
    </form>
    <Providers providers={providers} />
  </>
)

/** The other ways to sign in: links, since each leads to another site. */
export const Providers = ({ providers }: { providers: readonly Provider[] }): JSX.Element | null =>
  providers.length === 0 ? null : (
    <ul class="providers">
      {providers.map(({ name, href }) => (
        <li key={href}>
          <a class="button" href={href}>
            Continue with {name}
          </a>
        </li>
      ))}
    </ul>
  )

interface CodeProps extends SignInReturn {
  email: string
  /** Whether every address is sent a code; otherwise only those that may sign in. */
  isSent: boolean
  errors?: readonly FieldError[] | undefined
}

/** One visible field: pasting works, nothing is sent by itself. */
export const CodeForm = ({ email, isSent, next, artifact, again, errors }: CodeProps): JSX.Element => (
  <>
    <form method="post" action="/auth/code/verify" class="form">
      <Hidden values={{ email, next, artifact, again }} />
      <Field
        name="code"
        label="Code"
        hint={
          <>
            {isSent ? 'Six digits, sent to ' : 'Six digits, sent if this address may sign in here: '}
            <UserText text={email} />. Good for ten minutes.
          </>
        }
        autocomplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9\s]*"
        maxLength={12}
        errors={errors}
        className="code"
        required
      />
      <Button kind="primary">Sign in</Button>
    </form>
    <form method="post" action="/auth/code" class="aside">
      <Hidden values={{ email, next, artifact, again }} />
      <p>
        Nothing came? Look where unwanted mail goes, or{' '}
        <button type="submit" class="as-link">
          send another code
        </button>
        .
      </p>
    </form>
    {artifact && (
      <p class="aside">
        Without an account this opens only the pages that are shared with your address. To make an account,{' '}
        <a href="/auth/sign-in">sign in without a page</a>.
      </p>
    )}
  </>
)
