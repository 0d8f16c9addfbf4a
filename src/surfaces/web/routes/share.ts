// Sharing by a form that shows what a change does before it is made: `/app/artifacts/{id}/share`, for those who may share.

import { addressesIn } from '../../../domain/pasted.ts'
import { notFound } from '../../../domain/problem.ts'
import type { Foreseen } from '../../../operations/artifacts/foresight.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/present.ts'
import { operations } from '../../../operations/index.ts'
import { sharePath } from '../components/artifact-rows.tsx'
import { audienceLimits } from '../components/audience-form.tsx'
import {
  attempt,
  fieldsOf,
  finish,
  frameOf,
  performed,
  type Refused,
  type Section,
  sendDashboard,
  type Visit,
} from '../dashboard.ts'
import { confirmation, type Draft, sharePage } from '../pages/share-page.tsx'
import { outsiders, previewAudience, widens } from './widening.ts'

export const shareRoutes: Section['routes'] = {
  'GET /app/artifacts/:id/share': showShare,
  'POST /app/artifacts/:id/share': changeShare,
}

const idOf = ({ params }: Visit): string => params.id ?? ''

/** The artifact with whom it names, which only those who may share it are told. */
async function shared(visit: Visit): Promise<PresentedArtifact & { sharedWith: string[] }> {
  const artifact = await performed(visit, operations.get, { id: idOf(visit) })
  if (!artifact.can.includes('share')) throw notFound()
  return { ...artifact, sharedWith: artifact.sharedWith ?? [] }
}

async function showShare(visit: Visit): Promise<void> {
  const artifact = await shared(visit)
  const { visibility, sharedWith: named } = artifact
  const typed = visit.query.get('add') ?? ''
  await send(visit, 200, artifact, { draft: { visibility, named, comments: 'internal', message: '' }, typed })
}

interface Held {
  draft: Draft
  foreseen?: Foreseen
  typed?: string
  errors?: Refused['errors']
}

async function send(visit: Visit, status: number, artifact: PresentedArtifact, held: Held): Promise<void> {
  const { me } = visit
  const outside = await outsiders(visit, held.draft.named)
  const html = sharePage({
    frame: frameOf(visit),
    artifact,
    limits: audienceLimits(artifact.organization, me.policy),
    outside,
    ...(held.foreseen && { widens: widens(held.foreseen, outside) }),
    ...held,
  })
  sendDashboard(visit, status, html)
}

const places = {
  malformed_address: 'add',
  sharedWith: 'add',
  external_sharing_disabled: 'add',
  rate_limited: 'add',
  public_artifacts_disabled: 'visibility',
  unknown_visibility: 'visibility',
}

/** Adding and removing show what they would do; saving asks once where somebody loses access or outsiders gain it. */
async function changeShare(visit: Visit): Promise<void> {
  const fields = await fieldsOf(visit)
  const artifact = await shared(visit)
  const draft = draftOf(fields)
  const change = { id: idOf(visit), visibility: draft.visibility, sharedWith: draft.named }
  const foreseen = await previewAudience(visit, change, places)
  if ('refused' in foreseen) return refuse(visit, artifact, fields, foreseen.refused)
  const outside = await outsiders(visit, draft.named)
  const widened = widens(foreseen.value, outside)
  const asks = foreseen.value.loses.length > 0 || widened
  if (fields.step !== 'save' || (asks && fields.confirmed !== confirmation(draft)))
    return send(visit, 200, artifact, { draft, foreseen: foreseen.value })
  const { comments, message } = draft
  const saved = { ...change, ...(widened && { comments }), notify: true, message }
  const outcome = await attempt(visit, operations.change, saved, places)
  if ('refused' in outcome) return refuse(visit, artifact, fields, outcome.refused)
  finish(visit, sharePath(idOf(visit)), 'shared')
}

function draftOf(fields: Record<string, string>): Draft {
  const named = [...addressesIn(fields.named), ...addressesIn(fields.add).map(each => each.toLowerCase())]
  return {
    visibility: fields.visibility ?? '',
    named: [...new Set(named)].filter(each => each !== fields.remove).sort(),
    comments: fields.comments === 'shared' ? 'shared' : 'internal',
    message: fields.message ?? '',
  }
}

/** The form as it was before the addresses were added, which stand in their field again. */
function refuse(
  visit: Visit,
  artifact: PresentedArtifact,
  { add = '', ...fields }: Record<string, string>,
  { status, errors }: Refused,
): Promise<void> {
  return send(visit, status, artifact, { draft: draftOf(fields), typed: add, errors })
}
