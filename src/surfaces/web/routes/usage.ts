// Plan and usage of the organization.

import { type PlanName, planNames, plans } from '../../../domain/plan.ts'
import {
  frameOf,
  isPerson,
  pageHref,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { type HoldingRow, type PlanRow, usagePage } from '../pages/usage-page.tsx'

export const usage: Section = {
  href: '/app/usage',
  label: 'Plan and usage',
  group: 'organization',
  isFor: isPerson,
  routes: { 'GET /app/usage': showUsage },
}

interface Used {
  plan: PlanName
  gated: { count: number; limit: number | null }
  public: { count: number }
  trashed: { count: number }
  storageBytes: number
  members: { count: number }
  viewers: { count: number }
  artifacts?: HoldingRow[]
  nextCursor?: string | null
}

/** `GET /app/usage` */
async function showUsage(visit: Visit): Promise<void> {
  const cursor = visit.query.get('cursor')
  const used = await performed<Used>(visit, 'usage', { ...(cursor && { cursor }) })
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
