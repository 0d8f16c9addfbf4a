// The trash: what was deleted, until when it is kept, and the way back.

import type { JSX } from 'preact'
import { DAY } from '../../../domain/artifact.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { audienceOf } from '../components/artifact-rows.tsx'
import { type Column, EmptyState, Table } from '../components/blocks.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../components/dashboard.tsx'
import { ErrorSummary, type FieldError, Form } from '../components/form.tsx'
import { AudienceMark, RelativeTime, UserText } from '../components/words.tsx'
import {
  actByForm,
  frameOf,
  isPerson,
  listed,
  type PageRequest,
  type Section,
  sendDashboard,
} from '../dashboard.ts'
import { counted, day, daysLeft, plain } from '../text.ts'

const path = '/app/trash'

export const trash: Section = {
  href: path,
  label: 'Trash',
  group: 'pages',
  isFor: actor => isPerson(actor) && actor.role !== 'viewer',
  routes: {
    'GET /app/trash': request => showTrash(request),
    'POST /app/trash/:id/undelete': request =>
      actByForm(
        request,
        operations.undelete,
        { id: request.params.id },
        { path, done: 'back', again: showTrash },
      ),
  },
  done: { back: 'It is back at its address, for the people it was open to before.' },
}

async function showTrash(
  request: PageRequest,
  status = 200,
  errors: readonly FieldError[] = [],
): Promise<void> {
  const list = await listed(request, operations.list, { trashed: true })
  sendDashboard(request, status, trashPage({ frame: frameOf(request), ...list, errors }))
}

type Trashed = RowOf<typeof operations.list>

export interface TrashPageProps {
  frame: Frame
  rows: readonly Trashed[]
  pages?: PagesProps
  errors?: readonly FieldError[]
}

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

const columnsAt = (now: Date): Column<Trashed>[] => [
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

const trashedAt = ({ trashedAt: at, updatedAt }: Trashed): Date => new Date(at ?? updatedAt)

const Gone = ({ at, now }: { at: Date; now: Date }): JSX.Element => (
  <>
    {day(at)} <span class="by">in {counted(daysLeft(at, now), 'day')}</span>
  </>
)
