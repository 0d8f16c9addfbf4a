// The filters of the audit log, in the query of the page and of its files.

import type { PageRequest } from '../page/dashboard.ts'

export const auditFilters = ['actor', 'actorType', 'action', 'subject', 'surface', 'from', 'to'] as const
export type AuditFilters = Partial<Record<(typeof auditFilters)[number], string>>

export const filtersOf = ({ query }: PageRequest): AuditFilters =>
  Object.fromEntries(
    auditFilters.flatMap(name => {
      const value = query.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )

/** Returns the filters as the operation takes them. Days are whole ones, in UTC; the last one counts. */
export const inputOf = ({ from, to, ...filters }: AuditFilters): Record<string, string> => ({
  ...filters,
  ...(from && { from: `${from}T00:00:00Z` }),
  ...(to && { to: dayAfter(to) }),
})

function dayAfter(day: string): string {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(start) ? day : new Date(start + 86_400_000).toISOString()
}
