// The trash: what was deleted, and bringing it back.
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  pageHref,
  performed,
  type Section,
  sendDashboard,
} from '../dashboard.ts'
import { type TrashPageProps, trashPage } from '../pages/trash-page.tsx'

export const trash: Section = {
  href: '/app/trash',
  label: 'Trash',
  group: 'pages',
  isFor: actor => isPerson(actor) && actor.role !== 'viewer',
  routes: {
    'GET /app/trash': request => sendTrash(request, 200),
    'POST /app/trash/:id/undelete': undeleteByForm,
  },
  done: { back: 'It is back at its address, for the people it was open to before.' },
}

async function sendTrash(
  request: PageRequest,
  status: number,
  errors?: TrashPageProps['errors'],
): Promise<void> {
  const cursor = request.query.get('cursor')
  const { data, nextCursor } = await performed(request, operations.list, {
    trashed: true,
    ...(cursor && { cursor }),
  })
  const pages = {
    next: nextCursor && pageHref(request, nextCursor),
    first: cursor && pageHref(request, null),
  }
  sendDashboard(
    request,
    status,
    trashPage({ frame: frameOf(request), rows: data, pages, ...(errors && { errors }) }),
  )
}

/** `POST /app/trash/{id}/undelete` */
async function undeleteByForm(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  const outcome = await attempt(request, operations.undelete, { id: request.params.id })
  if ('refused' in outcome) return sendTrash(request, outcome.refused.status, outcome.refused.errors)
  finish(request, '/app/trash', 'back')
}
