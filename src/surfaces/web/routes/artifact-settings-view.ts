// Gathers what the page of one artifact shows to this visitor.
import type { PresentedArtifact } from '../../../operations/present.ts'
import type { Access } from '../components/artifact-forms.tsx'
import { mayManage, settingsPath } from '../components/artifact-rows.tsx'
import type { VersionRow } from '../components/history.tsx'
import {
  attempt,
  frameOf,
  isPerson,
  pageHref,
  performed,
  sendDashboard,
  unlessMissing,
  type Visit,
} from '../dashboard.ts'
import { type ArtifactSettingsProps, artifactSettingsPage } from '../pages/artifact-settings-page.tsx'

type Held = Pick<ArtifactSettingsProps, 'audience' | 'settings' | 'owner' | 'foreseen' | 'errors'>

/** The page, with what a form held where it comes back. One the visitor may not read is missing. */
export async function sendSettings(visit: Visit, status: number, held: Held = {}): Promise<void> {
  const { actor, me, params } = visit
  const artifact = await performed<PresentedArtifact>(visit, 'get', { id: params.id })
  const manages = mayManage(artifact)
  const [history, access, members] = await Promise.all([
    historyOf(visit, artifact),
    manages ? accessOf(visit, artifact) : undefined,
    manages ? membersOf(visit) : [],
  ])
  const inside = artifact.organization?.id !== undefined
  const html = artifactSettingsPage({
    frame: frameOf(visit),
    artifact,
    limits: {
      organization: artifact.organization?.name ?? '',
      allowPublic: me.policy?.allowPublic ?? false,
      allowExternalSharing: me.policy?.allowExternalSharing ?? false,
    },
    history,
    mayEdit: inside && isPerson(actor) && actor.role !== 'viewer',
    members,
    ...(access && { access }),
    ...held,
  })
  sendDashboard(visit, status, html)
}

async function historyOf(
  visit: Visit,
  { shortId }: PresentedArtifact,
): Promise<ArtifactSettingsProps['history']> {
  const cursor = visit.query.get('cursor')
  const input = { id: shortId, limit: 20, ...(cursor && { cursor }) }
  const found = await unlessMissing(
    performed<{ data: VersionRow[]; nextCursor: string | null }>(visit, 'versions', input),
  )
  if (!found) return null
  const at = (to: string | null) => `${pageHref(visit, to, settingsPath(shortId))}#history`
  const pages = { next: found.nextCursor && at(found.nextCursor), first: cursor && at(null) }
  return { rows: found.data, pages }
}

/** The answer to `?email=`. */
async function accessOf(visit: Visit, { shortId }: PresentedArtifact): Promise<Access | undefined> {
  const email = visit.query.get('email')
  if (email === null || visit.wire.request.method === 'POST') return undefined
  const outcome = await attempt<Access>(visit, 'access', { id: shortId, email })
  return 'value' in outcome ? outcome.value : { email, error: outcome.refused.errors[0]!.message }
}

/** To suggest as new owners; a longer list is typed into by hand. */
async function membersOf(visit: Visit): Promise<{ name: string; email: string }[]> {
  const { data } = await performed<{ data: { name: string; email: string; role: string }[] }>(
    visit,
    'listMembers',
    { limit: 100 },
  )
  return data.filter(({ role }) => role !== 'viewer')
}
