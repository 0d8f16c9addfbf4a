// Plan and usage of the organization.

import { type PlanName, planNames, plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import { type GovernedPageProps, governedPage } from '../artifact-settings/governed-page.tsx'
import {
  attempt,
  fieldsOf,
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
import { type PlanRow, usagePage } from './usage-page.tsx'

export const usage: Section = {
  href: '/app/usage',
  label: common.usage,
  group: 'organization',
  isFor: isPerson,
  routes: {
    'GET /app/usage': showUsage,
    'GET /app/usage/:shortId': request => showGoverned(request, 200),
    'GET /app/usage/:shortId/:form{owner|delete}': async request => finish(request, pathOf(request)),
    'POST /app/usage/:shortId/owner': handOnByForm,
    'POST /app/usage/:shortId/delete': deleteByForm,
  },
  done: {
    handed: 'It belongs to its new owner. The one before got a mail.',
    deleted: 'It lies in the trash. Its owner got a mail and can bring it back for 30 days.',
  },
}

const pathOf = ({ params }: PageRequest): string => `/app/usage/${encodeURIComponent(params.shortId ?? '')}`

/** `GET /app/usage` */
async function showUsage(request: PageRequest): Promise<void> {
  const cursor = request.query.get('cursor')
  const used = await performed(request, operations.usage, { ...(cursor && { cursor }) })
  const html = usagePage({
    frame: frameOf(request),
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
      next: used.nextCursor ? pageHref(request, used.nextCursor) : null,
      first: cursor && pageHref(request, null),
    },
  })
  sendDashboard(request, 200, html)
}

const planRow = (name: PlanName): PlanRow => {
  const { gatedArtifacts: gated, ...plan } = plans[name]
  return { name, gated, ...plan }
}

/** `GET /app/usage/{shortId}`: the private page of somebody else, as far as it shows to those who govern. */
async function showGoverned(
  request: PageRequest,
  status: number,
  held: Pick<GovernedPageProps, 'errors' | 'values'> = {},
): Promise<void> {
  const id = request.params.shortId
  const artifact = await performed(request, operations.inspectGoverned, { id })
  sendDashboard(request, status, governedPage({ frame: frameOf(request), artifact, ...held }))
}

/** `POST /app/usage/{shortId}/owner` */
async function handOnByForm(request: PageRequest): Promise<void> {
  const { owner = '' } = await fieldsOf(request)
  const input = { id: request.params.shortId, owner }
  const outcome = await attempt(request, operations.change, input, { malformed_address: 'owner' })
  if ('value' in outcome) return finish(request, '/app/usage', 'handed')
  await showGoverned(request, outcome.refused.status, { errors: outcome.refused.errors, values: { owner } })
}

/** `POST /app/usage/{shortId}/delete` */
async function deleteByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.remove, { id: request.params.shortId })
  finish(request, '/app/usage', 'deleted')
}
