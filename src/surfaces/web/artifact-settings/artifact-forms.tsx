// The forms of one artifact: audience, settings, owner, deletion. Each goes to a path of its own.

import type { ComponentChildren, JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { Dialog } from '../layout/blocks.tsx'
import { Check, Select } from '../layout/choices.tsx'
import type { Frame } from '../layout/dashboard-layout.tsx'
import { Button, Field, type FieldError, Form } from '../layout/form.tsx'
import { counted, day, plain } from '../layout/text.ts'
import { audienceOf, UserText } from '../layout/words.tsx'
import {
  AudienceFields,
  type AudienceLimits,
  type AudienceValues,
  CommentsChoice,
  Effects,
} from '../share/audience-form.tsx'

/** Whether an address can open it, and why. */
export interface Access {
  email: string
  canOpen?: boolean
  reasons?: readonly { code: string; sentence: string }[]
  /** What is wrong with the address. */
  error?: string
}

export interface SettingsValues {
  name: string
  labels: string
  theme: string
  expires: string
  historyVisible: boolean
  commentsShared: boolean
}

export interface ArtifactFormsProps {
  frame: Frame
  artifact: PresentedArtifact
  limits: AudienceLimits
  /** Members it can be handed to. */
  members: readonly { name: string; email: string }[]
  /** The answer to "can this address open it". */
  access?: Access
  /** What a form held when it came back, and why. */
  audience?: AudienceValues
  settings?: SettingsValues
  owner?: string
  /** What the change in the form would do, to be confirmed. */
  foreseen?: {
    of: 'audience' | 'owner'
    effects: AudiencePreview
    comments?: 'internal' | 'shared' | undefined
  }
  errors?: readonly FieldError[]
}

/** `POST {path}/sharing`: shows the effects first where somebody would lose access or people from outside gain it. */
export const Sharing = (props: ArtifactFormsProps): JSX.Element => {
  const { artifact, limits, errors, access, foreseen } = props
  const values = props.audience ?? {
    visibility: artifact.visibility,
    sharedWith: (artifact.sharedWith ?? []).join('\n'),
  }
  const pending = foreseen?.of === 'audience' ? foreseen.effects : undefined
  return (
    <section id="sharing" aria-labelledby="sharing-title">
      <h2 id="sharing-title">Who can open it</h2>
      <p>{audienceOf(artifact).meaning}</p>
      <Form action={`${settingsPath(artifact.shortId)}/sharing`} class="form">
        <AudienceFields limits={limits} values={values} errors={errors} />
        {pending && (
          <Pending effects={pending} confirmed={`${values.visibility}\n${values.sharedWith}`}>
            {foreseen?.comments && <CommentsChoice value={foreseen.comments} />}
          </Pending>
        )}
        <p class="actions">
          <Button kind={pending?.loses.length ? 'danger' : 'plain'}>Save the audience</Button>
          <Button name="step" value="preview">
            Who gains, who loses access?
          </Button>
          {pending && (
            <a class="button" href={`${settingsPath(artifact.shortId)}#sharing`}>
              Leave it as it is
            </a>
          )}
        </p>
      </Form>
      <AccessCheck artifact={artifact} access={access} />
    </section>
  )
}

interface PendingProps {
  effects: AudiencePreview
  confirmed: string
  /** What is asked besides. */
  children?: ComponentChildren
}

/** What is about to happen. The form carries what was shown, so that a further change is shown again. */
const Pending = ({ effects, confirmed, children }: PendingProps): JSX.Element => (
  <div class="pending" role="alert" tabIndex={-1}>
    <p>Not saved yet. When it is:</p>
    <Effects foreseen={effects} />
    {children}
    <input type="hidden" name="confirmed" value={JSON.stringify(confirmed.split('\n').map(plain))} />
  </div>
)

const AccessCheck = ({
  artifact,
  access,
}: {
  artifact: PresentedArtifact
  access?: Access | undefined
}): JSX.Element => (
  <form method="get" action={`${settingsPath(artifact.shortId)}#access`} class="form" id="access">
    <Field
      name="email"
      label="Can this address open it?"
      type="email"
      value={access?.email}
      errors={access?.error ? [{ field: 'email', message: access.error }] : []}
      maxLength={254}
      required
    />
    <Button>Check</Button>
    {access?.reasons && (
      <div class="answer" role="status">
        <p>
          <strong>
            {access.canOpen ? 'Yes' : 'No'}, <UserText text={access.email} />{' '}
            {access.canOpen ? 'can open it.' : 'cannot open it.'}
          </strong>
        </p>
        <ul>
          {access.reasons.map(({ code, sentence }) => (
            <li key={code}>{plain(sentence)}</li>
          ))}
        </ul>
      </div>
    )}
  </form>
)

const themes = [
  { value: 'github', label: 'GitHub' },
  { value: 'paper', label: 'Paper' },
  { value: 'terminal', label: 'Terminal' },
  { value: 'plain', label: 'Plain' },
]

export const ThemeSelect = ({ value, hint }: { value: string; hint?: string }): JSX.Element => (
  <Select name="theme" label="Look" hint={hint} options={themes} value={value} />
)

export const settingsOf = (artifact: PresentedArtifact): SettingsValues => ({
  name: artifact.name,
  labels: (artifact.labels ?? []).join(', '),
  theme: artifact.theme,
  expires: artifact.expiresAt?.slice(0, 10) ?? '',
  historyVisible: artifact.historyVisible,
  commentsShared: artifact.comments === 'shared',
})

/** `POST {path}/settings` */
export const Settings = ({ artifact, settings, errors, frame }: ArtifactFormsProps): JSX.Element => {
  const values = settings ?? settingsOf(artifact)
  return (
    <section id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Name, labels, look, end</h2>
      <Form action={`${settingsPath(artifact.shortId)}/settings`} class="form">
        <Field
          name="name"
          label="Name"
          hint="The address stays the same."
          value={values.name}
          errors={errors}
          maxLength={200}
          required
        />
        <Field
          name="labels"
          label="Labels"
          hint="Separated by commas, up to 20."
          value={values.labels}
          errors={errors}
        />
        {artifact.format === 'markdown' && <ThemeSelect value={values.theme} />}
        <Field
          name="expires"
          label="Ends on"
          hint="Optional. After that day it goes to the trash."
          type="date"
          value={values.expires}
          errors={errors}
          min={frame.now.toISOString().slice(0, 10)}
        />
        <Check
          name="historyVisible"
          label="Everyone who can open it sees its earlier versions"
          checked={values.historyVisible}
        />
        <Check
          name="commentsShared"
          label="People from outside who can open it read its comments"
          checked={values.commentsShared}
        />
        <Button>Save</Button>
      </Form>
    </section>
  )
}

/** `POST {path}/owner`: shows the effects first. */
export const HandOver = (props: ArtifactFormsProps): JSX.Element => {
  const { artifact, owner, errors, foreseen, members } = props
  const pending = foreseen?.of === 'owner' ? foreseen.effects : undefined
  return (
    <section id="owner" aria-labelledby="owner-title">
      <h2 id="owner-title">Owner</h2>
      <p>
        It belongs to <UserText text={artifact.owner.name} />. Whoever owns it decides about it; hand it over
        when somebody else should.
      </p>
      <Form action={`${settingsPath(artifact.shortId)}/owner`} class="form">
        <Field
          name="owner"
          label="New owner"
          hint="The address of a member."
          type="email"
          value={owner}
          errors={errors}
          maxLength={254}
          list="members"
          required
        />
        <datalist id="members">
          {members.map(({ name, email }) => (
            <option key={email} value={plain(email)}>
              {plain(name)}
            </option>
          ))}
        </datalist>
        {pending && <Pending effects={pending} confirmed={owner ?? ''} />}
        <p class="actions">
          <Button kind={pending ? 'danger' : 'plain'}>{pending ? 'Hand it over now' : 'Hand it over'}</Button>
          {pending && (
            <a class="button" href={`${settingsPath(artifact.shortId)}#owner`}>
              Keep it as it is
            </a>
          )}
        </p>
      </Form>
    </section>
  )
}

/** `POST {path}/delete` */
export const Deletion = ({ artifact, now }: { artifact: PresentedArtifact; now: Date }): JSX.Element => (
  <section id="delete" aria-labelledby="delete-title">
    <h2 id="delete-title">Delete</h2>
    <p>
      It goes to the trash with its {counted(artifact.version, 'version')}. Nobody can open it then. For 30
      days it can be brought back; after that it is gone.
    </p>
    <p class="actions">
      <button type="button" class="button danger" popovertarget="delete-dialog">
        Delete
      </button>
    </p>
    <Dialog id="delete-dialog" title="Delete this page?">
      <p>
        <strong>
          <UserText text={artifact.name} />
        </strong>{' '}
        stops opening for everyone at once.{' '}
        {audienceOf(artifact).meaning.replace(/can open this page\.$/, 'can open this page today.')} You find
        it in the trash until {day(new Date(now.getTime() + 30 * 86_400_000))}.
      </p>
      <Form action={`${settingsPath(artifact.shortId)}/delete`}>
        <p class="actions">
          <Button kind="danger">Delete it</Button>
          <button type="button" class="button" popovertarget="delete-dialog" popovertargetaction="hide">
            Keep it
          </button>
        </p>
      </Form>
    </Dialog>
  </section>
)
