// The list of artifacts: searched, filtered, page by page.
import { addressOrNull } from '../../../domain/audience.ts'
import { isWhole } from '../../../operations/artifacts/artifact-answer.ts'
import { operations } from '../../../operations/index.ts'
import type { Frame } from '../layout/dashboard-layout.tsx'
import { excerptOf } from '../layout/excerpt.ts'
import {
  frameOf,
  isPerson,
  mayPublish,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
  unlessMissing,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { bulk, pages, publishing, trashWords } from '../words/pages.ts'
import type { ArtifactRow } from './artifact-rows.tsx'
import {
  type ArtifactsPageProps,
  artifactsPage,
  type Counts,
  type Filters,
  filterValues,
} from './artifacts-page.tsx'
import { deleteSelected, labelSelected, movedIn, openSelected, undeleteSelected } from './selection.ts'

/** Sentences above the list after an action on the selected pages. */
const done = {
  back: trashWords.restored,
  labelled: bulk.labelled,
  opened: bulk.opened,
}

export const artifacts: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  isFor: isPerson,
  routes: {
    'GET /app': showArtifacts,
    'POST /app/delete': deleteSelected,
    'POST /app/undelete': undeleteSelected,
    'POST /app/labels': labelSelected,
    'POST /app/audience': openSelected,
  },
  done: { ...done, handed: pages.handed, published: publishing.severalPublished },
}

/** Pages that others shared with the visitor, from every organization. */
export const shared: Section = {
  href: '/app/shared',
  label: common.sharedWithYou,
  group: 'pages',
  isFor: isPerson,
  routes: { 'GET /app/shared': showShared },
  done,
}

interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

async function showArtifacts(request: PageRequest): Promise<void> {
  const { query } = request
  const q = query.get('q')?.trim() ?? ''
  const filters = filtersIn(query)
  if (q === '') return send(request, await listed(request, filters), { filters, trashed: movedIn(query) })
  const { owner, view } = filters
  const kept = { ...(owner && { owner }), ...(view && { view }) }
  await send(request, await found(request, q, owner), { filters: kept, q, trashed: movedIn(query) })
}

async function showShared(request: PageRequest): Promise<void> {
  const { view } = filtersIn(request.query)
  await send(request, await listed(request, { shared: true }), {
    filters: { ...(view && { view }) },
    shared: true,
    trashed: movedIn(request.query),
  })
}

type Shown = Pick<ArtifactsPageProps, 'filters' | 'q' | 'shared' | 'trashed'>

async function send(
  request: PageRequest,
  { data, nextCursor }: Page<ArtifactRow>,
  shown: Shown,
): Promise<void> {
  const { actor, me, query } = request
  const [rows, counts] = await Promise.all([withMiniatures(request, data), countAll(request)])
  const props: ArtifactsPageProps = {
    frame: withCounts(frameOf(request), counts),
    rows,
    counts,
    mayPublish: mayPublish(actor),
    largest: me.limits?.fileSize ?? 0,
    pages: {
      next: nextCursor && pageHref(request, nextCursor),
      first: query.get('cursor') && pageHref(request, null),
    },
    ...shown,
  }
  sendDashboard(request, 200, artifactsPage(props))
}

async function withMiniatures(request: PageRequest, rows: readonly ArtifactRow[]): Promise<ArtifactRow[]> {
  const ids = rows.map(row => row.shortId)
  const { data } = await performed(request, operations.miniatures, { ids })
  const all = new Map(data.map(({ shortId: id, ...miniature }) => [id, miniature]))
  return rows.map(row => ({ ...row, ...all.get(row.shortId) }))
}

async function countAll(request: PageRequest): Promise<Counts> {
  const [all, mine, others] = await Promise.all(
    [{}, { owner: 'me' }, { shared: true }].map(async filter => {
      const { totalCount = 0 } = await performed(request, operations.list, {
        ...filter,
        count: true,
        limit: 1,
      })
      return totalCount
    }),
  )
  return { all: all!, mine: mine!, shared: others! }
}

/** The ways to both lists say how many pages they hold. */
function withCounts(frame: Frame, { all, shared: others }: Counts): Frame {
  const counts: Record<string, number> = { [artifacts.href]: all, [shared.href]: others }
  const links = frame.links.map(link => (counts[link.href] ? { ...link, count: counts[link.href]! } : link))
  return { ...frame, links }
}

/** Returns the filters that the address asks for; unknown ones are ignored. */
function filtersIn(query: URLSearchParams): Filters {
  const known = Object.entries(filterValues).flatMap(([name, values]) => {
    const value = query.get(name)
    return value !== null && values.includes(value) ? [[name, value]] : []
  })
  const label = query.get('label')?.trim().slice(0, 200)
  const owner = addressOrNull(query.get('owner') ?? '')
  return { ...Object.fromEntries(known), ...(owner && { owner }), ...(label && { label }) }
}

const cursorIn = ({ query }: PageRequest) => {
  const cursor = query.get('cursor')
  return cursor ? { cursor } : {}
}

async function listed(
  request: PageRequest,
  { view: _, ...filters }: Filters & { shared?: boolean },
): Promise<Page<ArtifactRow>> {
  const { data, nextCursor } = await performed(request, operations.list, { ...filters, ...cursorIn(request) })
  return { data: data.filter(isWhole), nextCursor }
}

/** Hits with the facts a list shows; one that went away meanwhile is left out. */
async function found(request: PageRequest, q: string, owner?: string): Promise<Page<ArtifactRow>> {
  const input = { q: q.slice(0, 500), in: 'artifacts', ...(owner && { owner }), ...cursorIn(request) }
  const { data, nextCursor } = await performed(request, operations.search, input)
  const rows = await Promise.all(
    data.map(async ({ shortId: id, name, snippet }): Promise<ArtifactRow[]> => {
      const artifact = await unlessMissing(performed(request, operations.get, { id }))
      return artifact ? [{ ...artifact, snippet: excerptOf({ name, snippet }) }] : []
    }),
  )
  return { data: rows.flat(), nextCursor }
}
