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
import { answeredBetween, showComparison } from './compare.ts'
import { historyPage } from './history-page.tsx'
import type { VersionRow } from './newest-versions.tsx'
import type { HistoryRow } from './version-table.tsx'

export const history: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/artifacts/:id/compare': showComparison,
    'GET /app/artifacts/:id/history': request => sendHistory(request, 200),
    'POST /app/artifacts/:id/history': changeVisible,
    'POST /app/artifacts/:id/versions/:n/restore': restoreVersion,
  },
  done: {
    restored: 'The old content is the current version again.',
    shown: 'Saved. Everyone who can open the page sees its history now.',
    hidden: 'Saved. Only those who may edit the page see its history now.',
  },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

/** Versions on one page. */
const most = 20

async function sendHistory(request: PageRequest, status: number, refused?: Refused): Promise<void> {
  const cursor = request.query.get('cursor')
  const id = idOf(request)
  const input = { id, limit: most, ...(cursor && { cursor }) }
  const [artifact, listed] = await Promise.all([
    performed(request, operations.get, { id }),
    performed(request, operations.versions, input),
  ])
  const at = (to: string | null) => pageHref(request, to, historyPath(artifact.shortId))
  const html = historyPage({
    frame: frameOf(request),
    artifact,
    rows: await withContext(request, listed.data),
    pages: { next: listed.nextCursor && at(listed.nextCursor), first: cursor && at(null) },
    ...(refused && { errors: refused.errors }),
  })
  sendDashboard(request, status, html)
}

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
