// Bringing back an organization that waits to be deleted.

import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { type RestorePageProps, restorePage } from '../pages/restore-page.tsx'

export const restore: Section = {
  href: '/app/restore',
  label: 'Bring back',
  group: 'you',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/restore': async visit => sendWaiting(visit, 200),
    'POST /app/restore': restoreByForm,
  },
  done: { ended: 'The organization is deleted. Nobody reaches anything of it now.' },
}

function sendWaiting(visit: Visit, status: number, errors?: RestorePageProps['errors']): void {
  const waiting = visit.me.deletedOrganizations.map(({ deletesAt, ...organization }) => ({
    ...organization,
    deletesAt: new Date(deletesAt),
  }))
  sendDashboard(visit, status, restorePage({ frame: frameOf(visit), waiting, ...(errors && { errors }) }))
}

/** `POST /app/restore`: goes on in the organization that is back. */
async function restoreByForm(visit: Visit): Promise<void> {
  const { organizationId = '' } = await fieldsOf(visit)
  const outcome = await attempt(visit, operations.restoreOrganization, { organizationId })
  if ('refused' in outcome) return sendWaiting(visit, outcome.refused.status, outcome.refused.errors)
  if (isPerson(visit.actor)) await performed(visit, operations.changeMe, { organizationId: outcome.value.id })
  finish(visit, '/app/policy', 'restored')
}
