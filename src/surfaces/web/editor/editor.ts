// The editor as a part of the dashboard: its form, and what its script asks for.

import { isPerson, type Section } from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { editRoutes } from './edit.ts'
import { editingRoutes } from './editing.ts'

export const editor: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: isPerson,
  routes: { ...editRoutes, ...editingRoutes },
}
