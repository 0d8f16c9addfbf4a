// Takes an artifact down, or shows it again: nobody can open it, its bytes are kept, and they cannot be published anew without an account.
import type { Artifact } from '../domain/artifact.ts'
import { parseArtifactAddress } from '../domain/artifact-address.ts'
import { Problem } from '../domain/problem.ts'
import { postMail } from '../operations/feed/mail.ts'
import { refuseVersion } from '../operations/kernel/addressed-version.ts'
import { uuid } from '../operations/kernel/uuid.ts'
import type { Records, Rows } from '../storage/records.ts'

export interface Takedown {
  shortId: string
  name: string
  /** True where the artifact can be opened now. */
  shown: boolean
}

export interface TakedownOptions {
  reason?: string | undefined
  /** Shows it again and lifts the block on its bytes. */
  restore?: boolean | undefined
}

/**
 * Takes down the artifact of that short ID or address, or puts it back. `now` is in milliseconds.
 * @throws Problem `not_found`; `invalid_input` where the address names a version
 */
export async function takeDown(
  records: Records,
  id: string,
  { reason, restore = false }: TakedownOptions,
  now: number,
): Promise<Takedown> {
  const address = parseArtifactAddress(id)
  return records.transaction(async rows => {
    const artifact = address && (await rows.artifacts.find(address.shortId))
    if (!artifact) throw new Problem('not_found', `There is no artifact "${id}".`)
    refuseVersion('id', address.version)
    if (restore) await putBack(rows, artifact, now)
    else await hide(rows, artifact, now)
    await record(rows, artifact, restore ? 'admin.restore' : 'admin.takedown', reason, now)
    if (!restore && artifact.owner) await tellOwner(rows, artifact, reason, now)
    return { shortId: artifact.shortId, name: artifact.name, shown: restore }
  })
}

async function hide(rows: Rows, { id }: Artifact, now: number): Promise<void> {
  await rows.moderation.hide(id, 'taken_down', now)
  await rows.moderation.block(id, now)
}

async function putBack(rows: Rows, { id }: Artifact, now: number): Promise<void> {
  await rows.moderation.unhide(id, now)
  await rows.moderation.unblock(id)
}

/** Writes a row in the audit of its organization, or in the operator's audit where the artifact belongs to none. */
async function record(
  rows: Rows,
  artifact: Artifact,
  action: string,
  reason: string | undefined,
  now: number,
): Promise<void> {
  const organization = artifact.organization ?? (await rows.people.operatorOrganization())
  await rows.journal.audit({
    id: uuid(now),
    organizationId: organization?.id ?? null,
    action,
    subject: artifact.shortId,
    personId: null,
    credential: 'machine',
    actorType: 'system',
    actorName: null,
    authorName: 'Operator',
    surface: 'admin',
    client: null,
    data: { sha256: artifact.sha256, ...(reason && { reason }) },
    createdAt: now,
  })
  if (artifact.organization) await tellReaders(rows, artifact, action, now)
}

/** Writes an event, by which whoever follows the artifact learns that its readers changed. */
async function tellReaders(rows: Rows, artifact: Artifact, action: string, now: number): Promise<void> {
  await rows.journal.event({
    id: uuid(now),
    organizationId: artifact.organization!.id,
    type: 'artifact.audience_changed',
    artifactId: artifact.id,
    actor: { personId: null, name: 'Operator', actorType: 'system', actorName: null },
    data: { withheld: action === 'admin.takedown' },
    createdAt: now,
  })
}

async function tellOwner(
  rows: Rows,
  { owner, name, shortId }: Artifact,
  reason: string | undefined,
  now: number,
): Promise<void> {
  await postMail({ rows, now }, owner!.email, {
    subject: 'A page of yours was taken down',
    lines: [
      `The operator of the server took down "${name}" (${shortId}). Nobody can open it.`,
      '',
      ...(reason ? [reason, ''] : []),
      'Its content is kept. If this is a mistake, write to the operator.',
    ],
  })
}
