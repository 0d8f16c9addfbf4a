// The rules for who may do what: one set, asked as "may I" (decide) and as "what may I see" (reach).
import { type Actor, adminRoles, type Guest, hasScope, type Person, type Scope } from './actor.ts'
import type { Artifact, Organization, OrganizationPolicy } from './artifact.ts'
import type { Visibility } from './audience.ts'
import { memoizeByObject } from './memoize.ts'
import { notFound, Problem } from './problem.ts'
import { PROOF_AGE, sessionRequired } from './session.ts'
import { providerRequired, requiresProvider } from './sign-in.ts'

/** A right that a relation to an artifact gives (contract section 6, the table). `govern` is delete and transfer. */
export type Right = 'read' | 'comment' | 'edit' | 'share' | 'govern'

/** One way to reach artifacts, as data: all its members must hold. Storage turns it into a WHERE. */
export interface Condition {
  artifactId?: string
  organizationId?: string
  visibility?: readonly Visibility[]
  ownerId?: string
  /** Owned by the organization itself. */
  ownerless?: true
  /** Named in `sharedWith`. */
  recipient?: string
  /** Belongs to no organization. */
  unclaimed?: true
  /** The artifact's organization, if it has one, must allow this. */
  allowed?: keyof Pick<OrganizationPolicy, 'allowPublic' | 'allowExternalSharing'>
  /** The artifact's organization, if it has one, must not require a sign-in provider. */
  codeSuffices?: true
  /** Its comments are shown to all its readers. */
  commentsShared?: true
}

interface Rule extends Condition {
  rights: readonly Right[]
}

const open: readonly Visibility[] = ['company', 'public']
const everybody: Rule = { visibility: ['public'], allowed: 'allowPublic', rights: ['read'] }

const rules = memoizeByObject((actor: Actor): Rule[] => {
  switch (actor.kind) {
    case 'anonymous':
      return [everybody]
    case 'guest':
      return [everybody, outsider(actor)]
    case 'preview':
      return [
        everybody,
        { artifactId: actor.artifactId, unclaimed: true, rights: ['read', 'edit', 'govern'] },
      ]
    case 'service':
      return [everybody, ...serviceRules(actor)]
    case 'person':
      return [everybody, outsider(actor), ...memberRules(actor)]
  }
})

/** The key of a build reaches the audiences of its rule only. */
function serviceRules(actor: Actor & { kind: 'service' }): Rule[] {
  const { organizationId, rule: { visibilities: visibility } = { visibilities: open } } = actor
  return [
    { organizationId, visibility, rights: ['read', 'comment', 'edit'] },
    { organizationId, visibility, ownerless: true, rights: ['share', 'govern'] },
  ]
}

const outsider = (actor: Person | Guest): Rule => ({
  recipient: actor.email,
  allowed: 'allowExternalSharing',
  ...(isByCode(actor) && { codeSuffices: true }),
  rights: ['read'],
})

/** True for a session that a code began. Keys and grants are no sessions: the session was checked when they were made. */
const isByCode = (actor: Person | Guest): boolean =>
  !actor.byProvider && (actor.kind === 'guest' || actor.proof === 'session')

function memberRules(actor: Actor & { kind: 'person' }): Rule[] {
  const { organizationId, personId, email, role } = actor
  if (role === 'viewer') {
    const rights = ['read', 'comment'] as const
    return [
      { organizationId, visibility: open, rights },
      { organizationId, recipient: email, rights },
    ]
  }
  const member: Rule[] = [
    { organizationId, visibility: open, rights: ['read', 'comment', 'edit'] },
    { organizationId, recipient: email, rights: ['read', 'comment', 'edit'] },
    { organizationId, ownerId: personId, rights: ['read', 'comment', 'edit', 'share', 'govern'] },
  ]
  if (!adminRoles.includes(role)) return member
  return [
    ...member,
    { organizationId, visibility: open, rights: ['share'] },
    { organizationId, rights: ['govern'] },
  ]
}

/** Everything the actor holds the right on, as a disjunction of conditions. */
export function reach(actor: Actor, right: Right): Condition[] {
  return rules(actor)
    .filter(rule => rule.rights.includes(right))
    .map(({ rights: _, ...condition }) => condition)
}

