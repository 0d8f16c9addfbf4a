// The history of an artifact: every version, what each changed and answered, and the way back to it.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { settingsPath } from '../layout/artifact-paths.ts'
import { Check } from '../layout/choices.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError, Form } from '../layout/form.tsx'
import { counted, plain } from '../layout/text.ts'
import { UserText } from '../layout/words.tsx'
import { type HistoryRow, VersionTable } from './version-table.tsx'

export interface HistoryPageProps {
  frame: Frame
  artifact: PresentedArtifact
  rows: readonly HistoryRow[]
  pages: PagesProps
  errors?: readonly FieldError[]
}

export const historyPage = (props: HistoryPageProps): string =>
  dashboardHtml({
    frame: props.frame,
    title: `History of ${props.artifact.name}`,
    children: <HistoryOf {...props} />,
  })

const HistoryOf = (props: HistoryPageProps): JSX.Element => {
  const { artifact, rows, pages, errors, frame } = props
  const mayEdit = artifact.can.includes('edit')
  return (
    <>
      <div class="title-line">
        <h1>
          History of <UserText text={artifact.name} />
        </h1>
        <p class="actions">
          {mayEdit && (
            <a class="button" href={settingsPath(artifact.shortId)}>
              Settings
            </a>
          )}
          <a class="button primary" href={`/${artifact.shortId}`}>
            Open
          </a>
        </p>
      </div>
      <ErrorSummary errors={errors} />
      <p>
        {counted(artifact.version, 'version')}.{mayEdit && ' Restoring one makes a new version.'} Nothing is
        ever overwritten.
      </p>
      {artifact.version > 1 && <CompareForm artifact={artifact} />}
      <section class="broad" aria-label="Versions">
        <VersionTable artifact={artifact} rows={rows} now={frame.now} />
        <Pages {...pages} />
      </section>
      {artifact.can.includes('settings') && <Visible artifact={artifact} />}
    </>
  )
}

/** `GET {path}/compare?from=&to=`: any two. */
export const CompareForm = ({
  artifact,
  from = artifact.version - 1,
  to = artifact.version,
  errors,
}: {
  artifact: PresentedArtifact
  from?: number
  to?: number
  errors?: readonly FieldError[]
}): JSX.Element => (
  <form
    method="get"
    action={`${settingsPath(artifact.shortId)}/compare`}
    class="pick-versions"
    aria-label="Compare two versions"
  >
    <Field
      name="from"
      label="Compare version"
      value={`${from}`}
      inputMode="numeric"
      pattern="[1-9][0-9]{0,8}"
      errors={errors}
      required
    />
    <Field
      name="to"
      label="with version"
      value={`${to}`}
      inputMode="numeric"
      pattern="[1-9][0-9]{0,8}"
      errors={errors}
      required
    />
    <Button>Compare</Button>
  </form>
)

/** `POST {path}/history`: whether all readers see this page. */
const Visible = ({ artifact }: { artifact: PresentedArtifact }): JSX.Element => (
  <section id="visible" aria-labelledby="visible-title">
    <h2 id="visible-title">Who sees the history</h2>
    <Form action={`${settingsPath(artifact.shortId)}/history`} class="form">
      <Check
        name="historyVisible"
        label="Everyone who can open it sees its earlier versions"
        checked={artifact.historyVisible}
      >
        Otherwise only those who may edit it do
        {artifact.organization ? `: members of ${plain(artifact.organization.name)}` : ''}.
      </Check>
      <Button>Save</Button>
    </Form>
  </section>
)
