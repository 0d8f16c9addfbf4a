// Somebody's private page as owners and admins see it: title, size and owner, and the two steps that are theirs.

import type { JSX } from 'preact'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { Address } from '../layout/people.tsx'
import { fileSize } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'

export interface GovernedPageProps {
  frame: Frame
  artifact: { shortId: string; name: string; size: number; owner: { name: string; email: string } }
  errors?: readonly FieldError[]
  values?: { owner: string }
}

/** `POST /app/usage/{shortId}/owner` with `owner`; `POST /app/usage/{shortId}/delete`. */
export const governedPage = (props: GovernedPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: 'A private page',
    width: 'form',
    children: <Governed {...props} />,
  })

const Governed = (props: GovernedPageProps): JSX.Element => (
  <>
    <p class="crumb">
      <a href="/app/usage">Plan and usage</a>
    </p>
    <h1>
      <UserText text={props.artifact.name} />
    </h1>
    <ErrorSummary errors={props.errors} />
    <Facts {...props} />
    <HandOn {...props} />
    <Delete {...props} />
  </>
)

const Facts = ({ artifact: { owner, size } }: GovernedPageProps): JSX.Element => (
  <>
    <dl class="facts-list">
      <dt>Owner</dt>
      <dd>
        <UserText text={owner.name} />
        <span class="below">
          <Address email={owner.email} />
        </span>
      </dd>
      <dt>Size</dt>
      <dd>{fileSize(size)}</dd>
    </dl>
    <p class="aside">
      The page is private, so you see no more of it than this. Whichever step you take, its owner gets a mail
      that names you, and the audit keeps it.
    </p>
  </>
)

const HandOn = ({ artifact, errors, values }: GovernedPageProps): JSX.Element => (
  <section aria-labelledby="owner-title">
    <h2 id="owner-title">Hand it to somebody else</h2>
    <Form action={`/app/usage/${artifact.shortId}/owner`} class="form">
      <Field
        name="owner"
        label="New owner"
        hint="The address of a member. Address, versions and audience of the page stay."
        type="email"
        inputMode="email"
        value={values?.owner}
        errors={errors}
        maxLength={254}
        required
      />
      <Button>Hand it on</Button>
    </Form>
  </section>
)

const Delete = ({ artifact }: GovernedPageProps): JSX.Element => (
  <section class="new" aria-labelledby="delete-title">
    <h2 id="delete-title">Delete it</h2>
    <p>It goes to the trash, where its owner can bring it back for 30 days.</p>
    <Form action={`/app/usage/${artifact.shortId}/delete`} class="form">
      <Button kind="danger">Move to the trash</Button>
    </Form>
  </section>
)
