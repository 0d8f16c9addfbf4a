// Two versions compared in the browser: `GET /app/artifacts/{id}/compare?from=&to=`, for those who see the history.
import { compareLines, compareRendered, type PageFile } from '../../../content/apart.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Content } from '../../../operations/artifacts/reading.ts'
import { operations } from '../../../operations/index.ts'
import { storedFile } from '../../../operations/kernel/text.ts'
import type { MarksMessage } from '../../viewer/protocol.ts'
import type { AnsweredThread } from '../components/answered.tsx'
import type { VersionRow } from '../components/history.tsx'
import { frameOf, performed, sendDashboard, turnAt, type Visit } from '../dashboard.ts'
import type { ComparedSide, RenderedCompare } from '../islands/compare/compare-page.ts'
import { type ComparePageProps, comparePage } from '../pages/compare-page.tsx'
import { plain } from '../text.ts'

/** Bytes of the largest file that is compared. */
const largest = 10 * 1_048_576

/** Without a version in the address: the current one and the one before. */
export async function showComparison(visit: Visit): Promise<void> {
  const id = visit.params.id ?? ''
  const artifact = await performed(visit, operations.get, { id })
  const to = versionIn(visit, 'to') ?? artifact.version
  const from = versionIn(visit, 'from') ?? Math.max(1, to - 1)
  const [before, after] = await Promise.all([factsOf(visit, from), factsOf(visit, to)])
  const view = visit.query.get('view') === 'rendered' ? 'rendered' : 'source'
  const [comparison, answered] = await Promise.all([
    compared(visit, [from, to], view),
    from < to ? answeredBetween(visit, from, to) : [],
  ])
  const page = {
    frame: frameOf(visit),
    artifact,
    from: before,
    to: after,
    view,
    comparison,
    answered,
  } as const
  sendDashboard(visit, 200, comparePage(page))
}

function versionIn({ query }: Visit, name: string): number | null {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

const factsOf = (visit: Visit, n: number): Promise<VersionRow> =>
  performed(visit, operations.version, { id: visit.params.id, n })

async function compared(
  visit: Visit,
  numbers: readonly number[],
  view: 'source' | 'rendered',
): Promise<ComparePageProps['comparison']> {
  const [before, after] = await Promise.all(numbers.map(version => opened(visit, version)))
  if (!before || !after || Math.max(before.version.size, after.version.size) > largest) return 'large'
  const work = view === 'source' ? lines(visit, before, after) : pages(visit, before, after)
  return work.catch(error => {
    if (error instanceof Problem && error.code === 'overloaded') return 'slow'
    throw error
  })
}

const opened = (visit: Visit, version: number): Promise<Content> =>
  performed(visit, operations.content, { id: visit.params.id, version })

const pageOf = ({ desk }: Visit, { version }: Content): PageFile => ({
  source: storedFile(desk.site.context, version),
  format: version.format,
})

async function lines(visit: Visit, before: Content, after: Content) {
  return {
    source: await compareLines(turnAt(visit), pageOf(visit, before).source, pageOf(visit, after).source),
  }
}

/** Both pages without their scripts, and which of their words to mark. */
async function pages(visit: Visit, before: Content, after: Content) {
  const { site, frames } = visit.desk
  const compared = await compareRendered(turnAt(visit), pageOf(visit, before), pageOf(visit, after))
  const { changes, lengths, unshown } = compared
  const openNetwork = before.artifact.organization?.policy.openNetwork ?? false
  const frame = frames.compareElement(
    { preview: false, openNetwork },
    site.origins.origin(before.artifact.id),
  )
  const gone = changes.map(({ aStart, aEnd }): [number, number] => [aStart, aEnd])
  const come = changes.map(({ bStart, bEnd }): [number, number] => [bStart, bEnd])
  const sides: RenderedCompare['sides'] = [
    side(before, { kind: 'removed', length: lengths[0], marks: gone }),
    side(after, { kind: 'added', length: lengths[1], marks: come }),
  ]
  return { rendered: { frame, sides }, unshown }
}

function side({ artifact, version }: Content, marks: Omit<MarksMessage, 'type' | 'root'>): ComparedSide {
  const isMarkdown = version.format === 'markdown'
  return {
    title: `${plain(artifact.name)}, version ${version.number}`,
    content: `/${artifact.shortId}/content?version=${version.number}${isMarkdown ? '&as=page' : ''}`,
    marks: { type: 'marks', root: isMarkdown ? 'article' : 'page', ...marks },
  }
}

/** Threads resolved after one version and up to another, a hundred at most; none for those who see no comments. */
export async function answeredBetween(visit: Visit, after: number, upTo: number): Promise<AnsweredThread[]> {
  const range = { resolvedAfter: after, resolvedUpTo: upTo }
  const input = { id: visit.params.id, status: 'resolved', limit: 100, ...range }
  return (await performed(visit, operations.listComments, input)).data
}
