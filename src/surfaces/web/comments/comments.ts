// The comments of an artifact as a page of their own, which needs no script: every thread to read, and a form for a new one.
import { operations } from '../../../operations/index.ts'
import { commentsPath } from '../layout/artifact-paths.ts'
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
import { commentWords } from '../words/comments.ts'
import { common } from '../words/common.ts'
import { commentsPage, type Status, statuses } from './comments-page.tsx'

export const comments: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/artifacts/:id/comments': request => sendComments(request, 200),
    'POST /app/artifacts/:id/comments': addByForm,
  },
  done: { commented: commentWords.added },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

/** Threads on one page. */
const most = 25

async function sendComments(
  request: PageRequest,
  status: number,
  refused?: Refused & { body: string },
): Promise<void> {
  const { query } = request
  const id = idOf(request)
  const cursor = query.get('cursor')
  const shown: Status = statuses.find(each => each === query.get('status')) ?? 'open'
  const [artifact, listed] = await Promise.all([
    performed(request, operations.get, { id }),
    performed(request, operations.listComments, {
      id,
      status: shown,
      limit: most,
      ...(cursor && { cursor }),
    }),
  ])
  const at = (to: string | null) => pageHref(request, to, commentsPath(artifact.shortId))
  const html = commentsPage({
    frame: frameOf(request),
    artifact,
    status: shown,
    threads: listed.data,
    total: listed.totalCount,
    pages: { next: listed.nextCursor && at(listed.nextCursor), first: cursor && at(null) },
    ...(refused && { errors: refused.errors, body: refused.body }),
  })
  sendDashboard(request, status, html)
}

/** `POST /app/artifacts/{id}/comments` with `body`: a thread on the whole page. */
async function addByForm(request: PageRequest): Promise<void> {
  const { body = '' } = await fieldsOf(request)
  const text = body.replaceAll('\r\n', '\n').trim()
  const outcome = await attempt(request, operations.addComment, { id: idOf(request), body: text })
  if ('refused' in outcome)
    return sendComments(request, outcome.refused.status, { ...outcome.refused, body: text })
  finish(request, commentsPath(idOf(request)), 'commented')
}
