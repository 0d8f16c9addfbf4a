// The comments of an artifact as a page of their own, which needs no script: every thread to read, and a form for a new one.
import { operations } from '../../../operations/index.ts'
import { commentsPath } from '../components/artifact-rows.tsx'
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
import { commentsPage, type Status, statuses } from '../pages/comments-page.tsx'

export const comments: Section = {
  href: '/app',
  label: 'Artifacts',
  group: 'pages',
  unlisted: true,
  isFor: () => true,
  routes: {
    'GET /app/artifacts/:id/comments': visit => sendComments(visit, 200),
    'POST /app/artifacts/:id/comments': addByForm,
  },
  done: { commented: 'Your comment is there.' },
}

const idOf = ({ params }: Visit): string => params.id ?? ''

/** Threads on one page. */
const most = 25

async function sendComments(
  visit: Visit,
  status: number,
  refused?: Refused & { body: string },
): Promise<void> {
  const { query } = visit
  const id = idOf(visit)
  const cursor = query.get('cursor')
  const shown: Status = statuses.find(each => each === query.get('status')) ?? 'open'
  const [artifact, listed] = await Promise.all([
    performed(visit, operations.get, { id }),
    performed(visit, operations.listComments, { id, status: shown, limit: most, ...(cursor && { cursor }) }),
  ])
  const at = (to: string | null) => pageHref(visit, to, commentsPath(artifact.shortId))
  const html = commentsPage({
    frame: frameOf(visit),
    artifact,
    status: shown,
    threads: listed.data,
    total: listed.totalCount,
    pages: { next: listed.nextCursor && at(listed.nextCursor), first: cursor && at(null) },
    ...(refused && { errors: refused.errors, body: refused.body }),
  })
  sendDashboard(visit, status, html)
}

/** `POST /app/artifacts/{id}/comments` with `body`: a thread on the whole page. */
async function addByForm(visit: Visit): Promise<void> {
  const { body = '' } = await fieldsOf(visit)
  const text = body.replaceAll('\r\n', '\n').trim()
  const outcome = await attempt(visit, operations.addComment, { id: idOf(visit), body: text })
  if ('refused' in outcome)
    return sendComments(visit, outcome.refused.status, { ...outcome.refused, body: text })
  finish(visit, commentsPath(idOf(visit)), 'commented')
}
