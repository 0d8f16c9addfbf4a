// Sharing: who has access, who can open it, the link, and what a change would do before it is made.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { settingsPath, sharePath } from '../layout/artifact-paths.ts'
import { CopyField } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { Button, Choice, ErrorSummary, Field, type FieldError, Form, TextArea } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { plain } from '../layout/text.ts'
import { AudienceMark, audienceOf, UserText } from '../layout/words.tsx'
import { type AudienceLimits, audienceOptions, CommentsChoice, Effects } from './audience-form.tsx'
import { Qr } from './qr.tsx'

/** The audience as the form holds it. */
export interface Draft {
  visibility: string
  /** Addresses, those that are saved and those that are not yet. */
  named: readonly string[]
  comments: 'internal' | 'shared'
  /** Goes with the mail to those who are named anew. */
  message: string
}

export interface SharePageProps {
  frame: Frame
  artifact: PresentedArtifact
  limits: AudienceLimits
  draft: Draft
  /** Named addresses that are neither members' nor at a domain of the organization. */
  outside: readonly string[]
  /** What saving the draft would do; absent where it is what is saved. */
  foreseen?: AudiencePreview | undefined
  /** People from outside gain access, so that it is asked what becomes of the comments. */
  widens?: boolean | undefined
  /** What stands in the field for addresses. */
  typed?: string | undefined
  errors?: readonly FieldError[] | undefined
}

export const sharePage = (props: SharePageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: `Share ${props.artifact.name}`,
    width: 'form',
    children: <Share {...props} />,
  })

/** `share-island.ts` shows this section in a dialog on the page itself. */
const Share = (props: SharePageProps): JSX.Element => {
  const { artifact, errors, frame } = props
  const audience = audienceOf(artifact)
  return (
    <section
      id="share"
      class="share"
      aria-labelledby="share-title"
      data-said={frame.done && audience.meaning}
    >
      <h1 id="share-title">
        Share <UserText text={artifact.name} />
      </h1>
      <ErrorSummary errors={errors} />
      <p class="share-now">
        <AudienceMark {...audience} /> <span>{audience.meaning}</span>
      </p>
      <Withheld {...props} />
      <Form action={sharePath(artifact.shortId)} class="form">
        <People {...props} />
        <Choice
          name="visibility"
          legend="Who can open it"
          value={props.draft.visibility}
          options={audienceOptions(props.limits, props.draft.visibility)}
        />
        {props.foreseen && <Pending {...props} foreseen={props.foreseen} />}
        <Message {...props} />
        <p class="actions">
          <Button kind={props.foreseen?.loses.length ? 'danger' : 'primary'} name="step" value="save">
            Save
          </Button>
          {props.foreseen && (
            <a class="button" href={sharePath(artifact.shortId)} data-share-again>
              Leave it as it is
            </a>
          )}
        </p>
      </Form>
      <Link artifact={artifact} />
      <p class="hint">
        <a href={settingsPath(artifact.shortId)}>All settings</a>
      </p>
    </section>
  )
}

/** What people from outside may do. */
const mayOf = ({ allowExternalSharing }: AudienceLimits): string =>
  allowExternalSharing ? 'Can view, cannot comment' : 'Cannot open it now'

/** Named people whom the policy keeps out meanwhile; their names stay, and count again when it is lifted. */
const Withheld = ({ limits, outside, artifact }: SharePageProps): JSX.Element | null => {
  const kept = outside.filter(address => artifact.sharedWith?.includes(address)).length
  if (limits.allowExternalSharing || kept === 0) return null
  return (
    <p class="hint">
      Sharing outside is switched off: {kept === 1 ? 'one named person' : `${kept} named people`} from outside
      cannot open it until an owner allows it, under Policy.
    </p>
  )
}

/** The first button is the one that Enter presses: it adds, and takes nobody away. */
const People = ({ artifact, draft, outside, limits, typed, errors }: SharePageProps): JSX.Element => (
  <div class="share-people">
    <div class="share-add">
      <Field
        name="add"
        label="Add people"
        hint={
          limits.allowExternalSharing
            ? 'One address or several. People outside get a code by mail: they can view, and not comment.'
            : 'Addresses of members. Sharing outside is switched off; an owner can allow it, under Policy.'
        }
        value={typed}
        errors={errors}
        inputMode="email"
      />
      <Button name="step" value="preview">
        Add
      </Button>
    </div>
    <h2 class="share-title">People with access</h2>
    <ul class="chips">
      <li class="chip">
        <UserText text={artifact.owner.name} />
        <span class="label">owner</span>
      </li>
      {draft.named.map(address => (
        <li key={address} class="chip">
          <UserText text={address} />
          {outside.includes(address) && (
            <span class="label" title={mayOf(limits)}>
              outside
              <span class="visually-hidden">: {mayOf(limits).toLowerCase()}</span>
            </span>
          )}
          <button
            type="submit"
            class="tool"
            name="remove"
            value={plain(address)}
            aria-label={`Remove ${plain(address)}`}
            title="Remove"
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
    <input type="hidden" name="named" value={draft.named.map(plain).join(' ')} />
  </div>
)

/** What is about to happen. The form carries what was shown, so that a further change is shown again. */
const Pending = ({
  foreseen,
  draft,
  widens,
}: SharePageProps & { foreseen: AudiencePreview }): JSX.Element => (
  <div class="pending" role="alert" tabIndex={-1}>
    <p>Not saved yet. When it is:</p>
    <Effects foreseen={foreseen} />
    {widens && <CommentsChoice value={draft.comments} />}
    <input type="hidden" name="confirmed" value={confirmation(draft)} />
  </div>
)

/** A mail with the link goes to each person who is named anew, when it is saved. */
const Message = ({ artifact, draft, errors }: SharePageProps): JSX.Element | null => {
  const added = draft.named.filter(address => !artifact.sharedWith?.includes(address))
  if (added.length === 0) return null
  return (
    <TextArea
      name="message"
      label={`Message to ${added.length === 1 ? plain(added[0]!) : `${added.length} people`}`}
      hint="Optional, up to 500 characters. They get a mail with the link when you save."
      value={draft.message}
      errors={errors}
      rows={2}
    />
  )
}

/** What was shown before it was asked for. */
export const confirmation = ({ visibility, named }: Pick<Draft, 'visibility' | 'named'>): string =>
  JSON.stringify([plain(visibility), ...named.map(plain)])

/** Copying it changes nobody's access. */
const Link = ({ artifact }: { artifact: PresentedArtifact }): JSX.Element => (
  <div class="share-link">
    <h2 class="share-title">Link</h2>
    <CopyField label="Address" text={artifact.url} />
    <details>
      <summary>As a QR code</summary>
      <Qr text={artifact.url} label={`QR code of ${artifact.url}`} />
    </details>
  </div>
)
