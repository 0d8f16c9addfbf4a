// What the organization uses of its plan, which plan has what, and for those who govern what takes the most room.

import type { JSX } from 'preact'
import { type Column, Table } from '../layout/blocks.tsx'
import { dashboardHtml, type Frame, Pages, type PagesProps } from '../layout/dashboard-layout.tsx'
import { Address, organizationName } from '../layout/people.tsx'
import { counted, fileSize } from '../layout/text.ts'
import { AudienceMark, audienceWords, UserText } from '../layout/words.tsx'

export interface HoldingRow {
  shortId: string
  name: string
  visibility: 'public' | 'company' | 'private'
  trashed: boolean
  /** Null where the organization itself owns it. */
  owner: { name: string; email: string } | null
  bytes: number
}

/** A plan as people compare it. */
export interface PlanRow {
  name: string
  gated: number | null
  fileSize: number
  scopedKeys: boolean
  providerSignIn: boolean
  auditDays: number | null
  auditViews: boolean
}

export interface UsagePageProps {
  frame: Frame
  plan: string
  gated: { count: number; limit: number | null }
  public: number
  trashed: number
  storageBytes: number
  members: number
  viewers: number
  plans: readonly PlanRow[]
  /** The largest first; null for those who do not govern. */
  artifacts: readonly HoldingRow[] | null
  pages: PagesProps
}

export const usagePage = (props: UsagePageProps): string =>
  dashboardHtml({ frame: props.frame, title: 'Plan and usage', children: <Usage {...props} /> })

const titled = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`

const Usage = (props: UsagePageProps): JSX.Element => (
  <>
    <h1>Plan and usage</h1>
    <p>
      <UserText text={organizationName(props.frame)} /> is on the <strong>{titled(props.plan)}</strong> plan.
      Viewers and public pages are unlimited on every plan.
    </p>
    <Gated {...props} />
    <Counts {...props} />
    <Plans {...props} />
    {props.artifacts && <Largest {...props} artifacts={props.artifacts} />}
  </>
)

const Gated = ({ gated: { count, limit } }: UsagePageProps): JSX.Element => (
  <section aria-labelledby="gated">
    <h2 id="gated">Company and private pages</h2>
    {limit === null ? (
      <p>{counted(count, 'page')}, without a limit.</p>
    ) : (
      <>
        <meter min={0} max={limit} value={Math.min(count, limit)} aria-labelledby="gated" />
        <p>
          {count} of {limit} used. {gatedWords(count, limit)}
        </p>
      </>
    )}
  </section>
)

function gatedWords(count: number, limit: number): string {
  if (count < limit) return 'Pages in the trash do not count.'
  const more = 'move to Solo, Pro or Enterprise.'
  return count === limit
    ? `All places are taken. For another one, make one public, delete one, or ${more}`
    : `They are more than the plan holds, and all stay as they are. For another one there have to be fewer than ${limit}, or ${more}`
}

const Counts = (props: UsagePageProps): JSX.Element => (
  <dl class="figures">
    <Figure name="Public pages" value={props.public} />
    <Figure name="In the trash" value={props.trashed} />
    <Figure name="Stored, all versions" value={fileSize(props.storageBytes)} />
    <Figure name="Members" value={props.members} />
    <Figure name="Viewers by domain" value={props.viewers} />
  </dl>
)

const Figure = ({ name, value }: { name: string; value: number | string }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const yes = (has: boolean): string => (has ? 'yes' : 'no')

const features: readonly Column<PlanRow>[] = [
  { name: 'Company and private pages', cell: ({ gated }) => (gated === null ? 'unlimited' : String(gated)) },
  { name: 'Largest file', cell: plan => fileSize(plan.fileSize) },
  { name: 'Keys with scopes', cell: plan => yes(plan.scopedKeys) },
  { name: 'Google and Microsoft', cell: plan => yes(plan.providerSignIn) },
  {
    name: 'Audit kept',
    cell: ({ auditDays }) => (auditDays === null ? 'for good' : counted(auditDays, 'day')),
  },
  { name: 'Audit of views', cell: plan => yes(plan.auditViews) },
]

const planName = (current: string): Column<PlanRow> => ({
  name: 'Plan',
  heading: true,
  cell: ({ name }) => (
    <>
      {titled(name)}
      {name === current && <small> (yours)</small>}
    </>
  ),
})

const Plans = ({ plans, plan }: UsagePageProps): JSX.Element => (
  <section aria-labelledby="plans" class="across">
    <h2 id="plans">Plans</h2>
    <Table
      caption="Which plan has what"
      columns={[planName(plan), ...features]}
      rows={plans}
      rowKey={({ name }) => name}
    />
    <p class="aside">
      The operator of this server changes plans. Moving to a smaller one takes nothing away.
    </p>
  </section>
)

/** Where the page leads: to itself for those who may open it (one's own, and what is not private), else to what may be done to it. */
const leadsTo = (row: HoldingRow, email: string): string | null => {
  if (row.trashed) return null
  return row.visibility !== 'private' || row.owner?.email === email
    ? `/${row.shortId}`
    : `/app/usage/${row.shortId}`
}

const pageName = (email: string): Column<HoldingRow> => ({
  name: 'Page',
  heading: true,
  cell: row => {
    const href = leadsTo(row, email)
    const name = <UserText text={row.name} />
    return href === null ? name : <a href={href}>{name}</a>
  },
})

const columns: readonly Column<HoldingRow>[] = [
  {
    name: 'Audience',
    cell: row => (
      <>
        <AudienceMark {...audienceWords({ visibility: row.visibility })} />
        {row.trashed && <span class="below">in the trash</span>}
      </>
    ),
  },
  {
    name: 'Owner',
    cell: ({ owner }) =>
      owner ? (
        <>
          <UserText text={owner.name} />
          <span class="below">
            <Address email={owner.email} />
          </span>
        </>
      ) : (
        'the organization'
      ),
  },
  { name: 'Size', right: true, cell: row => fileSize(row.bytes) },
]

const Largest = ({
  artifacts,
  pages,
  frame,
}: UsagePageProps & { artifacts: readonly HoldingRow[] }): JSX.Element => (
  <section aria-labelledby="largest" class="across">
    <h2 id="largest">What takes the most room</h2>
    <p class="aside">
      Of the private pages of others you see title, size and owner, and nothing more. Follow the title to hand
      one on or to delete it.
    </p>
    {artifacts.length === 0 ? (
      <p>Nothing is published yet.</p>
    ) : (
      <Table
        caption="Pages by size, all versions together"
        columns={[pageName(frame.reader.email), ...columns]}
        rows={artifacts}
        rowKey={row => row.shortId}
      />
    )}
    <Pages {...pages} />
  </section>
)
