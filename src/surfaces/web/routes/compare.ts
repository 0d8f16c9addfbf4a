// Two versions compared in the browser: `GET /app/artifacts/{id}/compare?from=&to=`, for those who see the history.
import { compareLines } from '../../../content/apart.ts'
import type { Version } from '../../../domain/artifact.ts'
import { Problem } from '../../../domain/problem.ts'
import type { PresentedArtifact } from '../../../operations/present.ts'
import type { Content } from '../../../operations/reading.ts'
import type { AnsweredThread } from '../components/answered.tsx'
import type { VersionRow } from '../components/history.tsx'
import { frameOf, performed, sendDashboard, type Visit } from '../dashboard.ts'
import { type ComparePageProps, comparePage } from '../pages/compare-page.tsx'
import { sourceOf } from './artifact.ts'

/** Bytes of the largest file that is compared. */
const largest = 10 * 1_048_576

/** Without a version in the address: the current one and the one before. */
export async function showComparison(visit: Visit): Promise<void> {
  const id = visit.params.id ?? ''
  const artifact = await performed<PresentedArtifact>(visit, 'get', { id })
  const to = versionIn(visit, 'to') ?? artifact.version
  const from = versionIn(visit, 'from') ?? Math.max(1, to - 1)
  const [before, after] = await Promise.all([factsOf(visit, from), factsOf(visit, to)])
  const [comparison, answered] = await Promise.all([
    compared(visit, from, to),
    from < to ? answeredBetween(visit, from, to) : [],
  ])
  const page = { frame: frameOf(visit), artifact, from: before, to: after, comparison, answered }
  sendDashboard(visit, 200, comparePage(page))
}

function versionIn({ query }: Visit, name: string): number | null {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

const factsOf = (visit: Visit, n: number): Promise<VersionRow> =>
  performed<VersionRow>(visit, 'version', { id: visit.params.id, n })

async function compared(visit: Visit, from: number, to: number): Promise<ComparePageProps['comparison']> {
  const versions = await Promise.all([from, to].map(version => opened(visit, version)))
  if (versions.some(({ size }) => size > largest)) return 'large'
  const [before = '', after = ''] = await Promise.all(versions.map(version => sourceOf(visit.desk, version)))
  return compareLines(before, after).catch(error => {
    if (error instanceof Problem && error.code === 'overloaded') return 'slow'
    throw error
  })
}

const opened = async (visit: Visit, version: number): Promise<Version> =>
  (await performed<Content>(visit, 'content', { id: visit.params.id, version })).version

/** Threads resolved after one version and up to another, a hundred at most; none for those who see no comments. */
export async function answeredBetween(visit: Visit, after: number, upTo: number): Promise<AnsweredThread[]> {
  const range = { resolvedAfter: after, resolvedUpTo: upTo }
  const input = { id: visit.params.id, status: 'resolved', limit: 100, ...range }
  return (await performed<{ data: AnsweredThread[] }>(visit, 'listComments', input)).data
}
