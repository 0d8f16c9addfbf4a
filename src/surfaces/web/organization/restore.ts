// Bringing back an organization that waits to be deleted.

import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { type RestorePageProps, restorePage } from './restore-page.tsx'

export const restore: Section = {
  href: '/app/restore',
  label: common.restore,
  group: 'you',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/restore': async request => sendWaiting(request, 200),
    'POST /app/restore': restoreByForm,
  },
  done: { ended: 'The organization is deleted. Nobody reaches anything of it now.' },
}

function sendWaiting(request: PageRequest, status: number, errors?: RestorePageProps['errors']): void {
  const waiting = request.me.deletedOrganizations.map(({ deletesAt, ...organization }) => ({
    ...organization,
    deletesAt: new Date(deletesAt),
  }))
  sendDashboard(request, status, restorePage({ frame: frameOf(request), waiting, ...(errors && { errors }) }))
}

/** `POST /app/restore`: goes on in the organization that is back. */
async function restoreByForm(request: PageRequest): Promise<void> {
  const { organizationId = '' } = await fieldsOf(request)
  const outcome = await attempt(request, operations.restoreOrganization, { organizationId })
  if ('refused' in outcome) return sendWaiting(request, outcome.refused.status, outcome.refused.errors)
  if (isPerson(request.actor))
    await performed(request, operations.changeMe, { organizationId: outcome.value.id })
  finish(request, '/app/policy', 'restored')
}