/** Artifacts whose comments the actor may see: those it may comment on, and those that share comments with all readers. */
export const reachComments = memoizeByObject((actor: Actor): Condition[] => [
  ...reach(actor, 'comment'),
  ...reach(actor, 'read').map(condition => ({ ...condition, commentsShared: true as const })),
])

/** True where the actor may see the artifact's comments. */
export const maySeeComments = (actor: Actor, artifact: Artifact): boolean =>
  reachComments(actor).some(condition => meets(artifact, condition))

/** True where the artifact meets every member of the condition. A hidden one meets none. */
export function meets(artifact: Artifact, condition: Condition): boolean {
  const { organization, owner } = artifact
  return (
    artifact.hidden === null &&
    is(condition.artifactId, artifact.id) &&
    is(condition.organizationId, organization?.id) &&
    (!condition.visibility || condition.visibility.includes(artifact.visibility)) &&
    is(condition.ownerId, owner?.personId) &&
    (!condition.ownerless || (organization !== null && owner === null)) &&
    (!condition.unclaimed || organization === null) &&
    (condition.recipient === undefined || artifact.sharedWith.includes(condition.recipient)) &&
    (!condition.allowed || organization === null || allows(organization, condition.allowed)) &&
    (!condition.codeSuffices || organization === null || !requiresProvider(organization)) &&
    (!condition.commentsShared || artifact.commentsShared)
  )
}

/** One that waits to be deleted allows nothing to anybody. */
const allows = ({ policy, deleteAt }: Organization, rule: NonNullable<Condition['allowed']>): boolean =>
  deleteAt === undefined && policy[rule]

const is = (wanted: string | undefined, found: string | undefined): boolean =>
  wanted === undefined || wanted === found

/** True where the actor holds the right on the artifact. */
export const may = (actor: Actor, right: Right, artifact: Artifact): boolean =>
  rules(actor).some(rule => rule.rights.includes(right) && meets(artifact, rule))

/** The actions of operations on an artifact, each with the rights of which one is enough, and the scope it takes. */
const artifactActions = {
  read: [['read'], 'artifacts:read'],
  history: [['read'], 'artifacts:read'],
  copy: [['read'], 'artifacts:write'],
  /** Readers from whom the comments are kept find none; anonymous callers read shared ones alone. */
  comments: [['read'], 'comments:read'],
  comment: [['comment'], 'comments:write'],
  edit: [['edit'], 'artifacts:write'],
  /** Changing anything about it; `settings`, `expire`, `share` and `handOver` then ask for what they need. */
  manage: [['share', 'govern'], null],
  settings: [['share'], 'artifacts:write'],
  /** Letting it end moves it to the trash. */
  expire: [['share'], 'artifacts:delete'],
  share: [['share'], 'sharing:write'],
  handOver: [['govern'], 'sharing:write'],
  delete: [['govern'], 'artifacts:delete'],
  /** Seeing it in the trash is for those who may bring it back. */
  undelete: [['govern'], 'artifacts:write'],
} as const satisfies Record<string, readonly [readonly Right[], Scope | null]>

export type ArtifactAction = keyof typeof artifactActions
/** The scope an action takes whatever it is done to; null where that depends on what changes. */
export const scopeOf = (action: ArtifactAction): Scope | null => artifactActions[action][1]

/**
 * Allows, or throws what the caller may know: 401 for those without a credential, 404 if the
 * artifact may not be seen, then 403 (contract sections 3 and 10).
 */
export function decide(
  actor: Actor,
  action: ArtifactAction,
  artifact: Artifact | null,
): asserts artifact is Artifact {
  const refusal = artifact ? refusalOf(actor, action, artifact) : () => denial(actor, action, artifact)
  if (refusal) throw refusal()
  if (action === 'copy') requireAuthor(actor, 'artifacts:write')
}

/** True where `decide` allows it: by the artifact's own rules, the scope, and the organization's policy. */
export const isAllowed = (
  actor: Actor,
  action: Exclude<ArtifactAction, 'copy'>,
  artifact: Artifact,
): boolean => refusalOf(actor, action, artifact) === null

/** Makes the problem that says why the actor may not do it; null if it may. */
function refusalOf(actor: Actor, action: ArtifactAction, artifact: Artifact): (() => Problem) | null {
  if (!isGranted(actor, action, artifact)) return () => denial(actor, action, artifact)
  const missing = scopesOf(action, artifact).find(scope => !hasScope(actor, scope))
  if (missing) return () => insufficientScope(missing)
  return action === 'edit' ? forbiddenAudience(artifact) : null
}

