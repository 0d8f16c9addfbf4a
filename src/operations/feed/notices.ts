// Mail about what others did with a person's artifact.

import type { SubjectTask } from '../kernel/operation.ts'
import { postMail } from './mail.ts'

/**
 * Mails the owner what an owner or admin of the organization did to the artifact (contract section 6: deletion and
 * transfer). Sends nothing if the owner did it.
 */
export async function notifyOwner(task: SubjectTask, deed: string, sequel: string): Promise<void> {
  const { actor, artifact, context } = task
  const { name, owner, shortId } = artifact
  if (!owner || actor.kind !== 'person' || actor.personId === owner.personId) return
  const subject = `${actor.name} ${deed}`
  const page = [name, `${context.url}/${shortId}`]
  await postMail(task, owner.email, {
    subject,
    lines: [`${actor.name} (${actor.email}) ${deed}:`, '', ...page, '', sequel],
  })
}
