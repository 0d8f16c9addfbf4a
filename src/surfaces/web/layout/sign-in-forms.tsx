// Sign-in in two steps, an address and then the code sent to it; both are plain forms.

import type { JSX } from 'preact'
import { code, signIn } from '../words/sign-in.ts'
import { Button, Field, type FieldError, Hidden } from './form.tsx'
import { UserText } from './words.tsx'

/** The fields that both steps of a sign-in carry. */
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
  /** True beside another button that is the next thing to do. */
  quiet?: boolean
  /** True where the field takes the focus at once. */
  focused?: boolean
}

export const EmailForm = ({
  next,
  artifact,
  email,
  errors,
  providers = [],
  quiet,
  focused,
}: EmailProps): JSX.Element => (
  <>
    <form method="post" action="/auth/code" class="form">
      <Hidden values={{ next, artifact }} />
      <Field
        name="email"
        label={signIn.email}
        type="email"
        autocomplete="email"
        inputMode="email"
        value={email}
        errors={errors}
        maxLength={254}
        required
        focused={focused}
      />
      <Button kind={quiet ? 'plain' : 'primary'}>{signIn.sendCode}</Button>
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
            {signIn.with(name)}
          </a>
        </li>
      ))}
    </ul>
  )

interface CodeProps extends SignInReturn {
  email: string
  /** True where every address is sent a code; otherwise only those that may sign in. */
  isSent: boolean
  errors?: readonly FieldError[] | undefined
}

/** Says to which address the code went. */
export const CodeLead = ({ email, isSent, next, artifact, again }: CodeProps): JSX.Element => (
  <p class="lead">
    {isSent ? code.sent : code.perhapsSent}{' '}
    <strong>
      <UserText text={email} />
    </strong>
    . {!again && <a href={artifact ? next : changePath(next)}>{code.change}</a>}
  </p>
)

/** One visible field: `code-island.ts` sends it at the sixth digit. */
export const CodeForm = ({ email, next, artifact, again, errors }: CodeProps): JSX.Element => (
  <>
    <form method="post" action="/auth/code/verify" class="form">
      <Hidden values={{ email, next, artifact, again }} />
      <Field
        name="code"
        label={code.label}
        autocomplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9\s]*"
        maxLength={100}
        errors={errors}
        className="code"
        required
        focused
      />
      <Button kind="primary">{artifact ? code.open : code.submit}</Button>
    </form>
    <form method="post" action="/auth/code" class="aside">
      <Hidden values={{ email, next, artifact, again }} />
      <p>
        {code.spam}{' '}
        <button type="submit" class="as-link">
          {code.again}
        </button>
        .
      </p>
    </form>
    {artifact && (
      <p class="aside">
        {signIn.unpaged} <a href="/auth/sign-in">{signIn.unpagedLink}</a>.
      </p>
    )}
  </>
)

const changePath = (next: string): string => `/auth/sign-in?next=${encodeURIComponent(next)}`
