// The details of one page: shown to those who may read it; its owner and its deletion by forms.

import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { operations } from '../../../operations/index.ts'
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
import { previewAudience } from '../share/audience-effect.ts'
import { common } from '../words/common.ts'
import type { Access } from './access-check.tsx'
import { type ArtifactSettingsProps, artifactSettingsPage } from './artifact-settings-page.tsx'

export const artifactSettings: Section = {
  href: '/app',
  label: common.pages,
  group: 'pages',
  unlisted: true,
  isFor: isPerson,
  routes: {
    'GET /app/artifacts/:id': request => sendSettings(request, 200),
    'POST /app/artifacts/:id/owner': transfer,
    'POST /app/artifacts/:id/delete': deleteArtifact,
  },
}

const idOf = ({ params }: PageRequest): string => params.id ?? ''

type Held = Pick<ArtifactSettingsProps, 'owner' | 'effects' | 'errors'>

/** The page, with what a form held where it comes back. One the visitor may not read is missing. */
async function sendSettings(request: PageRequest, status: number, held: Held = {}): Promise<void> {
  const artifact = await performed(request, operations.get, { id: idOf(request) })
  const { can } = artifact
  const [access, members] = await Promise.all([
    can.includes('share') ? accessOf(request, artifact) : undefined,
    can.includes('transfer') ? membersOf(request) : [],
  ])
  const html = artifactSettingsPage({ frame: frameOf(request), artifact, members, access, ...held })
  sendDashboard(request, status, html)
}

/** The answer to `?email=`. */
async function accessOf(request: PageRequest, { shortId }: PresentedArtifact): Promise<Access | undefined> {
  const email = request.query.get('email')
  if (email === null || request.exchange.request.method === 'POST') return undefined
  const outcome = await attempt(request, operations.access, { id: shortId, email })
  return 'value' in outcome ? outcome.value : { email, error: outcome.refused.errors[0]!.message }
}

/** To suggest as new owners; a longer list is typed into by hand. */
async function membersOf(request: PageRequest): Promise<{ name: string; email: string }[]> {
  const { data } = await performed(request, operations.listMembers, { limit: 100 })
  return data.filter(({ role }) => role !== 'viewer')
}

const sendRefused = (request: PageRequest, { status, errors }: Refused, held: Held): Promise<void> =>
  sendSettings(request, status, { ...held, errors })

/** `POST /app/artifacts/{id}/owner`: who loses access by it is shown first. */
async function transfer(request: PageRequest): Promise<void> {
  const { owner = '', confirmed } = await fieldsOf(request)
  const named = { malformed_address: 'owner' }
  const foreseen = await previewAudience(request, { id: idOf(request), owner }, named)
  if ('refused' in foreseen) return sendRefused(request, foreseen.refused, { owner })
  if (confirmed !== owner) return sendSettings(request, 200, { owner, effects: foreseen.value })
  const outcome = await attempt(request, operations.change, { id: idOf(request), owner }, named)
  if ('refused' in outcome) return sendRefused(request, outcome.refused, { owner })
  finish(request, '/app', 'handed')
}

/** `POST /app/artifacts/{id}/delete` */
async function deleteArtifact(request: PageRequest): Promise<void> {
  await fieldsOf(request)
  await performed(request, operations.remove, { id: idOf(request) })
  finish(request, `/app?trashed=${request.params.id}`)
}
