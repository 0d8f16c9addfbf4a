// The pages of sign-in: address, code, and the first owner's setup.

import type { Assets } from '../layout/assets.ts'
import { islands } from '../layout/document.tsx'
import { Button, ErrorSummary, Field, type FieldError, Hidden } from '../layout/form.tsx'
import { LeafIcon } from '../layout/leaf-icon.tsx'
import { editorHtml } from '../layout/own-page-layout.tsx'
import {
  CodeForm,
  CodeLead,
  EmailForm,
  type Provider,
  Providers,
  type SignInReturn,
} from '../layout/sign-in-forms.tsx'
import { UserText } from '../layout/words.tsx'
import { code, proveAgain, secondStep, setup, signIn } from '../words/sign-in.ts'

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
    title: signIn.title,
    children: (
      <>
        <div class="leaf-head">
          <h1>{signIn.title}</h1>
          <p class="lead">{signIn.lead}</p>
        </div>
        <ErrorSummary errors={passage.errors} />
        <EmailForm {...passage} focused />
        <p class="aside">{signIn.foot}</p>
      </>
    ),
  })

export interface ProveAgainPageProps {
  assets: Assets
  next: string
  /** The address of the session; the code goes nowhere else. */
  email: string
  /** Providers for a session that began with one: it may end as it began. */
  providers?: readonly Provider[]
}

/** The page that asks for the address again before something that only an owner may do. */
export const proveAgainPage = ({ assets, next, email, providers = [] }: ProveAgainPageProps): string =>
  editorHtml({
    assets,
    title: proveAgain.title,
    reader: email,
    children: (
      <>
        <div class="leaf-head">
          <h1>{proveAgain.title}</h1>
          <p class="lead">{proveAgain.lead}</p>
        </div>
        <form method="post" action="/auth/code" class="form">
          <Hidden values={{ next, again: '1' }} />
          <p>
            {proveAgain.sends}{' '}
            <strong>
              <UserText text={email} />
            </strong>
            .
          </p>
          <Button kind="primary">{signIn.sendCode}</Button>
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
    title: code.tab,
    scripts: [islands.code],
    children: (
      <>
        <LeafIcon icon="mail" />
        <div class="leaf-head">
          <h1>{code.title}</h1>
          <CodeLead {...passage} />
        </div>
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
    title: secondStep.title,
    children: (
      <>
        <LeafIcon icon="lock" />
        <h1>{secondStep.title}</h1>
        <ErrorSummary errors={errors} />
        <form method="post" action="/auth/second-factor" class="form">
          <Hidden values={{ next, artifact, again }} />
          <Field
            name="code"
            label={secondStep.label}
            hint={secondStep.hint}
            autocomplete="one-time-code"
            maxLength={40}
            errors={errors}
            className="code"
            required
            focused
          />
          <Button kind="primary">{signIn.title}</Button>
        </form>
        <p class="aside">
          <a href={`/auth/sign-in?next=${encodeURIComponent(next)}`}>{secondStep.restart}</a>
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

/** The page that the first start's link opens: the operator becomes Owner. */
export const setupPage = ({ assets, action, email, name, errors }: SetupPageProps): string =>
  editorHtml({
    assets,
    title: setup.title,
    children: (
      <>
        <div class="leaf-head">
          <h1>{setup.title}</h1>
          <p class="lead">{setup.lead}</p>
        </div>
        <ErrorSummary errors={errors} />
        <form method="post" action={action} class="form">
          <Field
            name="name"
            label={setup.name}
            value={name}
            errors={errors}
            autocomplete="name"
            maxLength={100}
            required
          />
          <Field
            name="email"
            label={signIn.email}
            hint={setup.emailHint}
            type="email"
            inputMode="email"
            autocomplete="email"
            value={email}
            errors={errors}
            maxLength={254}
            required
          />
          <Button kind="primary">{setup.submit}</Button>
        </form>
      </>
    ),
  })
