// Connected apps: what may act for the person, and a button that ends it.

import { operations } from '../../../operations/index.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import {
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
import { type AppRow, appsPage } from './apps-page.tsx'

export const apps: Section = {
  href: '/app/apps',
  label: common.apps,
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/apps': sendApps,
    'POST /app/apps/:id/disconnect': disconnectByForm,
  },
  done: { disconnected: 'The app is disconnected. It is refused from now on.' },
}

async function sendApps(request: PageRequest): Promise<void> {
  const cursor = request.query.get('cursor')
  const found = await performed(request, operations.listApps, { limit: 100, ...(cursor && { cursor }) })
  const pages = {
    next: found.nextCursor && pageHref(request, found.nextCursor),
    first: cursor && pageHref(request, null),
  }
  sendDashboard(request, 200, appsPage({ frame: frameOf(request), apps: found.data.map(rowOf), pages }))
}

const rowOf = (app: RowOf<typeof operations.listApps>): AppRow => ({
  ...app,
  organization: app.organization.name,
  createdAt: new Date(app.createdAt),
  expiresAt: new Date(app.expiresAt),
  lastUsedAt: app.lastUsedAt === null ? null : new Date(app.lastUsedAt),
})

/** `POST /app/apps/{id}/disconnect` */
async function disconnectByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.disconnectApp, { id: request.params.id })
  finish(request, '/app/apps', 'disconnected')
}
