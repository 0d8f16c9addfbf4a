// Moves the session of a call to another organization, under a new token.

import { randomToken, sha256Hex } from '../../crypto.ts'
import { unauthorized } from '../../domain/policy.ts'
import { notFound } from '../../domain/problem.ts'
import { requireAllowedSignIn } from '../../domain/sign-in.ts'
import type { AnyTask } from '../kernel/operation.ts'

/** Length of a session token in base-58 characters: 256 bits. */
export const SESSION_TOKEN = 44

/** Moves the session if the organization accepts it; its old token stops working (a change of rights renews it). */
export async function moveSession(
  { rows, actor, renewSession }: AnyTask,
  to: { personId: string; organizationId: string },
): Promise<void> {
  const organization = await rows.people.organization(to.organizationId)
  if (!organization) throw notFound()
  requireAllowedSignIn(organization, 'byProvider' in actor)
  const token = randomToken(SESSION_TOKEN)
  if (!(await rows.credentials.moveSession({ id: actor.credential, tokenHash: sha256Hex(token), ...to })))
    throw unauthorized()
  renewSession(token)
}
