// Two versions compared in the browser: `GET /app/artifacts/{id}/compare?from=&to=`, for those who see the history.
import { compareLines, compareRendered, type PageFile } from '../../../content/worker-calls.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Content } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import { openStoredFile } from '../../../operations/kernel/version-text.ts'
import type { MarksMessage } from '../../viewer/protocol.ts'
import type { AnsweredThread } from '../comments/answered-threads.tsx'
import { plain } from '../layout/text.ts'
import { frameOf, type PageRequest, performed, sendDashboard, turnAt } from '../page/dashboard.ts'
import type { ComparedSide, RenderedCompare } from './compare-marks.ts'
import { type ComparePageProps, comparePage } from './compare-page.tsx'
import type { VersionRow } from './newest-versions.tsx'

/** Bytes of the largest file that is compared. */
const largest = 10 * 1_048_576

/** Without a version in the address: the current one and the one before. */
export async function showComparison(request: PageRequest): Promise<void> {
  const id = request.params.id ?? ''
  const artifact = await performed(request, operations.get, { id })
  const to = versionIn(request, 'to') ?? artifact.version
  const from = versionIn(request, 'from') ?? Math.max(1, to - 1)
  const [before, after] = await Promise.all([factsOf(request, from), factsOf(request, to)])
  const view = request.query.get('view') === 'rendered' ? 'rendered' : 'source'
  const [comparison, answered] = await Promise.all([
    compared(request, [from, to], view),
    from < to ? answeredBetween(request, from, to) : [],
  ])
  const page = {
    frame: frameOf(request),
    artifact,
    from: before,
    to: after,
    view,
    comparison,
    answered,
  } as const
  sendDashboard(request, 200, comparePage(page))
}

function versionIn({ query }: PageRequest, name: string): number | null {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

const factsOf = (request: PageRequest, n: number): Promise<VersionRow> =>
  performed(request, operations.version, { id: request.params.id, n })

async function compared(
  request: PageRequest,
  numbers: readonly number[],
  view: 'source' | 'rendered',
): Promise<ComparePageProps['comparison']> {
  const [before, after] = await Promise.all(numbers.map(version => opened(request, version)))
  if (!before || !after || Math.max(before.version.size, after.version.size) > largest) return 'large'
  const work = view === 'source' ? lines(request, before, after) : pages(request, before, after)
  return work.catch(error => {
    if (error instanceof Problem && error.code === 'overloaded') return 'slow'
    throw error
  })
}

const opened = (request: PageRequest, version: number): Promise<Content> =>
  performed(request, operations.content, { id: request.params.id, version })

const pageOf = ({ pageContext }: PageRequest, { version }: Content): PageFile => ({
  source: openStoredFile(pageContext.site.context, version),
  format: version.format,
})

async function lines(request: PageRequest, before: Content, after: Content) {
  return {
    source: await compareLines(
      turnAt(request),
      pageOf(request, before).source,
      pageOf(request, after).source,
    ),
  }
}

/** Both pages without their scripts, and which of their words to mark. */
async function pages(request: PageRequest, before: Content, after: Content) {
  const { site, frames } = request.pageContext
  const compared = await compareRendered(turnAt(request), pageOf(request, before), pageOf(request, after))
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
export async function answeredBetween(
  request: PageRequest,
  after: number,
  upTo: number,
): Promise<AnsweredThread[]> {
  const range = { resolvedAfter: after, resolvedUpTo: upTo }
  const input = { id: request.params.id, status: 'resolved', limit: 100, ...range }
  return (await performed(request, operations.listComments, input)).data
}
