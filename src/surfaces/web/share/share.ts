// Sharing by a form that shows what a change does before it is made: `/app/artifacts/{id}/share`, for those who may share.

import { addressesIn } from '../../../domain/pasted-addresses.ts'
import { notFound } from '../../../domain/problem.ts'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import type { AudiencePreview } from '../../../operations/artifacts/audience-preview.ts'
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
import { outsiders, previewAudience, widens } from './audience-effect.ts'
import { audienceLimits } from './audience-form.tsx'
import { confirmation, type Draft, sharePage } from './share-page.tsx'

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
  done: { shared: 'The audience is saved. It holds from now on, also for pages that are open.' },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

/** The artifact with whom it names, which only those who may share it are told. */
async function shared(request: PageRequest): Promise<PresentedArtifact & { sharedWith: string[] }> {
  const artifact = await performed(request, operations.get, { id: idOf(request) })
  if (!artifact.can.includes('share')) throw notFound()
  return { ...artifact, sharedWith: artifact.sharedWith ?? [] }
}

async function showShare(request: PageRequest): Promise<void> {
  const artifact = await shared(request)
  const { visibility, sharedWith: named } = artifact
  const typed = request.query.get('add') ?? ''
  await send(request, 200, artifact, {
    draft: { visibility, named, comments: 'internal', message: '' },
    typed,
  })
}

interface Held {
  draft: Draft
  foreseen?: AudiencePreview
  typed?: string
  errors?: Refused['errors']
}

async function send(
  request: PageRequest,
  status: number,
  artifact: PresentedArtifact,
  held: Held,
): Promise<void> {
  const { me } = request
  const outside = await outsiders(request, artifact.shortId, held.draft.named)
  const html = sharePage({
    frame: frameOf(request),
    artifact,
    limits: audienceLimits(artifact.organization, me.policy),
    outside,
    ...(held.foreseen && { widens: widens(held.foreseen, outside) }),
    ...held,
  })
  sendDashboard(request, status, html)
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
async function changeShare(request: PageRequest): Promise<void> {
  const fields = await fieldsOf(request)
  const artifact = await shared(request)
  const draft = draftOf(fields)
  const change = { id: idOf(request), visibility: draft.visibility, sharedWith: draft.named }
  const foreseen = await previewAudience(request, change, places)
  if ('refused' in foreseen) return refuse(request, artifact, fields, foreseen.refused)
  const outside = await outsiders(request, idOf(request), draft.named)
  const widened = widens(foreseen.value, outside)
  const asks = foreseen.value.loses.length > 0 || widened
  if (fields.step !== 'save' || (asks && fields.confirmed !== confirmation(draft)))
    return send(request, 200, artifact, { draft, foreseen: foreseen.value })
  const { comments, message } = draft
  const saved = { ...change, ...(widened && { comments }), notify: true, message }
  const outcome = await attempt(request, operations.change, saved, places)
  if ('refused' in outcome) return refuse(request, artifact, fields, outcome.refused)
  finish(request, sharePath(idOf(request)), 'shared')
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
  request: PageRequest,
  artifact: PresentedArtifact,
  { add = '', ...fields }: Record<string, string>,
  { status, errors }: Refused,
): Promise<void> {
  return send(request, status, artifact, { draft: draftOf(fields), typed: add, errors })
}