/** Restoring an artifact for everybody or for outsiders counts as sharing (contract section 6, Scopes). */
function scopesOf(action: ArtifactAction, { visibility, namesOutsiders }: Artifact): Scope[] {
  const [, scope] = artifactActions[action]
  const isShared = action === 'undelete' && (visibility === 'public' || namesOutsiders)
  return [...(scope ? [scope] : []), ...(isShared ? (['sharing:write'] as const) : [])]
}

function isGranted(actor: Actor, action: ArtifactAction, artifact: Artifact): boolean {
  if (action === 'history') return actor.kind !== 'anonymous' && mayHistory(actor, artifact)
  if (action === 'comments' && actor.kind === 'anonymous') return maySeeComments(actor, artifact)
  if (action === 'handOver' && artifact.organization === null) return false
  return artifactActions[action][0].some(right => may(actor, right, artifact))
}

/** An artifact whose stored audience the policy forbids takes no new version (contract section 6). */
function forbiddenAudience({ organization, visibility, namesOutsiders }: Artifact): (() => Problem) | null {
  if (organization === null) return null
  const { allowPublic, allowExternalSharing } = organization.policy
  if (visibility === 'public' && !allowPublic) return publicDisabled
  return namesOutsiders && !allowExternalSharing ? externalSharingDisabled : null
}

/** History is for those who may edit, and for all readers if the owner shows it. */
export const mayHistory = (actor: Actor, artifact: Artifact): boolean =>
  may(actor, artifact.historyVisible ? 'read' : 'edit', artifact)

function denial(actor: Actor, action: ArtifactAction, artifact: Artifact | null): Problem {
  if (actor.kind === 'anonymous') return unauthorized()
  if (artifact && isHiddenFromHolder(actor, artifact)) return takenDown(artifact)
  const visible = artifact !== null && artifact.trashedAt === null && may(actor, 'read', artifact)
  if (!visible || action === 'history') return notFound()
  if (action === 'comment') return cannotComment(artifact)
  return new Problem(
    'forbidden',
    'You can read this artifact but not do this to it. Ask its owner, or publish a copy.',
  )
}

/** Says why somebody who can read the page cannot write on it. */
const cannotComment = ({ organization }: Artifact): Problem =>
  organization === null
    ? new Problem(
        'forbidden',
        'A public preview carries no comments. Claim it first; then its members can comment.',
      )
    : new Problem(
        'forbidden',
        'You can read this page, but only members of its organization comment. Ask its owner to invite you as a member.',
      )

/** Those who could delete it may know why it is gone; for all others it does not exist. */
const isHiddenFromHolder = (actor: Actor, artifact: Artifact): boolean =>
  artifact.hidden !== null && may(actor, 'govern', { ...artifact, hidden: null })

/** 451 for those whose artifact the operator hid. */
export const takenDown = ({ hidden }: Pick<Artifact, 'hidden'>): Problem =>
  hidden === 'quarantined'
    ? new Problem(
        'taken_down',
        'Several people reported this page, so nobody can open it until the operator has looked at it. Wait, or write to the operator.',
      )
    : new Problem(
        'taken_down',
        'The operator of this server took this artifact down. Nobody can open it; write to the operator if that is a mistake.',
      )

/** 401 for a request that needs a credential and has none. */
export const unauthorized = (): Problem =>
  new Problem('unauthorized', 'Send a valid API key as "Authorization: Bearer <key>", or sign in.')

/** Throws 403 if the credential does not hold the scope. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (!hasScope(actor, scope)) throw insufficientScope(scope)
}

const insufficientScope = (scope: Scope): Problem =>
  new Problem('insufficient_scope', `The credential lacks the scope ${scope}. Use one that holds it.`, {
    scope,
  })

/** Requires any credential at all. */
export function requireCredential(actor: Actor): void {
  if (actor.kind === 'anonymous') throw unauthorized()
}

export type Member = Actor & { kind: 'person' | 'service' }

/** Returns the actor as somebody who acts in an organization. */
export function asMember(actor: Actor): Member {
  if (actor.kind === 'anonymous') throw unauthorized()
  if ('organizationId' in actor) return actor
  if (isBarred(actor)) throw providerRequired()
  throw new Problem(
    'forbidden',
    'This needs an account in an organization. Sign in as a member or use an API key.',
  )
}

