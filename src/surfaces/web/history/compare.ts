// Two versions compared for the history: as pages whose changes are marked, or their sources line by line.
import { compareLines, compareRendered, type PageFile } from '../../../content/worker-calls.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Content } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import { openStoredFile } from '../../../operations/kernel/stored-file.ts'
import type { MarksMessage } from '../../viewer/protocol.ts'
import type { AnsweredThread } from '../comments/answered-threads.tsx'
import { plain } from '../layout/text.ts'
import { type PageRequest, performed, turnAt } from '../page/dashboard.ts'
import type { ComparedSide, RenderedCompare } from './compare-marks.ts'
import type { HistoryPageProps, HistoryView } from './history-page.tsx'

/** Bytes of the largest file that is compared. */
const largest = 10 * 1_048_576

/** Two versions compared in the way that is asked for. */
export async function compared(
  request: PageRequest,
  numbers: readonly number[],
  view: HistoryView,
): Promise<HistoryPageProps['comparison']> {
  const [before, after] = await Promise.all(numbers.map(version => opened(request, version)))
  if (!before || !after || Math.max(before.version.size, after.version.size) > largest) return 'large'
  const work = view === 'page' ? pages(request, before, after) : lines(request, before, after)
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
  const { changes, lengths, unshown, removed } = compared
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
  return { rendered: { frame, sides, removed }, unshown }
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
