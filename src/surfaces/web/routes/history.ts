// The history of an artifact in the browser: for those who may edit it, and for all its readers where that is switched on.
import { operations } from '../../../operations/index.ts'
import { historyPath } from '../components/artifact-rows.tsx'
import type { VersionRow } from '../components/history.tsx'
import type { HistoryRow } from '../components/version-table.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  pageHref,
  performed,
  type Refused,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { historyPage } from '../pages/history-page.tsx'
import { answeredBetween, showComparison } from './compare.ts'

export const history: Section = {
  href: '/app',
  label: 'Artifacts',
  group: 'pages',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/artifacts/:id/compare': showComparison,
    'GET /app/artifacts/:id/history': visit => sendHistory(visit, 200),
    'POST /app/artifacts/:id/history': changeVisible,
    'POST /app/artifacts/:id/versions/:n/restore': restoreVersion,
  },
  done: {
    restored: 'The old content is the current version again.',
    shown: 'Saved. Everyone who can open the page sees its history now.',
    hidden: 'Saved. Only those who may edit the page see its history now.',
  },
}

const idOf = ({ params }: Visit): string => params.id ?? ''

/** Versions on one page. */
const most = 20

async function sendHistory(visit: Visit, status: number, refused?: Refused): Promise<void> {
  const cursor = visit.query.get('cursor')
  const id = idOf(visit)
  const input = { id, limit: most, ...(cursor && { cursor }) }
  const [artifact, listed] = await Promise.all([
    performed(visit, operations.get, { id }),
    performed(visit, operations.versions, input),
  ])
  const at = (to: string | null) => pageHref(visit, to, historyPath(artifact.shortId))
  const html = historyPage({
    frame: frameOf(visit),
    artifact,
    rows: await withContext(visit, listed.data),
    pages: { next: listed.nextCursor && at(listed.nextCursor), first: cursor && at(null) },
    ...(refused && { errors: refused.errors }),
  })
  sendDashboard(visit, status, html)
}

/** Each version with the size of the one before it and with the threads resolved on it. */
async function withContext(visit: Visit, rows: readonly VersionRow[]): Promise<HistoryRow[]> {
  const oldest = rows.at(-1)?.version ?? 1
  const [before, threads] = await Promise.all([
    oldest > 1 ? performed(visit, operations.version, { id: idOf(visit), n: oldest - 1 }) : null,
    answeredBetween(visit, oldest - 1, rows[0]?.version ?? 1),
  ])
  return rows.map((row, index) => ({
    ...row,
    sizeBefore: (rows[index + 1] ?? before)?.size ?? null,
    answered: threads.filter(({ resolvedOnVersion }) => resolvedOnVersion === row.version),
  }))
}

/** `POST /app/artifacts/{id}/history` with `historyVisible`, by those who may share it. */
async function changeVisible(visit: Visit): Promise<void> {
  const { historyVisible: checked } = await fieldsOf(visit)
  const historyVisible = checked === 'on'
  const outcome = await attempt(visit, operations.change, { id: idOf(visit), historyVisible })
  if ('refused' in outcome) return sendHistory(visit, outcome.refused.status, outcome.refused)
  finish(visit, historyPath(idOf(visit)), historyVisible ? 'shown' : 'hidden')
}

/** `POST /app/artifacts/{id}/versions/{n}/restore` with `base`, the version that was current on the page. */
async function restoreVersion(visit: Visit): Promise<void> {
  const { base = '' } = await fieldsOf(visit)
  const versions = /^[1-9]\d{0,8}$/.test(base) ? [Number(base)] : []
  const input = { id: idOf(visit), n: Number(visit.params.n) }
  const outcome = await attempt(visit, operations.restore, input, {}, { base: { versions } })
  if ('refused' in outcome) return sendHistory(visit, outcome.refused.status, outcome.refused)
  finish(visit, historyPath(idOf(visit)), 'restored')
}
