// What lies in the trash, until when, and the way back.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { audienceOf } from '../components/artifact-rows.tsx'
import { type Column, EmptyState, Table } from '../components/blocks.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../components/dashboard.tsx'
import { ErrorSummary, type FieldError, Form } from '../components/form.tsx'
import { AudienceMark, RelativeTime, UserText } from '../components/words.tsx'
import { counted, day, daysLeft, plain } from '../text.ts'

export interface TrashPageProps {
  frame: Frame
  rows: readonly PresentedArtifact[]
  pages?: PagesProps
  errors?: readonly FieldError[]
}

const DAY = 86_400_000

/** `POST /app/trash/{id}/undelete` brings one back. */
export const trashPage = (props: TrashPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Trash', children: <Trash {...props} /> })

const Trash = ({ frame, rows, pages, errors }: TrashPageProps): JSX.Element => (
  <>
    <h1>Trash</h1>
    <ErrorSummary errors={errors} />
    {rows.length > 0 ? (
      <>
        <p>Nobody can open these. Each is kept for 30 days with all its versions, and then gone for good.</p>
        <Table
          caption="In the trash"
          columns={columnsAt(frame.now)}
          rows={rows}
          rowKey={row => row.shortId}
        />
      </>
    ) : (
      <EmptyState title="The trash is empty">
        <p>What you delete, and what reaches its end, lies here for 30 days and can be brought back.</p>
      </EmptyState>
    )}
    <Pages {...pages} />
  </>
)

const columnsAt = (now: Date): Column<PresentedArtifact>[] => [
  {
    name: 'Name',
    heading: true,
    cell: row => (
      <>
        <UserText text={row.name} />
        <span class="row-facts">
          <code>{row.shortId}</code>
        </span>
      </>
    ),
  },
  { name: 'Audience when back', tight: true, cell: row => <AudienceMark {...audienceOf(row)} /> },
  { name: 'Deleted', cell: row => <RelativeTime at={trashedAt(row)} now={now} /> },
  { name: 'Gone on', cell: row => <Gone at={new Date(trashedAt(row).getTime() + 30 * DAY)} now={now} /> },
  {
    name: 'Bring back',
    right: true,
    cell: row => (
      <Form action={`/app/trash/${encodeURIComponent(row.shortId)}/undelete`}>
        <button type="submit" class="button" aria-label={`Bring back ${plain(row.name)}`}>
          Bring back
        </button>
      </Form>
    ),
  },
]

const trashedAt = ({ trashedAt: at, updatedAt }: PresentedArtifact): Date => new Date(at ?? updatedAt)

const Gone = ({ at, now }: { at: Date; now: Date }): JSX.Element => (
  <>
    {day(at)} <span class="by">in {counted(daysLeft(at, now), 'day')}</span>
  </>
)
