// The owner of a page, and the form that hands it to another member once its effects were shown.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { LinkButton } from '../layout/controls.tsx'
import { Button, Field, type FieldError, Form, Hidden } from '../layout/form.tsx'
import { Setting } from '../layout/surfaces.tsx'
import { plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { Effects } from '../share/audience-form.tsx'
import { detailWords, transferWords as words } from '../words/details.ts'

interface TransferProps {
  artifact: PresentedArtifact
  /** Members who can own it. */
  members: readonly { name: string; email: string }[]
  /** Text of the field, and the effects that the reader is to confirm. */
  owner?: string | undefined
  effects?: AudiencePreview | undefined
  errors?: readonly FieldError[] | undefined
}

/** `POST {path}/owner`: shows the effects first; `confirmed` carries what was shown, so that a further change is shown again. */
export const Transfer = (props: TransferProps): JSX.Element => (
  <>
    <Setting label={words.title} hint={<UserText text={props.artifact.owner.name} />} />
    {props.artifact.can.includes('transfer') && <NewOwner {...props} />}
  </>
)

const NewOwner = ({ artifact, members, owner = '', effects, errors }: TransferProps): JSX.Element => (
  <Form id="new-owner" action={`${settingsPath(artifact.shortId)}/owner`} class="padded-form" errors={errors}>
    <div class="ask-line two">
      <Field
        name="owner"
        label={words.newOwner}
        hint={words.newOwnerHint}
        type="email"
        value={owner}
        maxLength={254}
        list="members"
        required
      />
      {!effects && <Button>{words.transfer}</Button>}
    </div>
    <datalist id="members">
      {members.map(({ name, email }) => (
        <option key={email} value={plain(email)}>
          {plain(name)}
        </option>
      ))}
    </datalist>
    {effects && (
      <div class="pending" role="alert" tabIndex={-1}>
        <p>{words.effects}</p>
        <Effects foreseen={effects} />
        <Hidden values={{ confirmed: owner }} />
        <p class="actions">
          <LinkButton href={`${settingsPath(artifact.shortId)}#owner`}>{detailWords.cancel}</LinkButton>
          <Button kind="stop">{words.confirm}</Button>
        </p>
      </div>
    )}
  </Form>
)
