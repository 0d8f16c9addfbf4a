// The list of artifacts: searched, filtered, page by page.
import { invalidInput } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  mayPublish,
  type Outcome,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
  unlessMissing,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { pages, publishing, trashWords } from '../words/pages.ts'
import type { ArtifactRow } from './artifact-rows.tsx'
import { type ArtifactsPageProps, artifactsPage, type Filters, filterValues } from './artifacts-page.tsx'

export const artifacts: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  isFor: isPerson,
  routes: {
    'GET /app': showArtifacts,
    'POST /app/delete': deleteSelected,
    'POST /app/undelete': undeleteSelected,
  },
  done: { handed: pages.handed, published: publishing.severalPublished, back: trashWords.restored },
}

/** What others shared with the visitor, from every organization. */
export const shared: Section = {
  href: '/app/shared',
  label: common.sharedWithYou,
  group: 'pages',
  isFor: isPerson,
  routes: { 'GET /app/shared': showShared },
}

interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

async function showArtifacts(request: PageRequest): Promise<void> {
  const { query } = request
  const q = query.get('q')?.trim() ?? ''
  const filters = filtersIn(query)
  const page = q === '' ? await listed(request, filters) : await found(request, q)
  send(request, page, { filters, trashed: movedIn(query), ...(q !== '' && { q }) })
}

async function showShared(request: PageRequest): Promise<void> {
  send(request, await listed(request, { shared: true }), { filters: {}, shared: true })
}

type Shown = Pick<ArtifactsPageProps, 'filters' | 'q' | 'shared' | 'trashed'>

function send(request: PageRequest, { data, nextCursor }: Page<ArtifactRow>, shown: Shown): void {
  const { actor, me, query } = request
  const props: ArtifactsPageProps = {
    frame: frameOf(request),
    rows: data,
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

const shortId = /^[1-9A-HJ-NP-Za-km-z]{10}$/

/** The pages that a form before this one moved to the trash, for the way back. */
const movedIn = (query: URLSearchParams): string[] =>
  (query.get('trashed') ?? '').split(' ').filter(id => shortId.test(id))

/** Short ids of the pages that the form names, each by a field `page-…`. */
async function selectedIn(request: PageRequest): Promise<string[]> {
  const named = Object.keys(await fieldsOf(request)).map(name => name.replace(/^page-/, ''))
  const ids = named.filter(id => shortId.test(id))
  if (ids.length === 0) throw invalidInput([{ field: 'page', message: 'select at least one page' }])
  return ids
}

/** Whether it was done: what is gone meanwhile, or refused, stays as it is. */
const isDone = async (outcome: Promise<Outcome<unknown>>): Promise<boolean> =>
  'value' in ((await unlessMissing(outcome)) ?? {})

/** `POST /app/delete`: what cannot be deleted stays; the next page offers the way back for the rest. */
async function deleteSelected(request: PageRequest): Promise<void> {
  const moved: string[] = []
  for (const id of await selectedIn(request))
    if (await isDone(attempt(request, operations.remove, { id }))) moved.push(id)
  finish(request, moved.length > 0 ? `/app?trashed=${moved.join('+')}` : '/app')
}

async function undeleteSelected(request: PageRequest): Promise<void> {
  for (const id of await selectedIn(request)) await isDone(attempt(request, operations.undelete, { id }))
  finish(request, '/app', 'back')
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

const listed = (request: PageRequest, filters: Filters & { shared?: boolean }): Promise<Page<ArtifactRow>> =>
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
