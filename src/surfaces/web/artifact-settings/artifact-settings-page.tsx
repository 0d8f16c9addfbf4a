// One page from behind: its link and facts, who can open it, its settings, its versions, its owner, and how it goes.

import type { ComponentChildren, JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { History, type VersionRow } from '../history/newest-versions.tsx'
import { settingsPath } from '../layout/artifact-paths.ts'
import { CopyField } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { ErrorSummary, type FieldError } from '../layout/form.tsx'
import { day, fileSize } from '../layout/text.ts'
import { AudienceMark, audienceOf, By, RelativeTime, UserText } from '../layout/words.tsx'
import { detailWords as words } from '../words/details.ts'
import { type Access, Audience } from './access-check.tsx'
import { Deletion } from './delete-form.tsx'
import { Settings, type SettingsValues } from './settings-form.tsx'
import { Transfer } from './transfer-form.tsx'

export interface ArtifactSettingsProps {
  frame: Frame
  artifact: PresentedArtifact
  /** Null for those who may not see the history. */
  history: readonly VersionRow[] | null
  /** Members who can own it. */
  members: readonly { name: string; email: string }[]
  access?: Access | undefined
  /** What a form held when it came back, and why. */
  settings?: SettingsValues
  owner?: string
  /** What a transfer to the owner in the form would do. */
  effects?: AudiencePreview
  errors?: readonly FieldError[]
}

export const artifactSettingsPage = (props: ArtifactSettingsProps): string =>
  dashboardHtml({ frame: props.frame, title: props.artifact.name, children: <ArtifactSettings {...props} /> })

const ArtifactSettings = (props: ArtifactSettingsProps): JSX.Element => {
  const { artifact, frame, history, errors } = props
  const { can } = artifact
  return (
    <>
      <div class="title-line">
        <h1>
          <UserText text={artifact.name} />
        </h1>
        <p class="actions">
          {can.includes('edit') && (
            <LinkButton href={`${settingsPath(artifact.shortId)}/edit`}>{words.edit}</LinkButton>
          )}
          <LinkButton kind="primary" href={`/${artifact.shortId}`}>
            {words.open}
          </LinkButton>
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <Facts artifact={artifact} now={frame.now} />
      {can.includes('share') && <Audience artifact={artifact} access={props.access} />}
      {can.includes('settings') && (
        <Settings artifact={artifact} now={frame.now} values={props.settings} errors={errors} />
      )}
      {history && <History rows={history} artifact={artifact} now={frame.now} />}
      {can.includes('transfer') && <Transfer {...props} />}
      {can.includes('delete') && <Deletion artifact={artifact} now={frame.now} />}
    </>
  )
}

const Facts = ({ artifact, now }: { artifact: PresentedArtifact; now: Date }): JSX.Element => (
  <section aria-label={words.facts}>
    <CopyField label={words.link} text={artifact.url} />
    <dl class="facts-list">
      <Fact name={words.who}>
        <AudienceMark {...audienceOf(artifact)} />
      </Fact>
      <Fact name={words.version}>
        v{artifact.version}, <RelativeTime at={new Date(artifact.updatedAt)} now={now} />
        {artifact.updatedBy && <By {...artifact.updatedBy} />}
      </Fact>
      <Fact name={words.owner}>
        <UserText text={artifact.owner.name} />
      </Fact>
      <Fact name={words.file}>
        {artifact.format === 'html' ? 'HTML' : 'Markdown'}, {fileSize(artifact.size)},{' '}
        <a href={`/${artifact.shortId}/content`} download>
          {words.download}
        </a>
      </Fact>
      <Fact name={words.published}>{day(new Date(artifact.createdAt))}</Fact>
    </dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: ComponentChildren }): JSX.Element => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
