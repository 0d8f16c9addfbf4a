// Gathers what the page of one artifact shows to this visitor.

import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { operations } from '../../../operations/index.ts'
import type { VersionRow } from '../history/newest-versions.tsx'
import {
  attempt,
  frameOf,
  type PageRequest,
  performed,
  sendDashboard,
  unlessMissing,
} from '../page/dashboard.ts'
import { audienceLimits } from '../share/audience-form.tsx'
import type { Access } from './artifact-forms.tsx'
import { type ArtifactSettingsProps, artifactSettingsPage } from './artifact-settings-page.tsx'

type Held = Pick<ArtifactSettingsProps, 'audience' | 'settings' | 'owner' | 'foreseen' | 'errors'>

/** The page, with what a form held where it comes back. One the visitor may not read is missing. */
export async function sendSettings(request: PageRequest, status: number, held: Held = {}): Promise<void> {
  const { me, params } = request
  const artifact = await performed(request, operations.get, { id: params.id })
  const { can } = artifact
  const [history, access, members] = await Promise.all([
    historyOf(request, artifact),
    can.includes('share') ? accessOf(request, artifact) : undefined,
    can.includes('transfer') ? membersOf(request) : [],
  ])
  const html = artifactSettingsPage({
    frame: frameOf(request),
    artifact,
    limits: audienceLimits(artifact.organization, me.policy),
    history,
    members,
    ...(access && { access }),
    ...held,
  })
  sendDashboard(request, status, html)
}

/** The newest versions; null for those who may not see them. */
async function historyOf(
  request: PageRequest,
  { shortId: id }: PresentedArtifact,
): Promise<readonly VersionRow[] | null> {
  const found = await unlessMissing(performed(request, operations.versions, { id, limit: 5 }))
  return found?.data ?? null
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
