// Who did what in the organization: filtered, page by page, to take along.

import type { JSX } from 'preact'
import { type Column, EmptyState, Table } from '../components/blocks.tsx'
import { Select } from '../components/choices.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../components/dashboard.tsx'
import { Button, ErrorSummary, Field, type FieldError } from '../components/form.tsx'
import { Address, organizationName } from '../components/people.tsx'
import { AuthorName, momentOf, UserText } from '../components/words.tsx'
import { counted, plain } from '../text.ts'
import { acts, actWords } from './audit-words.ts'

export interface AuditEntry {
  id: string
  createdAt: Date
  action: string
  subject: string | null
  actor: { name: string; email: string | null }
  actorType: 'human' | 'agent' | 'service' | 'system'
  actorName: string | null
  surface: string
  client: string | null
  details: Readonly<Record<string, unknown>>
}

export const auditFilters = ['actor', 'actorType', 'action', 'subject', 'surface', 'from', 'to'] as const
export type AuditFilters = Partial<Record<(typeof auditFilters)[number], string>>

export interface AuditPageProps {
  frame: Frame
  entries: readonly AuditEntry[]
  filters: AuditFilters
  pages: PagesProps
  /** Paths of the whole filtered list as a file. */
  exports: { csv: string; json: string }
  /** How long rows are kept; null is for good. */
  keptDays: number | null
  /** Whether reads of what is not public are recorded too. */
  views: boolean
  errors?: readonly FieldError[]
}

/** `GET /app/audit` with the filters in the query; days are whole ones, in UTC. */
export const auditPage = (props: AuditPageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Audit', children: <Audit {...props} /> })

const Audit = (props: AuditPageProps): JSX.Element => (
  <>
    <h1>Audit</h1>
    <p>
      Who did what in <UserText text={organizationName(props.frame)} />. <Kept {...props} />
    </p>
    <ErrorSummary errors={props.errors} />
    <Filters filters={props.filters} errors={props.errors} />
    {props.entries.length > 0 ? (
      <>
        <Table caption="Audit, newest first" columns={columns} rows={props.entries} rowKey={row => row.id} />
        <Pages {...props.pages} />
        <Export {...props.exports} />
      </>
    ) : (
      <Nothing filters={props.filters} />
    )}
  </>
)

const Kept = ({ keptDays, views }: AuditPageProps): JSX.Element => (
  <>
    {keptDays === null ? 'Kept for good.' : `Kept for ${counted(keptDays, 'day')} on your plan.`}{' '}
    {views
      ? 'Opening a page that is not public is recorded too.'
      : 'Opening pages is recorded on Pro and Enterprise.'}
  </>
)

const Nothing = ({ filters }: { filters: AuditFilters }): JSX.Element =>
  Object.keys(filters).length > 0 ? (
    <EmptyState title="Nothing like that">
      <p>
        No act fits all of these. <a href="/app/audit">Show everything</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="Nothing yet">
      <p>Whatever is published, shared or changed here is written down.</p>
    </EmptyState>
  )

const kinds = [
  { value: '', label: 'Anybody' },
  { value: 'human', label: 'People' },
  { value: 'agent', label: 'Agents' },
  { value: 'service', label: 'Service keys' },
  { value: 'system', label: 'The server' },
]

const surfaces: Readonly<Record<string, string>> = {
  web: 'Pages',
  rest: 'API',
  mcp: 'Agent (MCP)',
  admin: 'Operator',
  sweep: 'By itself',
}

const surfaceOptions = [
  { value: '', label: 'Anywhere' },
  ...Object.entries(surfaces).map(([value, label]) => ({ value, label })),
]

const actOptions = [{ value: '', label: 'Anything' }, ...acts.map(([value, label]) => ({ value, label }))]

const Filters = ({
  filters,
  errors,
}: {
  filters: AuditFilters
  errors: readonly FieldError[] | undefined
}): JSX.Element => (
  <search>
    <form method="get" action="/app/audit" class="filters">
      <Field name="actor" label="Who (address)" value={filters.actor} errors={errors} maxLength={400} />
      <Select name="actorType" label="Kind" options={kinds} value={filters.actorType} errors={errors} />
      <Select name="action" label="What" options={actOptions} value={filters.action} errors={errors} />
      <Field
        name="subject"
        label="Page (ID or address)"
        value={filters.subject}
        errors={errors}
        maxLength={2048}
      />
      <Select name="surface" label="Where" options={surfaceOptions} value={filters.surface} errors={errors} />
      <Field name="from" label="From" type="date" value={filters.from} errors={errors} />
      <Field name="to" label="To" type="date" value={filters.to} errors={errors} />
      <Button>Filter</Button>
    </form>
  </search>
)

const columns: readonly Column<AuditEntry>[] = [
  { name: 'What', heading: true, cell: row => <What row={row} /> },
  { name: 'Who', cell: row => <Who row={row} /> },
  {
    name: 'Where',
    cell: row => (
      <>
        {surfaces[row.surface] ?? plain(row.surface)}
        {row.client && (
          <span class="below">
            <UserText text={row.client} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'When (UTC)',
    right: true,
    cell: row => <Exact at={row.createdAt} />,
  },
]

const Exact = ({ at }: { at: Date }): JSX.Element => {
  const { iso, words } = momentOf(at, at)
  return (
    <time dateTime={iso} title={words}>
      {iso.slice(0, 10)} {iso.slice(11, 19)}
    </time>
  )
}

const What = ({ row }: { row: AuditEntry }): JSX.Element => {
  const details = Object.entries(row.details)
  return (
    <>
      {actWords(row.action)}
      {row.subject && <Subject subject={row.subject} />}
      {details.length > 0 && (
        <details class="details">
          <summary aria-label={`Details: ${actWords(row.action)}`}>Details</summary>
          <dl>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{plain(name)}</dt>
                <dd>
                  <UserText text={written(value)} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

/** Short IDs lead to their page; ids of people, keys and the like are only told in the details. */
const Subject = ({ subject }: { subject: string }): JSX.Element | null =>
  /^[1-9A-Za-z]{10}$/.test(subject) ? (
    <>
      {' '}
      <a href={`/${subject}`}>
        <code>{subject}</code>
      </a>
    </>
  ) : null

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const Who = ({ row }: { row: AuditEntry }): JSX.Element => (
  <>
    <AuthorName {...row} name={row.actor.name} />
    {row.actor.email && (
      <span class="below">
        <Address email={row.actor.email} />
      </span>
    )}
  </>
)

const Export = ({ csv, json }: { csv: string; json: string }): JSX.Element => (
  <p class="actions">
    <a class="button" href={csv} download>
      Export as CSV
    </a>
    <a class="button" href={json} download>
      Export as JSON
    </a>
  </p>
)
