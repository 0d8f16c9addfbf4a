// The whole filtered audit as a file, page by page, so that no length of it fills the memory.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { operations } from '../../../operations/index.ts'
import type { OutputOf } from '../../../operations/kernel/operation.ts'
import { auditCsv } from '../../../operations/organization/audit.ts'
import { type PageRequest, performed } from '../page/dashboard.ts'
import { filtersOf, inputOf } from './audit-filters.ts'

type Found = OutputOf<typeof operations.audit>

const exportTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const

/** `GET /app/audit/export.csv` and `.json`, with the filters in the query. */
export async function exportAs(request: PageRequest, format: 'csv' | 'json'): Promise<void> {
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

async function* pagesOf(first: Found, ask: Ask): AsyncGenerator<Found['data']> {
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
