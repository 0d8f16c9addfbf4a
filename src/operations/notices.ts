// Mail that tells people what others did with what is theirs.
import type { AnyTask } from './operation.ts'
import { uuid } from './uuid.ts'

/**
 * Tells the owner what an owner or admin of the organization did to the artifact (contract section 6: deleting and
 * handing on are mailed to the owner). Says nothing where owners did it themselves.
 */
export async function tellOwner(
  { actor, artifact, context, now, rows }: AnyTask,
  deed: string,
  sequel: string,
): Promise<void> {
  const { name, owner, shortId } = artifact
  if (!owner || actor.kind !== 'person' || actor.personId === owner.personId) return
  const text = [
    `${actor.name} (${actor.email}) ${deed}:`,
    '',
    name,
    `${context.url}/${shortId}`,
    '',
    sequel,
    '',
  ].join('\n')
  await rows.outbox.post({
    id: uuid(now),
    to: owner.email,
    subject: `${actor.name} ${deed}`,
    text,
    createdAt: now,
  })
}
