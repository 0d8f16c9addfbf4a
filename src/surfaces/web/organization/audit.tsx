// The audit log: who did what in the organization, filtered, page by page, to take along.

import type { JSX } from 'preact'
import { clientName } from '../../../auth/origin.ts'
import { colorOf } from '../../../domain/person-color.ts'
import { type PlanName, plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { EmptyState } from '../layout/blocks.tsx'
import { Select } from '../layout/choices.tsx'
import { Avatar } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Button, ErrorSummary, Field, type FieldError } from '../layout/form.tsx'
import { Icon } from '../layout/icon.tsx'
import { Address } from '../layout/people.tsx'
import { day, plain } from '../layout/text.ts'
import { AuthorName, momentOf, UserText } from '../layout/words.tsx'
import {
  attempt,
  frameOf,
  type PageRequest,
  pageHref,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { actorKinds, auditWords, surfaceWords, whereDone } from '../words/audit.ts'
import { acts, actWords } from '../words/audit-acts.ts'
import { common } from '../words/common.ts'
import { exportAs } from './audit-export.ts'
import { type AuditFilters, filtersOf, inputOf } from './audit-filters.ts'

export const audit: Section = {
  href: '/app/audit',
  label: common.audit,
  group: 'organization',
  isFor: actor => mayCall(operations.audit, actor),
  routes: {
    'GET /app/audit': showAudit,
    'GET /app/audit/export.csv': request => exportAs(request, 'csv'),
    'GET /app/audit/export.json': request => exportAs(request, 'json'),
  },
}

type FoundEntry = OutputOf<typeof operations.audit>['data'][number]

/** `GET /app/audit` */
async function showAudit(request: PageRequest): Promise<void> {
  const filters = filtersOf(request)
  const cursor = request.query.get('cursor')
  const input = { limit: 50, ...inputOf(filters), ...(cursor && { cursor }) }
  const outcome = await attempt(request, operations.audit, input)
  const found = 'value' in outcome ? outcome.value : { data: [], nextCursor: null }
  const plan = plans[(request.me.organization?.plan ?? 'free') as PlanName]
  const html = auditPage({
    frame: frameOf(request),
    entries: found.data.map(entryOf),
    filters,
    pages: {
      next: found.nextCursor && pageHref(request, found.nextCursor),
      first: cursor && pageHref(request, null),
    },
    exports: {
      csv: pageHref(request, null, '/app/audit/export.csv'),
      json: pageHref(request, null, '/app/audit/export.json'),
    },
    keptDays: plan.auditDays,
    views: plan.auditViews,
    ...('refused' in outcome && { errors: outcome.refused.errors }),
  })
  sendDashboard(request, 'refused' in outcome ? outcome.refused.status : 200, html)
}

const entryOf = ({ createdAt, client, ...entry }: FoundEntry): AuditEntry => ({
  ...entry,
  byBrowser: client?.startsWith('Mozilla/') ?? false,
  client: client && shortClient(client),
  createdAt: new Date(createdAt),
})

/** A browser by its name; what it says of itself in full stands in the files. */
const shortClient = (client: string): string =>
  (client.startsWith('Mozilla/') && clientName(client)) || client

export interface AuditEntry {
  id: string
  createdAt: Date
  action: string
  subject: string | null
  /** The page's present name. */
  subjectName: string | null
  actor: { id: string | null; name: string; email: string | null }
  actorType: 'human' | 'agent' | 'service' | 'system'
  actorName: string | null
  surface: string
  client: string | null
  /** True where the client is a browser, whichever way it asked. */
  byBrowser: boolean
  details: Readonly<Record<string, unknown>>
}

export interface AuditPageProps {
  frame: Frame
  entries: readonly AuditEntry[]
  filters: AuditFilters
  pages: PagesProps
  /** Paths of the whole filtered list as a file. */
  exports: { csv: string; json: string }
  /** Number of days that rows are kept; null is for good. */
  keptDays: number | null
  /** True where reads of what is not public are recorded too. */
  views: boolean
  errors?: readonly FieldError[]
}

/** `GET /app/audit` with the filters in the query; days are whole ones, in UTC. */
export const auditPage = (props: AuditPageProps): string =>
  dashboardHtml({ frame: props.frame, title: auditWords.title, children: <Audit {...props} /> })

const Audit = (props: AuditPageProps): JSX.Element => (
  <>
    <div class="page-head">
      <h1>{auditWords.title}</h1>
      {props.entries.length > 0 && <Export {...props.exports} />}
    </div>
    <ErrorSummary errors={props.errors} />
    <Filters filters={props.filters} errors={props.errors} />
    {props.entries.length > 0 ? (
      <>
        <Days entries={props.entries} />
        <Pages {...props.pages} />
      </>
    ) : (
      <Nothing filters={props.filters} />
    )}
    <p class="aside">
      {auditWords.times} {auditWords.kept(props.keptDays)}{' '}
      {props.views ? auditWords.views : auditWords.noViews}
    </p>
  </>
)

const Nothing = ({ filters }: { filters: AuditFilters }): JSX.Element =>
  Object.keys(filters).length > 0 ? (
    <EmptyState title={auditWords.noMatch}>
      <p>
        <a href="/app/audit">{auditWords.clear}</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title={auditWords.empty}>
      <p>{auditWords.emptyLead}</p>
    </EmptyState>
  )

const optionsOf = (any: string, words: Readonly<Record<string, string>>) => [
  { value: '', label: any },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]
const kinds = optionsOf(auditWords.anyone, actorKinds)
const surfaces = optionsOf(auditWords.anywhere, surfaceWords)
const events = optionsOf(auditWords.anyEvent, Object.fromEntries(acts))

interface FiltersProps {
  filters: AuditFilters
  errors: readonly FieldError[] | undefined
}

/** Closed until one of them holds. */
const Filters = ({ filters, errors }: FiltersProps): JSX.Element => (
  <search>
    <details class="audit-filters" open={Object.keys(filters).length > 0}>
      <summary>{auditWords.filters}</summary>
      <form method="get" action="/app/audit" class="filters">
        <Field name="actor" label={auditWords.who} value={filters.actor} errors={errors} maxLength={400} />
        <Select
          name="actorType"
          label={auditWords.kind}
          options={kinds}
          value={filters.actorType}
          errors={errors}
        />
        <Select
          name="action"
          label={auditWords.what}
          options={events}
          value={filters.action}
          errors={errors}
        />
        <Field
          name="subject"
          label={auditWords.page}
          value={filters.subject}
          errors={errors}
          maxLength={2048}
        />
        <Select
          name="surface"
          label={auditWords.where}
          options={surfaces}
          value={filters.surface}
          errors={errors}
        />
        <Field name="from" label={auditWords.from} type="date" value={filters.from} errors={errors} />
        <Field name="to" label={auditWords.to} type="date" value={filters.to} errors={errors} />
        <Button>{auditWords.filter}</Button>
      </form>
    </details>
  </search>
)

/** Events under the day they fell on, in UTC. */
const Days = ({ entries }: Pick<AuditPageProps, 'entries'>): JSX.Element => (
  <>
    {[...Map.groupBy(entries, ({ createdAt }) => createdAt.toISOString().slice(0, 10))].map(
      ([date, rows]) => (
        <section key={date} class="audit-day broad" aria-labelledby={`day-${date}`}>
          <h2 id={`day-${date}`}>{day(new Date(date))}</h2>
          <ol>
            {rows.map(row => (
              <Event key={row.id} row={row} />
            ))}
          </ol>
        </section>
      ),
    )}
  </>
)

const Event = ({ row }: { row: AuditEntry }): JSX.Element => {
  const { iso, exact } = momentOf(row.createdAt, row.createdAt)
  return (
    <li class="audit-event">
      <Avatar
        name={row.actor.name}
        color={colorOf(row.actor.id ?? row.actor.name)}
        kind={row.actorType === 'human' ? 'person' : row.actorType === 'agent' ? 'agent' : 'organization'}
        silent
      />
      <div>
        <p>
          <strong>
            <AuthorName {...row} name={row.actor.name} />
          </strong>{' '}
          · {actWords(row.action)}
          <Subject {...row} />
        </p>
        <p class="small muted">
          {plain(whereDone(row.surface, row.byBrowser))}
          {row.client && (
            <>
              {' · '}
              <UserText text={row.client} />
            </>
          )}
          {row.actor.email && (
            <>
              {' · '}
              <Address email={row.actor.email} />
            </>
          )}
        </p>
        <Details row={row} />
      </div>
      <time class="small muted num" dateTime={iso} title={exact}>
        {iso.slice(11, 16)}
      </time>
    </li>
  )
}

const Details = ({ row }: { row: AuditEntry }): JSX.Element | null => {
  const details = Object.entries(row.details)
  if (details.length === 0) return null
  return (
    <details class="details">
      <summary aria-label={`${auditWords.details}: ${actWords(row.action)}`}>{auditWords.details}</summary>
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
  )
}

/** A page leads to itself under its name, or its short ID where it is gone; ids of people, keys and the like are only told in the details. */
const Subject = ({ subject, subjectName }: AuditEntry): JSX.Element | null =>
  subject && /^[1-9A-Za-z]{10}$/.test(subject) ? (
    <>
      {' '}
      <a href={`/${subject}`} title={subject}>
        {subjectName === null ? <code>{subject}</code> : <UserText text={subjectName} />}
      </a>
    </>
  ) : null

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const Export = ({ csv, json }: { csv: string; json: string }): JSX.Element => (
  <p class="actions">
    <a class="button" href={csv} download>
      <Icon name="download" />
      {auditWords.csv}
    </a>
    <a class="button" href={json} download>
      {auditWords.json}
    </a>
  </p>
)