/** True for a member whose organization does not accept the session. The member may learn why: the session proves who it is. */
const isBarred = (actor: Actor): boolean => actor.kind === 'guest' && actor.barred === true

/** Publishing, listing and the like: needs a credential that acts in an organization. */
export function requireOrganization(actor: Actor, scope: Scope): asserts actor is Member {
  requireScope(asMember(actor), scope)
}

/** Making something new in the organization: members and service keys, not viewers. */
export function requireAuthor(actor: Actor, scope: Scope): asserts actor is Member {
  const member: Member = asMember(actor)
  requireScope(member, scope)
  if (member.kind === 'person' && member.role === 'viewer') {
    throw new Problem(
      'forbidden',
      'Viewers cannot publish. Ask an admin of the organization to invite you as a member.',
    )
  }
}

/** Requires a person signed in by a browser; keys and grants cannot make credentials. */
export function requireSession(actor: Actor): asserts actor is Actor & { kind: 'person' } {
  if (actor.kind === 'anonymous') throw unauthorized()
  if (actor.kind === 'person' && actor.proof === 'session') return
  if (isBarred(actor)) throw providerRequired()
  throw sessionRequired(actor)
}

/** Requires somebody signed in whose session proved an address; guests too. */
export function requireProvenAddress(actor: Actor): asserts actor is Person | Guest {
  if (actor.kind !== 'guest') requireSession(actor)
}

/** True for an owner or admin of the organization in which the actor acts. */
export const isAdmin = (actor: Actor): boolean => actor.kind === 'person' && adminRoles.includes(actor.role)

/**
 * Throws 403 if a session proved its address too long ago for what owners do. Keys and grants are not asked: their
 * scopes and the role bound them, and making one asks.
 */
export function requireRecentProof(actor: Actor, now: number): void {
  const isSession = actor.kind === 'guest' || (actor.kind === 'person' && actor.proof === 'session')
  if (!isSession || now - (actor.provedAt ?? 0) < PROOF_AGE) return
  throw new Problem(
    'reauthentication_required',
    'You signed in more than 12 hours ago, and this may not be undone. Sign in again at reauthenticateUrl, then repeat it.',
  )
}

/** Requires an owner or admin of the organization the credential acts in. */
export function requireAdmin(actor: Actor): void {
  if (isAdmin(actor)) return
  throw new Problem('forbidden', 'Only an owner or admin of the organization may do this.')
}

/** Requires an owner of the organization the credential acts in. */
export function requireOwner(actor: Actor): void {
  if (actor.kind === 'person' && actor.role === 'owner') return
  throw new Problem('forbidden', 'Only an owner of the organization may do this.')
}

/** A member or a service key; viewers read and comment, and that is all. */
export const isFullMember = (actor: Actor): boolean =>
  'organizationId' in actor && (actor.kind !== 'person' || actor.role !== 'viewer')

/** Throws 403 for viewers. */
export function requireFullMember(actor: Actor): void {
  if (isFullMember(actor)) return
  throw new Problem('forbidden', 'Viewers read and comment. Ask an admin to make you a member.')
}

/**
 * Refuses an audience that the credential or the organization's policy does not permit (contract section 6:
 * insufficient_scope, service_key_private, public_artifacts_disabled, external_sharing_disabled).
 */
export function requireAudience(
  actor: Actor,
  policy: OrganizationPolicy,
  audience: { visibility: Visibility; outsiders: readonly string[] },
): void {
  if (audience.visibility === 'public' || audience.outsiders.length > 0) requireScope(actor, 'sharing:write')
  if (actor.kind === 'service' && audience.visibility === 'private') {
    throw new Problem(
      'service_key_private',
      'A service key acts for the organization and cannot make something private. Use company or public, or a user key.',
    )
  }
  if (audience.visibility === 'public' && !policy.allowPublic) throw publicDisabled()
  if (audience.outsiders.length > 0 && !policy.allowExternalSharing) throw externalSharingDisabled()
}

const publicDisabled = (): Problem =>
  new Problem(
    'public_artifacts_disabled',
    'The organization does not allow public artifacts. Choose company or private, or ask an owner to change the rules.',
  )

const externalSharingDisabled = (): Problem =>
  new Problem(
    'external_sharing_disabled',
    'The organization does not allow sharing outside. Name members only, or ask an owner to change the rules.',
  )
