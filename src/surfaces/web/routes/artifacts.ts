// The list of artifacts, and the section with everything that is done to one.
import { operations } from '../../../operations/index.ts'
import type { ArtifactRow } from '../components/artifact-rows.tsx'
import {
  frameOf,
  isPerson,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
  unlessMissing,
} from '../dashboard.ts'
import {
  type ArtifactsPageProps,
  artifactsPage,
  type Filters,
  filterValues,
} from '../pages/artifacts-page.tsx'
import { settingsDone, settingsRoutes } from './artifact-settings.ts'
import { editRoutes } from './edit.ts'
import { editingRoutes } from './editing.ts'
import { shareRoutes } from './share.ts'

export const artifacts: Section = {
  href: '/app',
  label: 'Artifacts',
  group: 'pages',
  isFor: isPerson,
  routes: { 'GET /app': showArtifacts, ...settingsRoutes, ...editRoutes, ...editingRoutes, ...shareRoutes },
  done: settingsDone,
}

interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

async function showArtifacts(request: PageRequest): Promise<void> {
  const { query, actor } = request
  const q = query.get('q')?.trim() ?? ''
  const filters = filtersIn(query)
  const { data, nextCursor } = q === '' ? await listed(request, filters) : await found(request, q)
  const props: ArtifactsPageProps = {
    frame: frameOf(request),
    rows: data,
    filters,
    mayPublish: isPerson(actor) && actor.role !== 'viewer',
    pages: {
      next: nextCursor && pageHref(request, nextCursor),
      first: query.get('cursor') && pageHref(request, null),
    },
    ...(q !== '' && { q }),
  }
  sendDashboard(request, 200, artifactsPage(props))
}

/** What the address asks for, as far as there is such a filter. */
function filtersIn(query: URLSearchParams): Filters {
  const known = Object.entries(filterValues).flatMap(([name, values]) => {
    const value = query.get(name)
    return value !== null && values.includes(value) ? [[name, value]] : []
  })
  const label = query.get('label')?.trim().slice(0, 200)
  return { ...Object.fromEntries(known), ...(label && { label }) }
}

const cursorIn = ({ query }: PageRequest) => {
  const cursor = query.get('cursor')
  return cursor ? { cursor } : {}
}

const listed = (request: PageRequest, filters: Filters): Promise<Page<ArtifactRow>> =>
  performed(request, operations.list, { ...filters, ...cursorIn(request) })

/** Hits with the facts a list shows; one that went away meanwhile is left out. */
async function found(request: PageRequest, q: string): Promise<Page<ArtifactRow>> {
  const input = { q: q.slice(0, 500), in: 'artifacts', ...cursorIn(request) }
  const { data, nextCursor } = await performed(request, operations.search, input)
  const rows = await Promise.all(
    data.map(async ({ shortId: id, snippet }): Promise<ArtifactRow[]> => {
      const artifact = await unlessMissing(performed(request, operations.get, { id }))
      return artifact ? [{ ...artifact, snippet }] : []
    }),
  )
  return { data: rows.flat(), nextCursor }
}
