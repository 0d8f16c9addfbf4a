// Sharing by forms: inviting acts at once, and what changes who has access is shown before it is done: `/app/artifacts/{id}/share`, for those who may share.

import { addressesIn } from '../../../domain/pasted-addresses.ts'
import { notFound } from '../../../domain/problem.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { operations } from '../../../operations/index.ts'
import { sharePath } from '../layout/artifact-paths.ts'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  isPerson,
  type PageRequest,
  performed,
  type Refused,
  type Section,
  sendDashboard,
} from '../page/dashboard.ts'
import { common } from '../words/common.ts'
import { shareWords as words } from '../words/share.ts'
import { previewAudience, recipientsOf, widens } from './audience-effect.ts'
import { audienceLimits } from './audience-form.tsx'
import { isSeenOutside, type SharePageProps, sharePage } from './share-page.tsx'

export const share: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: isPerson,
  routes: {
    'GET /app/artifacts/:id/share': showShare,
    'POST /app/artifacts/:id/share': changeShare,
  },
  done: { shared: words.saved, invited: words.invited },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

type Shared = PresentedArtifact & { sharedWith: string[] }

/** The artifact with whom it names, which only those who may share it are told. */
async function shared(request: PageRequest): Promise<Shared> {
  const artifact = await performed(request, operations.get, { id: idOf(request) })
  if (!artifact.can.includes('share')) throw notFound()
  return { ...artifact, sharedWith: artifact.sharedWith ?? [] }
}

async function showShare(request: PageRequest): Promise<void> {
  await send(request, 200, await shared(request), { typed: request.query.get('add') ?? '' })
}

type Held = Pick<SharePageProps, 'question' | 'typed' | 'message' | 'errors'>

async function send(request: PageRequest, status: number, artifact: Shared, held: Held): Promise<void> {
  const html = sharePage({
    frame: frameOf(request),
    artifact,
    limits: audienceLimits(artifact.organization, request.me.policy),
    recipients: await recipientsOf(request, artifact.shortId, artifact.sharedWith),
    ...held,
  })
  sendDashboard(request, status, html)
}

type Fields = Record<string, string>

async function changeShare(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const artifact = await shared(request)
  if (fields.step === 'invite') return invite(request, artifact, fields)
  if (fields.step === 'comments') return openComments(request, artifact, fields)
  return changeAudience(request, artifact, fields)
}

const invitePlaces = {
  addSharedWith: 'add',
  sharedWith: 'add',
  malformed_address: 'add',
  external_sharing_disabled: 'add',
  rate_limited: 'add',
}

/** Whoever is invited has access at once and gets the link by mail; nobody loses anything by it. */
async function invite(request: PageRequest, artifact: Shared, fields: Fields): Promise<void> {
  const { add = '', message = '' } = fields
  const addSharedWith = addressesIn(add)
  const refuse = ({ status, errors }: Refused) =>
    send(request, status, artifact, { typed: add, message, errors })
  if (addSharedWith.length === 0)
    return refuse({ status: 422, errors: [{ field: 'add', message: words.inviteFirst }] })
  const { outside } = await recipientsOf(request, artifact.shortId, artifact.sharedWith)
  // The form shows beside it that everyone with access reads the comments.
  const isShown = artifact.comments === 'shared' && isSeenOutside(artifact, outside)
  const change = { id: idOf(request), addSharedWith, notify: true, message }
  const outcome = await attempt(
    request,
    operations.change,
    { ...change, ...(isShown && { comments: 'shared' as const }) },
    invitePlaces,
  )
  if ('refused' in outcome) return refuse(outcome.refused)
  finish(request, sharePath(idOf(request)), 'invited')
}

/** Who reads the comments of a page that people from outside can open. */
async function openComments(request: PageRequest, artifact: Shared, fields: Fields): Promise<void> {
  const comments = commentsOf(fields)
  const outcome = await attempt(request, operations.change, { id: idOf(request), comments })
  if ('refused' in outcome) return refuseChange(request, artifact, outcome.refused)
  finish(request, sharePath(idOf(request)), 'shared')
}

const commentsOf = ({ comments }: Fields) => (comments === 'shared' ? 'shared' : 'internal')

const audiencePlaces = { public_artifacts_disabled: 'visibility', unknown_visibility: 'visibility' }

/** What gives or takes access is shown first; everything else is done at once. */
async function changeAudience(request: PageRequest, artifact: Shared, fields: Fields): Promise<void> {
  const { visibility = '', remove: removed } = fields
  const sharedWith = artifact.sharedWith.filter(each => each !== removed)
  const change = { id: idOf(request), visibility, sharedWith }
  const foreseen = await previewAudience(request, change, audiencePlaces)
  if ('refused' in foreseen) return refuseChange(request, artifact, foreseen.refused)
  const effects = foreseen.value
  const isWidened = widens(effects)
  const confirmed = JSON.stringify([visibility, ...sharedWith])
  const isHarmless = effects.gains.length + effects.loses.length === 0
  if (!isHarmless && fields.confirmed !== confirmed) {
    const question = { visibility, removed, confirmed, effects, widens: isWidened }
    return send(request, 200, artifact, { question })
  }
  const saved = { ...change, ...(isWidened && { comments: commentsOf(fields) }) }
  const outcome = await attempt(request, operations.change, saved, audiencePlaces)
  if ('refused' in outcome) return refuseChange(request, artifact, outcome.refused)
  finish(request, sharePath(idOf(request)), 'shared')
}

const refuseChange = (request: PageRequest, artifact: Shared, { status, errors }: Refused): Promise<void> =>
  send(request, status, artifact, { errors })
