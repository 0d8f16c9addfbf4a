// The place of connected apps.

import { frameOf, isPerson, type Section, sendDashboard } from '../dashboard.ts'
import { appsPage } from '../pages/apps-page.tsx'

export const apps: Section = {
  href: '/app/apps',
  label: 'Connected apps',
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/apps': async visit => sendDashboard(visit, 200, appsPage({ frame: frameOf(visit) })),
  },
}
