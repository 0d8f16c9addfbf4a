// Two versions compared for the history: as the later page with its changes marked, or their sources line by line.
import { compareLines, compareRendered, type PageFile } from '../../../content/worker-calls.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Content } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import { openStoredFile } from '../../../operations/kernel/stored-file.ts'
import { profileFor } from '../../viewer/profiles.ts'
import type { AnsweredThread } from '../comments/answered-threads.tsx'
import { plain } from '../layout/text.ts'
import { type PageRequest, performed, turnAt } from '../page/dashboard.ts'
import { historyWords as words } from '../words/history.ts'
import type { HistoryPageProps, HistoryView } from './history-page.tsx'
import type { MarkedPageProps } from './marked-page.tsx'

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
  const work = view === 'page' ? markedPage(request, before, after) : lines(request, before, after)
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

/** The later page without its scripts, and which of its words to mark; one that a script writes is shown as everywhere. */
async function markedPage(
  request: PageRequest,
  before: Content,
  after: Content,
): Promise<{ marked: MarkedPageProps }> {
  const { site, frames } = request.pageContext
  const { artifact, version } = after
  const compared = await compareRendered(turnAt(request), pageOf(request, before), pageOf(request, after))
  const openNetwork = artifact.organization?.policy.openNetwork ?? false
  const own = profileFor({ format: version.format, preview: artifact.organization === null, openNetwork })
  const isMarkdown = version.format === 'markdown'
  const marked: MarkedPageProps = {
    frame: frames.element(compared.isScripted ? own : 'compare', site.origins.origin(artifact.id)),
    title: words.versionOf(plain(artifact.name), version.number),
    content: `/${artifact.shortId}/content?version=${version.number}${isMarkdown ? '&as=page' : ''}`,
    marks: compared.isScripted
      ? null
      : {
          type: 'marks',
          root: isMarkdown ? 'article' : 'page',
          length: compared.length,
          marks: compared.changes,
        },
    unshown: compared.unshown,
    from: before.version.number,
    to: version.number,
  }
  return { marked }
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
