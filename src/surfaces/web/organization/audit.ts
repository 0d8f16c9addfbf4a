// The audit: filtered pages of it, and the whole filtered list as a file.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { clientName } from '../../../auth/origin.ts'
import { type PlanName, plans } from '../../../domain/plan.ts'
import { operations } from '../../../operations/index.ts'
import { mayCall } from '../../../operations/kernel/authorize.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { auditCsv } from '../../../operations/organization/audit.ts'
import {
  attempt,
  frameOf,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { type AuditEntry, type AuditFilters, auditFilters, auditPage } from './audit-page.tsx'

export const audit: Section = {
  href: '/app/audit',
  label: common.audit,
  group: 'organization',
  isFor: actor => mayCall(operations.audit, actor),
  routes: {
    'GET /app/audit': showAudit,
    'GET /app/audit/export.csv': request => exportAs(request, 'csv'),
    'GET /app/audit/export.json': request => exportAs(request, 'json'),
  },
}

type Found = OutputOf<typeof operations.audit>
type FoundEntry = Found['data'][number]

/** `GET /app/audit` */
async function showAudit(request: PageRequest): Promise<void> {
  const filters = filtersOf(request)
  const cursor = request.query.get('cursor')
  const input = { limit: 50, ...inputOf(filters), ...(cursor && { cursor }) }
  const outcome = await attempt(request, operations.audit, input)
  const found = 'value' in outcome ? outcome.value : { data: [], nextCursor: null }
  const plan = plans[(request.me.organization?.plan ?? 'free') as PlanName]
  const html = auditPage({
    frame: frameOf(request),
    entries: found.data.map(entryOf),
    filters,
    pages: {
      next: found.nextCursor && pageHref(request, found.nextCursor),
      first: cursor && pageHref(request, null),
    },
    exports: {
      csv: pageHref(request, null, '/app/audit/export.csv'),
      json: pageHref(request, null, '/app/audit/export.json'),
    },
    keptDays: plan.auditDays,
    views: plan.auditViews,
    ...('refused' in outcome && { errors: outcome.refused.errors }),
  })
  sendDashboard(request, 'refused' in outcome ? outcome.refused.status : 200, html)
}

const filtersOf = ({ query }: PageRequest): AuditFilters =>
  Object.fromEntries(
    auditFilters.flatMap(name => {
      const value = query.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )

/** Days are whole ones, in UTC; the last one counts. */
const inputOf = ({ from, to, ...filters }: AuditFilters): Record<string, string> => ({
  ...filters,
  ...(from && { from: `${from}T00:00:00Z` }),
  ...(to && { to: dayAfter(to) }),
})

function dayAfter(day: string): string {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(start) ? day : new Date(start + 86_400_000).toISOString()
}

const entryOf = ({ createdAt, client, ...entry }: FoundEntry): AuditEntry => ({
  ...entry,
  byBrowser: client?.startsWith('Mozilla/') ?? false,
  client: client && shortClient(client),
  createdAt: new Date(createdAt),
})

/** A browser by its name; what it says of itself in full stands in the files. */
const shortClient = (client: string): string =>
  (client.startsWith('Mozilla/') && clientName(client)) || client

const exportTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const

/** The whole filtered list, page by page, so that no length of it fills the memory. */
async function exportAs(request: PageRequest, format: 'csv' | 'json'): Promise<void> {
  const { pageContext, exchange } = request
  const ask = (cursor?: string) =>
    performed(request, operations.audit, {
      limit: 1000,
      ...inputOf(filtersOf(request)),
      ...(cursor && { cursor }),
    })
  const first = await ask()
  exchange.response.writeHead(200, {
    ...pageContext.site.headers.api(),
    'Content-Type': exportTypes[format],
    'Content-Disposition': `attachment; filename="audit.${format}"`,
    'X-Request-Id': exchange.requestId,
  })
  const text = format === 'csv' ? csvOf(first, ask) : jsonOf(first, ask)
  await pipeline(Readable.from(text), exchange.response).catch(() => exchange.response.destroy())
}

type Ask = (cursor?: string) => Promise<Found>

async function* pagesOf(first: Found, ask: Ask): AsyncGenerator<FoundEntry[]> {
  let found = first
  yield found.data
  while (found.nextCursor !== null) {
    found = await ask(found.nextCursor)
    yield found.data
  }
}

async function* csvOf(first: Found, ask: Ask): AsyncGenerator<string> {
  yield auditCsv([], { head: true })
  for await (const rows of pagesOf(first, ask)) yield auditCsv(rows, { head: false })
}

async function* jsonOf(first: Found, ask: Ask): AsyncGenerator<string> {
  let before = '{"data":['
  for await (const rows of pagesOf(first, ask))
    for (const row of rows) {
      yield `${before}${JSON.stringify(row)}`
      before = ',\n'
    }
  yield before === ',\n' ? ']}\n' : `${before}]}\n`
}
