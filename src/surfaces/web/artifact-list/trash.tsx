// The trash: what was deleted, until when it is kept, and the way back.

import type { JSX } from 'preact'
import { DAY } from '../../../domain/artifact.ts'
import { isWhole } from '../../../operations/artifacts/artifact-answer.ts'
import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { type Column, EmptyState, Table } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { ErrorSummary, type FieldError, Form } from '../layout/form.tsx'
import { counted, day, daysLeft, plain } from '../layout/text.ts'
import { AudienceMark, audienceOf, RelativeTime, UserText } from '../layout/words.tsx'
import {
  actByForm,
  frameOf,
  listed,
  mayPublish,
  type PageRequest,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { pages, trashWords } from '../words/pages.ts'

const path = '/app/trash'

export const trash: Section = {
  href: path,
  label: common.trash,
  group: 'pages',
  isFor: mayPublish,
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
  done: { back: trashWords.restored },
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
  dashboardHtml({ frame: props.frame, title: trashWords.title, children: <Trash {...props} /> })

const Trash = ({ frame, rows, pages: ways, errors }: TrashPageProps): JSX.Element => (
  <>
    <h1>{trashWords.title}</h1>
    <ErrorSummary errors={errors} />
    {rows.length > 0 ? (
      <>
        <p class="soft">{trashWords.hint}</p>
        <Table
          caption={trashWords.caption}
          columns={columnsAt(frame.now)}
          rows={rows}
          rowKey={row => row.shortId}
        />
      </>
    ) : (
      <EmptyState title={trashWords.none}>
        <p>{trashWords.noneHint}</p>
      </EmptyState>
    )}
    <Pages {...ways} />
  </>
)

const columnsAt = (now: Date): Column<Trashed>[] => [
  {
    name: pages.name,
    heading: true,
    cell: row => (isWhole(row) ? <UserText text={row.name} /> : <Unreadable {...row} />),
  },
  {
    name: trashWords.after,
    tight: true,
    cell: row => isWhole(row) && <AudienceMark {...audienceOf(row)} />,
  },
  { name: trashWords.deleted, cell: row => <RelativeTime at={trashedAt(row)} now={now} /> },
  {
    name: trashWords.gone,
    cell: row => <Gone at={new Date(trashedAt(row).getTime() + 30 * DAY)} now={now} />,
  },
  {
    name: trashWords.restore,
    right: true,
    cell: row => (
      <Form action={`/app/trash/${encodeURIComponent(row.shortId)}/undelete`}>
        <button
          type="submit"
          class="button small"
          aria-label={trashWords.restorePage(plain(row.name ?? row.shortId))}
        >
          {trashWords.restore}
        </button>
      </Form>
    ),
  },
]

const trashedAt = ({ trashedAt: at }: Trashed): Date => new Date(at!)

/** The private page of somebody else, of which an admin learns no more. */
const Unreadable = ({ shortId, owner }: Trashed): JSX.Element => (
  <>
    <code>{shortId}</code>{' '}
    <span class="by">
      {trashWords.privateOf} <UserText text={owner.name} />
    </span>
  </>
)

const Gone = ({ at, now }: { at: Date; now: Date }): JSX.Element => (
  <>
    {day(at)} <span class="by">{trashWords.inDays(counted(daysLeft(at, now), 'day'))}</span>
  </>
)
