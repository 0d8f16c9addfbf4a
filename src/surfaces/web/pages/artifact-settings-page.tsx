// One artifact from behind: its address, who can open it, what it is called, its versions, and how it goes.

import type { ComponentChildren, JSX } from 'preact'
import type { Foreseen } from '../../../operations/foresight.ts'
import type { PresentedArtifact } from '../../../operations/present.ts'
import { type Access, Deletion, HandOver, Settings, Sharing } from '../components/artifact-forms.tsx'
import { audienceOf, By, settingsPath } from '../components/artifact-rows.tsx'
import type { AudienceLimits, AudienceValues } from '../components/audience-form.tsx'
import { CopyField } from '../components/blocks.tsx'
import { dashboardHtml, type Frame } from '../components/dashboard.tsx'
import { ErrorSummary, type FieldError } from '../components/form.tsx'
import { History, type VersionRow } from '../components/history.tsx'
import { AudienceMark, RelativeTime, UserText } from '../components/words.tsx'
import { day, fileSize } from '../text.ts'

export interface SettingsValues {
  name: string
  labels: string
  theme: string
  expires: string
  historyVisible: boolean
}

export interface ArtifactSettingsProps {
  frame: Frame
  artifact: PresentedArtifact
  limits: AudienceLimits
  /** Null for those who may not see the history. */
  history: readonly VersionRow[] | null
  mayEdit: boolean
  /** Members it can be handed to. */
  members: readonly { name: string; email: string }[]
  /** The answer to "can this address open it". */
  access?: Access
  /** What a form held when it came back, and why. */
  audience?: AudienceValues
  settings?: SettingsValues
  owner?: string
  /** What the change in the form would do, to be confirmed. */
  foreseen?: { of: 'audience' | 'owner'; effects: Foreseen }
  errors?: readonly FieldError[]
}

export const artifactSettingsPage = (props: ArtifactSettingsProps): string =>
  dashboardHtml({ frame: props.frame, title: props.artifact.name, children: <ArtifactSettings {...props} /> })

const ArtifactSettings = (props: ArtifactSettingsProps): JSX.Element => {
  const manages = props.artifact.sharedWith !== undefined
  return (
    <>
      <div class="title-line">
        <h1>
          <UserText text={props.artifact.name} />
        </h1>
        <p class="actions">
          {props.mayEdit && (
            <a class="button" href={`${settingsPath(props.artifact.shortId)}/edit`}>
              Edit
            </a>
          )}
          <a class="button primary" href={`/${props.artifact.shortId}`}>
            Open
          </a>
        </p>
      </div>
      <ErrorSummary errors={props.errors} />
      <Facts {...props} />
      {manages && <Sharing {...props} />}
      {manages && <Settings {...props} />}
      {props.history && <History rows={props.history} artifact={props.artifact} now={props.frame.now} />}
      {manages && <HandOver {...props} />}
      {manages && <Deletion artifact={props.artifact} now={props.frame.now} />}
    </>
  )
}

const Facts = ({ artifact, frame: { now } }: ArtifactSettingsProps): JSX.Element => (
  <section aria-label="About it">
    <CopyField label="Address" text={artifact.url} />
    <dl class="facts-list">
      <Fact name="Who can open it">
        <AudienceMark {...audienceOf(artifact)} />
      </Fact>
      <Fact name="Version">
        v{artifact.version}, <RelativeTime at={new Date(artifact.updatedAt)} now={now} />
        {artifact.updatedBy && <By {...artifact.updatedBy} />}
      </Fact>
      <Fact name="Owner">
        <UserText text={artifact.owner.name} />
      </Fact>
      <Fact name="File">
        {artifact.format === 'html' ? 'HTML' : 'Markdown'}, {fileSize(artifact.size)},{' '}
        <a href={`/${artifact.shortId}/content`} download>
          download
        </a>
      </Fact>
      <Fact name="Published">{day(new Date(artifact.createdAt))}</Fact>
    </dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: ComponentChildren }): JSX.Element => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
