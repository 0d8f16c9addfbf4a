// The page of an artifact's settings, of who can open it, its file and link, its owner, and how it goes.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
import { dashboardHtml, type Frame } from '../layout/dashboard-layout.tsx'
import { islands } from '../layout/document.tsx'
import { ErrorSummary, type FieldError } from '../layout/form.tsx'
import { SettingsGroup } from '../layout/surfaces.tsx'
import { jsonText } from '../layout/text.ts'
import { detailWords as words } from '../words/details.ts'
import { type Access, AccessCheck } from './access-check.tsx'
import { Deletion } from './delete-form.tsx'
import { FileFacts } from './file-facts.tsx'
import { PageSettings } from './page-settings.tsx'
import { Transfer } from './transfer-form.tsx'

export interface ArtifactSettingsProps {
  frame: Frame
  artifact: PresentedArtifact
  /** Members who can own it. */
  members: readonly { name: string; email: string }[]
  access?: Access | undefined
  /** Owner that the form held when it was refused or asked for confirmation. */
  owner?: string
  /** Effects of a transfer to the owner in the form. */
  effects?: AudiencePreview
  errors?: readonly FieldError[]
}

export const artifactSettingsPage = (props: ArtifactSettingsProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: props.artifact.name,
    width: 'form',
    scripts: props.artifact.can.includes('settings') ? [islands.settings] : [],
    children: <ArtifactSettings {...props} />,
  })

const ArtifactSettings = (props: ArtifactSettingsProps): JSX.Element => {
  const { artifact, frame } = props
  const { can } = artifact
  const settings = { artifact, today: frame.now.toISOString().slice(0, 10) }
  return (
    <>
      <ErrorSummary errors={props.errors} />
      <div
        class="stack page-settings"
        data-page-settings={can.includes('settings') ? jsonText(settings) : undefined}
      >
        <PageSettings {...settings} />
      </div>
      {can.includes('share') && <AccessCheck artifact={artifact} access={props.access} />}
      <FileFacts artifact={artifact} now={frame.now} />
      <SettingsGroup id="owner" title={can.includes('delete') ? words.ownerOrDelete : words.owner}>
        <Transfer {...props} />
        {can.includes('delete') && <Deletion artifact={artifact} now={frame.now} />}
      </SettingsGroup>
    </>
  )
}
