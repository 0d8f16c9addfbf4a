// The pages of sign-in: address, code, and the first owner's setup.

import type { Assets } from '../assets.ts'
import { editorHtml } from '../components/editor-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Hidden } from '../components/form.tsx'
import {
  CodeForm,
  EmailForm,
  type Provider,
  Providers,
  type SignInReturn,
} from '../components/sign-in-forms.tsx'
import { UserText } from '../components/words.tsx'

export interface SignInPageProps extends SignInReturn {
  assets: Assets
  email?: string
  errors?: readonly FieldError[]
  providers?: readonly Provider[]
}

/** Step one: whose address it is. */
export const signInPage = ({ assets, ...passage }: SignInPageProps): string =>
  editorHtml({
    assets,
    title: 'Sign in',
    children: (
      <>
        <h1>Sign in</h1>
        <ErrorSummary errors={passage.errors} />
        <EmailForm {...passage} />
        <p class="aside">We send a code of six digits. There is no password, and no account to make first.</p>
      </>
    ),
  })

export interface ProveAgainPageProps {
  assets: Assets
  next: string
  /** The address of the session; the code goes nowhere else. */
  email: string
  /** For a session that a provider began: it may end as it began. */
  providers?: readonly Provider[]
}

/** Before what only an owner may do: the address is proven again. */
export const proveAgainPage = ({ assets, next, email, providers = [] }: ProveAgainPageProps): string =>
  editorHtml({
    assets,
    title: 'Sign in again',
    reader: email,
    children: (
      <>
        <h1>Is it you?</h1>
        <p>
          You signed in more than 12 hours ago. Before a step that only an owner may take we ask again, so
          that a browser left open cannot take it.
        </p>
        <form method="post" action="/auth/code" class="form">
          <Hidden values={{ next, again: '1' }} />
          <p>
            We send a code of six digits to{' '}
            <strong>
              <UserText text={email} />
            </strong>
            .
          </p>
          <Button kind="primary">Send me a code</Button>
        </form>
        <Providers providers={providers} />
      </>
    ),
  })

export interface CodePageProps extends SignInReturn {
  assets: Assets
  email: string
  isSent: boolean
  errors?: readonly FieldError[]
}

/** Step two: the code. The same for every address, known or not. */
export const codePage = ({ assets, ...passage }: CodePageProps): string =>
  editorHtml({
    assets,
    title: 'Enter the code',
    children: (
      <>
        <h1>Look into your mail</h1>
        <ErrorSummary errors={passage.errors} />
        <CodeForm {...passage} />
      </>
    ),
  })

export interface FactorPageProps extends SignInReturn {
  assets: Assets
  errors?: readonly FieldError[]
}

/** Step three, for those who switched it on: a code of their authenticator app. */
export const factorPage = ({ assets, errors, next, artifact, again }: FactorPageProps): string =>
  editorHtml({
    assets,
    title: 'Second factor',
    children: (
      <>
        <h1>One more code</h1>
        <ErrorSummary errors={errors} />
        <form method="post" action="/auth/second-factor" class="form">
          <Hidden values={{ next, artifact, again }} />
          <Field
            name="code"
            label="Code of your authenticator app"
            hint="Six digits. Without the app, one of your recovery codes does."
            autocomplete="one-time-code"
            maxLength={40}
            errors={errors}
            className="code"
            required
          />
          <Button kind="primary">Sign in</Button>
        </form>
        <p class="aside">
          <a href={`/auth/sign-in?next=${encodeURIComponent(next)}`}>Begin again</a>
        </p>
      </>
    ),
  })

export interface SetupPageProps {
  assets: Assets
  /** Path that takes the form; it holds the setup token. */
  action: string
  email?: string
  name?: string
  errors?: readonly FieldError[]
}

/** What the first start's link opens: the operator becomes Owner. */
export const setupPage = ({ assets, action, email, name, errors }: SetupPageProps): string =>
  editorHtml({
    assets,
    title: 'Set up',
    children: (
      <>
        <h1>This Recto is new</h1>
        <p>
          You become the Owner of its organization: you decide who joins, what may be public, and who else may
          decide. This link works once.
        </p>
        <ErrorSummary errors={errors} />
        <form method="post" action={action} class="form">
          <Field
            name="name"
            label="Your name"
            value={name}
            errors={errors}
            autocomplete="name"
            maxLength={100}
            required
          />
          <Field
            name="email"
            label="Your email address"
            hint="Codes for signing in go there."
            type="email"
            inputMode="email"
            autocomplete="email"
            value={email}
            errors={errors}
            maxLength={254}
            required
          />
          <Button kind="primary">Begin</Button>
        </form>
      </>
    ),
  })
