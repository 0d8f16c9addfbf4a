// The trash: what was deleted, and bringing it back.
import { operations } from '../../../operations/index.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  pageHref,
  performed,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { type TrashPageProps, trashPage } from '../pages/trash-page.tsx'

export const trash: Section = {
  href: '/app/trash',
  label: 'Trash',
  group: 'pages',
  isFor: actor => isPerson(actor) && actor.role !== 'viewer',
  routes: {
    'GET /app/trash': visit => sendTrash(visit, 200),
    'POST /app/trash/:id/undelete': undeleteByForm,
  },
  done: { back: 'It is back at its address, for the people it was open to before.' },
}

async function sendTrash(visit: Visit, status: number, errors?: TrashPageProps['errors']): Promise<void> {
  const cursor = visit.query.get('cursor')
  const { data, nextCursor } = await performed(visit, operations.list, {
    trashed: true,
    ...(cursor && { cursor }),
  })
  const pages = {
    next: nextCursor && pageHref(visit, nextCursor),
    first: cursor && pageHref(visit, null),
  }
  sendDashboard(
    visit,
    status,
    trashPage({ frame: frameOf(visit), rows: data, pages, ...(errors && { errors }) }),
  )
}

/** `POST /app/trash/{id}/undelete` */
async function undeleteByForm(visit: Visit): Promise<void> {
  await fieldsOf(visit)
  const outcome = await attempt(visit, operations.undelete, { id: visit.params.id })
  if ('refused' in outcome) return sendTrash(visit, outcome.refused.status, outcome.refused.errors)
  finish(visit, '/app/trash', 'back')
}
