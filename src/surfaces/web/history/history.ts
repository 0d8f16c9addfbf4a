// The history of an artifact in the browser: for those who may edit it, and for all its readers where that is switched on.
import { operations } from '../../../operations/index.ts'
import { historyPath } from '../layout/artifact-paths.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type PageRequest,
  pageHref,
  performed,
  type Refused,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { historyWords as words } from '../words/history.ts'
import { answeredBetween, compared } from './compare.ts'
import { type HistoryView, historyPage } from './history-page.tsx'
import type { HistoryRow, VersionRow } from './version-rail.tsx'

export const history: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/artifacts/:id/compare': request => sendHistory(request, 200),
    'GET /app/artifacts/:id/history': request => sendHistory(request, 200),
    'POST /app/artifacts/:id/history': changeVisible,
    'POST /app/artifacts/:id/versions/:n/restore': restoreVersion,
  },
  done: {
    shown: words.shown,
    hidden: words.hidden,
  },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

/** Versions on one page. */
const most = 20

/** Without a version in the address: the current one, and what it changed since the one before. */
async function sendHistory(request: PageRequest, status: number, refused?: Refused): Promise<void> {
  const cursor = request.query.get('cursor')
  const id = idOf(request)
  const input = { id, limit: most, ...(cursor && { cursor }) }
  const [artifact, listed] = await Promise.all([
    performed(request, operations.get, { id }),
    performed(request, operations.versions, input),
  ])
  const to = versionIn(request, 'version') ?? versionIn(request, 'to') ?? artifact.version
  const from = versionIn(request, 'from') ?? Math.max(1, to - 1)
  const view = viewIn(request)
  const [before, after, rows, comparison, answered] = await Promise.all([
    factsOf(request, from),
    factsOf(request, to),
    withContext(request, listed.data),
    compared(request, [from, to], view),
    from < to ? answeredBetween(request, from, to) : [],
  ])
  const at = (place: string | null) => pageHref(request, place, historyPath(artifact.shortId))
  const html = historyPage({
    frame: frameOf(request),
    artifact,
    rows,
    pages: { next: listed.nextCursor && at(listed.nextCursor), first: cursor && at(null) },
    from: before,
    to: after,
    view,
    comparison,
    answered,
    isRestored: request.query.get('done') === 'restored',
    ...(refused && { errors: refused.errors }),
  })
  sendDashboard(request, status, html)
}

function versionIn({ query }: PageRequest, name: string): number | null {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** `source` alone means the sources beside each other. */
function viewIn({ query }: PageRequest): HistoryView {
  const view = query.get('view')
  if (view === 'unified') return view
  return view === 'split' || view === 'source' ? 'split' : 'page'
}

const factsOf = (request: PageRequest, n: number): Promise<VersionRow> =>
  performed(request, operations.version, { id: idOf(request), n })

/** Each version with the size of the one before it and with the threads resolved on it. */
async function withContext(request: PageRequest, rows: readonly VersionRow[]): Promise<HistoryRow[]> {
  const oldest = rows.at(-1)?.version ?? 1
  const [before, threads] = await Promise.all([
    oldest > 1 ? performed(request, operations.version, { id: idOf(request), n: oldest - 1 }) : null,
    answeredBetween(request, oldest - 1, rows[0]?.version ?? 1),
  ])
  return rows.map((row, index) => ({
    ...row,
    sizeBefore: (rows[index + 1] ?? before)?.size ?? null,
    answered: threads.filter(({ resolvedOnVersion }) => resolvedOnVersion === row.version),
  }))
}

/** `POST /app/artifacts/{id}/history` with `historyVisible`, by those who may share it. */
async function changeVisible(request: PageRequest): Promise<void> {
  const { historyVisible: checked } = await fieldsOf(request)
  const historyVisible = checked === 'on'
  const outcome = await attempt(request, operations.change, { id: idOf(request), historyVisible })
  if ('refused' in outcome) return sendHistory(request, outcome.refused.status, outcome.refused)
  finish(request, historyPath(idOf(request)), historyVisible ? 'shown' : 'hidden')
}

/** `POST /app/artifacts/{id}/versions/{n}/restore` with `base`, the version that was current on the page. */
async function restoreVersion(request: PageRequest): Promise<void> {
  const { base = '' } = await fieldsOf(request)
  const versions = /^[1-9]\d{0,8}$/.test(base) ? [Number(base)] : []
  const input = { id: idOf(request), n: Number(request.params.n) }
  const outcome = await attempt(request, operations.restore, input, {}, { base: { versions } })
  if ('refused' in outcome) return sendHistory(request, outcome.refused.status, outcome.refused)
  finish(request, historyPath(idOf(request)), 'restored')
}
