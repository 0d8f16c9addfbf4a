// Plan and usage of the organization.

import { type PlanName, planNames, plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  pageHref,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { type GovernedPageProps, governedPage } from '../pages/governed-page.tsx'
import { type PlanRow, usagePage } from '../pages/usage-page.tsx'

export const usage: Section = {
  href: '/app/usage',
  label: 'Plan and usage',
  group: 'organization',
  isFor: isPerson,
  routes: {
    'GET /app/usage': showUsage,
    'GET /app/usage/:shortId': visit => showGoverned(visit, 200),
    'GET /app/usage/:shortId/:form{owner|delete}': async visit => finish(visit, pathOf(visit)),
    'POST /app/usage/:shortId/owner': handOnByForm,
    'POST /app/usage/:shortId/delete': deleteByForm,
  },
  done: {
    handed: 'It belongs to its new owner. The one before got a mail.',
    deleted: 'It lies in the trash. Its owner got a mail and can bring it back for 30 days.',
  },
}

const pathOf = ({ params }: Visit): string => `/app/usage/${encodeURIComponent(params.shortId ?? '')}`

/** `GET /app/usage` */
async function showUsage(visit: Visit): Promise<void> {
  const cursor = visit.query.get('cursor')
  const used = await performed(visit, operations.usage, { ...(cursor && { cursor }) })
  const html = usagePage({
    frame: frameOf(visit),
    plan: used.plan,
    gated: used.gated,
    public: used.public.count,
    trashed: used.trashed.count,
    storageBytes: used.storageBytes,
    members: used.members.count,
    viewers: used.viewers.count,
    plans: planNames.map(planRow),
    artifacts: used.artifacts ?? null,
    pages: {
      next: used.nextCursor ? pageHref(visit, used.nextCursor) : null,
      first: cursor && pageHref(visit, null),
    },
  })
  sendDashboard(visit, 200, html)
}

const planRow = (name: PlanName): PlanRow => {
  const { gatedArtifacts: gated, ...plan } = plans[name]
  return { name, gated, ...plan }
}

/** `GET /app/usage/{shortId}`: the private page of somebody else, as far as it shows to those who govern. */
async function showGoverned(
  visit: Visit,
  status: number,
  held: Pick<GovernedPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const id = visit.params.shortId
  const artifact = await performed(visit, operations.inspectGoverned, { id })
  sendDashboard(visit, status, governedPage({ frame: frameOf(visit), artifact, ...held }))
}

/** `POST /app/usage/{shortId}/owner` */
async function handOnByForm(visit: Visit): Promise<void> {
  const { owner = '' } = await fieldsOf(visit)
  const input = { id: visit.params.shortId, owner }
  const outcome = await attempt(visit, operations.change, input, { malformed_address: 'owner' })
  if ('value' in outcome) return finish(visit, '/app/usage', 'handed')
  await showGoverned(visit, outcome.refused.status, { errors: outcome.refused.errors, values: { owner } })
}

/** `POST /app/usage/{shortId}/delete` */
async function deleteByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  await performed(visit, operations.remove, { id: visit.params.shortId })
  finish(visit, '/app/usage', 'deleted')
}
