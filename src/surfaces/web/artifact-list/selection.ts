// Actions on many pages of the list at once: moved to the trash and back, labelled, opened to others or closed.

import { invalidInput } from '../../../domain/problem.ts'
import { operations } from '../../../operations/index.ts'
import { returnPath } from '../layout/text.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  type Outcome,
  type PageRequest,
  performed,
  sendDashboard,
  unlessMissing,
} from '../page/dashboard.ts'
import { previewAudience } from '../share/audience-effect.ts'
import { type AudienceQuestion, audienceQuestionPage } from './audience-question-page.tsx'

const shortId = /^[1-9A-HJ-NP-Za-km-z]{10}$/

/** The pages that a form before this one moved to the trash, for the way back. */
export const movedIn = (query: URLSearchParams): string[] =>
  (query.get('trashed') ?? '').split(' ').filter(id => shortId.test(id))

/** Short ids of the pages that the form names, each by a field `page-…`. */
function selectedIn(fields: Readonly<Record<string, string>>): string[] {
  const named = Object.keys(fields).flatMap(name => (name.startsWith('page-') ? [name.slice(5)] : []))
  const ids = named.filter(id => shortId.test(id))
  if (ids.length === 0) throw invalidInput([{ field: 'page', message: 'select at least one page' }])
  return ids
}

/** The list that the form was sent from, with its filters. */
function listOf(fields: Readonly<Record<string, string>>): string {
  const path = returnPath(fields.list)
  return /^\/app(\/shared)?(\?|$)/.test(path) ? path : '/app'
}

/** Tells whether the action was done: a page that is gone meanwhile, or refused, stays as it is. */
const isDone = async (outcome: Promise<Outcome<unknown>>): Promise<boolean> =>
  'value' in ((await unlessMissing(outcome)) ?? {})

/** `POST /app/delete`: what cannot be deleted stays; the next page offers the way back for the rest. */
export async function deleteSelected(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const moved: string[] = []
  for (const id of selectedIn(fields))
    if (await isDone(attempt(request, operations.remove, { id }))) moved.push(id)
  const list = listOf(fields)
  const offer = `${list.includes('?') ? '&' : '?'}trashed=${moved.join('+')}`
  finish(request, moved.length > 0 ? list + offer : list)
}

/** `POST /app/undelete` */
export async function undeleteSelected(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  for (const id of selectedIn(fields)) await isDone(attempt(request, operations.undelete, { id }))
  finish(request, listOf(fields), 'back')
}

/** `POST /app/labels`: adds the labels of `add` to each page and takes those of `remove` off it; the others stay. */
export async function labelSelected(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const ids = selectedIn(fields)
  const [added, removed] = [labelsIn(fields.add), labelsIn(fields.remove)]
  if (added.length + removed.length === 0)
    throw invalidInput([{ field: 'add', message: 'name at least one label' }])
  for (const id of ids) {
    const artifact = await unlessMissing(performed(request, operations.get, { id }))
    if (!artifact) continue
    const kept = (artifact.labels ?? []).filter(label => !removed.includes(label))
    const outcome = await attempt(request, operations.change, { id, labels: [...kept, ...added] })
    if ('refused' in outcome && outcome.refused.status === 422)
      throw invalidInput(
        outcome.refused.errors.map(({ message }) => ({ field: 'add', message: message.toLowerCase() })),
      )
  }
  finish(request, listOf(fields), 'labelled')
}

const labelsIn = (text = ''): string[] =>
  text
    .split(',')
    .map(label => label.trim())
    .filter(label => label !== '')

const audiences = ['private', 'company', 'public'] as const

/** `POST /app/audience`: where somebody gains or loses access, the next page says who, and asks. */
export async function openSelected(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const ids = selectedIn(fields)
  const visibility = audiences.find(each => each === fields.audience)
  if (!visibility) throw invalidInput([{ field: 'audience', message: 'choose who can open the pages' }])
  if (fields.confirmed !== visibility) {
    const question = await questionFor(request, ids, visibility)
    if (
      question.pages.some(
        ({ refused, effects }) => refused || effects.gains.length + effects.loses.length > 0,
      )
    )
      return sendDashboard(
        request,
        200,
        audienceQuestionPage({ frame: frameOf(request), question, list: listOf(fields) }),
      )
  }
  for (const id of ids) await isDone(attempt(request, operations.change, { id, visibility }))
  finish(request, listOf(fields), 'opened')
}

/** Returns the effects on each page, for the question; pages that are gone meanwhile are left out. */
async function questionFor(
  request: PageRequest,
  ids: readonly string[],
  visibility: AudienceQuestion['visibility'],
): Promise<AudienceQuestion> {
  const found = ids.map(async id => {
    const artifact = await unlessMissing(performed(request, operations.get, { id }))
    if (!artifact) return []
    const outcome = await previewAudience(request, { id, visibility }, {})
    return 'refused' in outcome
      ? [{ id, name: artifact.name, effects: nobody, refused: outcome.refused.errors[0]!.message }]
      : [{ id, name: artifact.name, effects: outcome.value, refused: null }]
  })
  return {
    visibility,
    organization: request.me.organization?.name ?? '',
    pages: (await Promise.all(found)).flat(),
  }
}

const nobody = { gains: [], loses: [] }
