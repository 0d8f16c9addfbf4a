// How an artifact of an organization begins: its audience permitted, room for it, its first version.
import { randomToken } from '../../crypto.ts'
import type { Theme } from '../../domain/artifact.ts'
import { plans, tooLarge } from '../../domain/plan.ts'
import { asMember } from '../../domain/policy.ts'
import type { StoredFile } from '../kernel/call.ts'
import type { AnyTask } from '../kernel/operation.ts'
import { findKeys, keyWarnings } from '../kernel/secret-scan.ts'
import { uuid } from '../kernel/uuid.ts'
import { toVersionRow } from './add-version.ts'
import { type PresentedArtifact, presentArtifact } from './artifact-answer.ts'
import { permitAudience, type RequestedAudience, requestedAudience, requireGatedRoom } from './audience.ts'
import { keepLastFile } from './last-file.ts'
import { mailRecipients, type SharingNotice } from './sharing-mail.ts'

interface Beginning {
  name: string
  theme: Theme
  audience: RequestedAudience
  notice: SharingNotice
  labels?: string[] | undefined
  note?: string | undefined
  /** Short ID of the artifact it is a copy of. */
  copyOf?: string
}

/** Makes an artifact of the caller's organization from the file; the caller owns it, or for a service key the organization. */
export async function createArtifact(
  task: AnyTask,
  file: StoredFile,
  { name, theme, labels, note, copyOf, audience: wish, notice }: Beginning,
): Promise<PresentedArtifact> {
  const { rows, now } = task
  const actor = asMember(task.actor)
  const organization = (await rows.people.lockOrganization(actor.organizationId))!
  if (file.size > plans[organization.plan].fileSize) throw tooLarge(plans[organization.plan].fileSize)
  const audience = requestedAudience(actor, wish)
  await permitAudience(rows, actor, organization, audience)
  await requireGatedRoom(rows, organization, audience.visibility, now)
  const version = toVersionRow(task, file, { note })
  const warned = await keyWarnings(
    task,
    [...(version.keyHashes ?? []), ...findKeys(name)],
    audience.visibility,
  )
  const shortId = randomToken(10)
  const id = uuid(now)
  await rows.artifacts.insert(
    {
      ...{ id, shortId, name, theme, ...audience },
      organizationId: organization.id,
      ownerId: actor.kind === 'person' ? actor.personId : null,
      expiresAt: null,
      createdAt: now,
    },
    version,
  )
  if (labels) await rows.artifacts.change(id, { labels: uniqueLabels(labels) }, now)
  task.keepFile(file.blob)
  if (copyOf === undefined) await keepLastFile(task, id, 1, file)
  const facts = { version: 1, visibility: audience.visibility, ...(copyOf !== undefined && { copyOf }) }
  task.emitEvent('artifact.published', { id, organization }, facts)
  task.addAuditDetails(shortId, facts)
  const created = (await rows.artifacts.find(shortId))!
  const notified = await mailRecipients(task, created, created.sharedWith, notice)
  return { ...presentArtifact(task.context, actor, created), ...warned, ...notified }
}

/** Labels as they are stored: each once, in the order of the alphabet. */
export const uniqueLabels = (labels: readonly string[]): string[] => [...new Set(labels)].sort()
