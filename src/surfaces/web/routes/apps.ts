// The place of connected apps.

import { frameOf, isPerson, type Section, sendDashboard } from '../dashboard.ts'
import { appsPage } from '../pages/apps-page.tsx'

export const apps: Section = {
  href: '/app/apps',
  label: 'Connected apps',
  group: 'you',
  isFor: isPerson,
  routes: {
    'GET /app/apps': async request => sendDashboard(request, 200, appsPage({ frame: frameOf(request) })),
  },
}
