// The organization's use of its plan, the contents of each plan, and for owners and admins the largest pages.

import type { JSX } from 'preact'
import { planNames, plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { type Column, Table } from '../layout/blocks.tsx'
import { Badge } from '../layout/controls.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Entries, Entry, Tile } from '../layout/entries.tsx'
import { organizationName } from '../layout/people.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { counted, fileSize, titled } from '../layout/text.ts'
import { AudienceMark, audienceWords, UserText } from '../layout/words.tsx'
import {
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { usageWords as words } from '../words/usage.ts'
import { deleteGoverned, showGoverned, transferGoverned } from './governed.tsx'

export const usage: Section = {
  href: '/app/usage',
  label: common.usage,
  group: 'organization',
  isFor: isPerson,
  routes: {
    'GET /app/usage': showUsage,
    'GET /app/usage/:shortId': request => showGoverned(request),
    'GET /app/usage/:shortId/:form{owner|delete}': async request => finish(request, pathOf(request)),
    'POST /app/usage/:shortId/owner': transferGoverned,
    'POST /app/usage/:shortId/delete': deleteGoverned,
  },
  done: { handed: words.handed, deleted: words.deleted },
}

const pathOf = ({ params }: PageRequest): string => `/app/usage/${encodeURIComponent(params.shortId ?? '')}`

/** `GET /app/usage` */
async function showUsage(request: PageRequest): Promise<void> {
  const cursor = request.query.get('cursor')
  const used = await performed(request, operations.usage, { ...(cursor && { cursor }) })
  const pages = {
    next: used.nextCursor ? pageHref(request, used.nextCursor) : null,
    first: cursor && pageHref(request, null),
  }
  sendDashboard(request, 200, usagePage({ frame: frameOf(request), used, pages }))
}

export interface UsagePageProps {
  frame: Frame
  used: OutputOf<typeof operations.usage>
  pages: PagesProps
}

export const usagePage = (props: UsagePageProps): string =>
  dashboardHtml({ frame: props.frame, title: words.title, width: 'list', children: <Usage {...props} /> })

const Usage = (props: UsagePageProps): JSX.Element => (
  <>
    <div class="stack tight">
      <h1>{words.title}</h1>
      <p class="soft">
        <UserText text={organizationName(props.frame)} /> {words.onPlan}{' '}
        <strong>{titled(props.used.plan)}</strong> {words.plan}
      </p>
    </div>
    <Counts {...props.used} />
    <Plans current={props.used.plan} />
    {props.used.artifacts && <Largest {...props} artifacts={props.used.artifacts} />}
  </>
)

const Counts = ({ gated, ...used }: UsagePageProps['used']): JSX.Element => (
  <SettingsGroup id="used" title={words.used}>
    <Setting label={words.gated} labelId="gated" hint={words.gatedHint(gated.count, gated.limit)} kept>
      <span class="measure">
        {words.gatedCount(gated.count, gated.limit)}
        {gated.limit !== null && (
          <meter
            min={0}
            max={gated.limit}
            value={Math.min(gated.count, gated.limit)}
            aria-labelledby="gated"
          />
        )}
      </span>
    </Setting>
    <Figure label={words.public} value={used.public.count} />
    <Figure label={words.trashed} value={used.trashed.count} />
    <Figure label={words.stored} hint={words.storedHint} value={fileSize(used.storageBytes)} />
    <Figure label={words.members} value={used.members.count} />
    <Figure label={words.viewers} hint={words.viewersHint} value={used.viewers.count} />
  </SettingsGroup>
)

interface FigureProps {
  label: string
  hint?: string
  value: number | string
}

const Figure = ({ label, hint, value }: FigureProps): JSX.Element => (
  <Setting label={label} hint={hint} kept>
    <span class="num">{value}</span>
  </Setting>
)

type PlanRow = (typeof planRows)[number]

const planRows = planNames.map(name => ({ name, ...plans[name] }))

const yes = (has: boolean): string => (has ? words.yes : words.no)

const features: readonly Column<PlanRow>[] = [
  {
    name: words.gated,
    cell: ({ gatedArtifacts: most }) => (most === null ? words.unlimited : String(most)),
  },
  { name: words.fileSize, cell: plan => fileSize(plan.fileSize) },
  { name: words.scopedKeys, cell: plan => yes(plan.scopedKeys) },
  { name: words.providers, cell: plan => yes(plan.providerSignIn) },
  {
    name: words.audit,
    cell: ({ auditDays }) => (auditDays === null ? words.auditForever : counted(auditDays, 'day')),
  },
  { name: words.auditViews, cell: plan => yes(plan.auditViews) },
]

const planName = (current: string): Column<PlanRow> => ({
  name: words.planColumn,
  heading: true,
  cell: ({ name }) => (
    <>
      {titled(name)} {name === current && <Badge tone="accent">{words.yours}</Badge>}
    </>
  ),
})

const Plans = ({ current }: { current: string }): JSX.Element => (
  <section aria-labelledby="plans">
    <h2 id="plans">{words.plans}</h2>
    <Table
      caption={words.plansCaption}
      columns={[planName(current), ...features]}
      rows={planRows}
      rowKey={({ name }) => name}
    />
    <p class="aside">{words.plansHint}</p>
  </section>
)

type Holding = NonNullable<UsagePageProps['used']['artifacts']>[number]

const Largest = ({
  artifacts,
  pages,
  frame,
}: UsagePageProps & { artifacts: readonly Holding[] }): JSX.Element => (
  <section aria-labelledby="largest">
    <h2 id="largest">{words.largest}</h2>
    <p class="aside">{artifacts.length === 0 ? words.nothing : words.largestHint}</p>
    {artifacts.length > 0 && (
      <Entries label={words.largest}>
        {artifacts.map(row => (
          <Page key={row.shortId} row={row} email={frame.reader.email} />
        ))}
      </Entries>
    )}
    <Pages {...pages} />
  </section>
)

/** Returns the link of a row: the page itself, or for a private page of somebody else the actions on it; none in the trash. */
function leadsTo(row: Holding, email: string): string | undefined {
  if (row.trashed) return undefined
  return row.visibility !== 'private' || row.owner?.email === email
    ? `/${row.shortId}`
    : `/app/usage/${row.shortId}`
}

const Page = ({ row, email }: { row: Holding; email: string }): JSX.Element => (
  <Entry
    mark={<Tile icon="pages" />}
    name={<UserText text={row.name ?? row.shortId} />}
    href={leadsTo(row, email)}
    beside={row.trashed && <Badge>{words.inTrash}</Badge>}
    below={row.owner ? <UserText text={row.owner.name} /> : words.ofOrganization}
    fact={<AudienceMark {...audienceWords({ visibility: row.visibility })} />}
    word={<span class="num">{fileSize(row.bytes)}</span>}
  />
)
