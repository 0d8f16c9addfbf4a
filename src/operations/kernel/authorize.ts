// Lets a call in or turns it away: finds its subject and asks the policy.
import type { Actor, Scope } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { shortIdIn } from '../../domain/artifact.ts'
import * as policy from '../../domain/policy.ts'
import { Problem } from '../../domain/problem.ts'
import type { Reading, Rows } from '../../storage/records.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import type { Access, Operation } from './operation.ts'

export interface Authorized {
  /** The subject; absent if the operation has none. */
  artifact?: Artifact
  now: number
}

/** The way to look for the subject. */
interface Looking {
  /** Nobody changes it until the transaction ends. */
  held?: true
  /** The artifact that was found already, null for none. */
  found?: Artifact | null | undefined
}

/**
 * Throws 401, 404 or 403 unless the actor may do what the operation does. The same function runs
 * before the body and again inside the transaction, where the subject is `held`.
 */
export async function authorize(
  context: Pick<Context, 'clock' | 'url'>,
  operation: Operation,
  call: Call,
  rows: Reading,
  { held, found: known }: Looking = {},
): Promise<Authorized> {
  const { access } = operation
  const now = context.clock()
  if (namesComment(access)) return { artifact: await commented(access.comment, call, rows, now), now }
  if (!namesArtifact(access)) {
    permit(access, call, now)
    return { now }
  }
  if (held) await (rows as Reading & Rows).artifacts.lock(shortIdOf(call.input.id, context.url) ?? '')
  const found = known === undefined ? await findArtifact(rows, call.input.id, context.url) : known
  const { onlyTrash: _, ...inAnyState } = access
  const isRepeat = !held && mayRepeat(access, call, found)
  return { artifact: authorizeArtifact(isRepeat ? inAnyState : access, call.actor, found, now), now }
}

/** True where the first request with this key may have restored the artifact from the trash; the transaction decides without this. */
const mayRepeat = ({ onlyTrash }: ArtifactAccess, call: Call, found: Artifact | null): boolean =>
  onlyTrash === true &&
  call.idempotencyKey !== undefined &&
  found !== null &&
  policy.may(call.actor, 'govern', found)

/** Decides on the artifact that was found, or on none; returns it if the actor may have it. */
export function authorizeArtifact(
  access: ArtifactAccess,
  actor: Actor,
  found: Artifact | null,
  now: number,
): Artifact {
  const live = found !== null && isLive(found, now)
  const artifact = (live ? !access.onlyTrash : access.inTrash) ? found : null
  if (!live && access.inTrash) policy.decide(actor, access.inTrash, artifact)
  policy.decide(actor, access.artifact, artifact)
  return artifact
}

/** Returns the artifact that was found, unless it is in the trash or over. */
export const liveSubject = (found: Artifact | null | undefined, now: number): Artifact | null =>
  found && isLive(found, now) ? found : null

export type ArtifactAccess = Extract<Access, { artifact: unknown }>

const namesArtifact = (access: Access): access is ArtifactAccess =>
  typeof access === 'object' && 'artifact' in access

/** The artifact that a short ID or an address names, in any state. */
export async function findArtifact(rows: Reading, id: unknown, url: string): Promise<Artifact | null> {
  const shortId = shortIdOf(id, url)
  return shortId ? rows.artifacts.find(shortId) : null
}

const shortIdOf = (id: unknown, url: string): string | null =>
  typeof id === 'string' ? shortIdIn(id, url) : null

type CommentAccess = Extract<Access, { comment: unknown }>

const namesComment = (access: Access): access is CommentAccess =>
  typeof access === 'object' && 'comment' in access

/** The artifact of the comment; 404 also if only the comments are kept from the caller. */
async function commented(
  action: CommentAccess['comment'],
  { actor, input }: Call,
  rows: Reading,
  now: number,
): Promise<Artifact> {
  const id = typeof input.commentId === 'string' ? input.commentId : ''
  const located = id.length <= 100 ? await rows.comments.locate(id) : null
  const found = located && (await rows.artifacts.find(located.shortId))
  const seen = found && policy.maySeeComments(actor, found) ? found : null
  authorizeArtifact({ artifact: 'comments' }, actor, seen, now)
  return authorizeArtifact({ artifact: action }, actor, seen, now)
}

function permit(access: Exclude<Access, ArtifactAccess | CommentAccess>, { actor }: Call, now: number): void {
  if (access === 'address') policy.requireProvenAddress(actor)
  else if (needsSession(access)) policy.requireSession(actor)
  if (access === 'credential') policy.requireCredential(actor)
  if (typeof access !== 'object') return
  if ('organization' in access) permitInOrganization(access, actor)
  if ('session' in access || access.recent) policy.requireRecentProof(actor, now)
}

/** True where only somebody signed in may call, never a key. */
export const needsSession = (access: Access): boolean =>
  access === 'session' || access === 'address' || (typeof access === 'object' && 'session' in access)

function permitInOrganization(access: Extract<Access, { organization: unknown }>, actor: Actor): void {
  if (access.organization === 'author') policy.requireAuthor(actor, access.scope)
  else policy.requireOrganization(actor, access.scope)
  if (access.organization === 'full') policy.requireFullMember(actor)
  if (access.organization === 'governor') policy.requireAdmin(actor)
  if (access.organization === 'owner') policy.requireOwner(actor)
}

/** True where the role and the scopes of the caller reach an operation of the organization, whatever its input. */
export function mayCall({ access }: Pick<Operation, 'access'>, actor: Actor): boolean {
  if (typeof access !== 'object' || !('organization' in access)) return true
  try {
    permitInOrganization(access, actor)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** The scopes that whoever may call the operation has to hold. */
export function scopesOf(access: Access): readonly Scope[] {
  if (typeof access !== 'object') return []
  if ('organization' in access) return [access.scope]
  const action = 'artifact' in access ? access.artifact : 'comment' in access ? access.comment : null
  const scope = action && policy.scopeOf(action)
  return scope ? [scope] : []
}

/** True for an artifact neither in the trash nor past its expiry. */
export const isLive = (artifact: Artifact, now: number): boolean =>
  artifact.trashedAt === null && (artifact.expiresAt === null || artifact.expiresAt > now)
