// One artifact from behind: its address, who can open it, what it is called, its versions, and how it goes.

import type { ComponentChildren, JSX } from 'preact'
import { History, type VersionRow } from '../history/newest-versions.tsx'
import { settingsPath } from '../layout/artifact-paths.ts'
import { CopyField } from '../layout/blocks.tsx'
import { dashboardHtml } from '../layout/dashboard-layout.tsx'
import { ErrorSummary } from '../layout/form.tsx'
import { day, fileSize } from '../layout/text.ts'
import { AudienceMark, audienceOf, By, RelativeTime, UserText } from '../layout/words.tsx'
import { type ArtifactFormsProps, Deletion, HandOver, Settings, Sharing } from './artifact-forms.tsx'

export interface ArtifactSettingsProps extends ArtifactFormsProps {
  /** Null for those who may not see the history. */
  history: readonly VersionRow[] | null
}

export const artifactSettingsPage = (props: ArtifactSettingsProps): string =>
  dashboardHtml({ frame: props.frame, title: props.artifact.name, children: <ArtifactSettings {...props} /> })

const ArtifactSettings = (props: ArtifactSettingsProps): JSX.Element => {
  const { can } = props.artifact
  return (
    <>
      <div class="title-line">
        <h1>
          <UserText text={props.artifact.name} />
        </h1>
        <p class="actions">
          {can.includes('edit') && (
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
      {can.includes('share') && <Sharing {...props} />}
      {can.includes('settings') && <Settings {...props} />}
      {props.history && <History rows={props.history} artifact={props.artifact} now={props.frame.now} />}
      {can.includes('transfer') && <HandOver {...props} />}
      {can.includes('delete') && <Deletion artifact={props.artifact} now={props.frame.now} />}
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
