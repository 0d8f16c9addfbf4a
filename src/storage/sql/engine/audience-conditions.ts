// Policy as WHERE: the conditions that `reach` answers, turned into expressions over artifact `a`.
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely'
import type { OrganizationPolicy } from '../../../domain/artifact.ts'
import type { Visibility } from '../../../domain/audience.ts'
import type { Condition } from '../../../domain/policy.ts'
import { providerPlans } from '../../../domain/sign-in.ts'
import type { ArtifactTable, Schema } from './schema.ts'

/** A condition as storage needs it: one audience at a time, and perhaps a second address that must be named too. */
export interface Branch {
  artifactId?: string
  organizationId?: string
  visibility?: Visibility
  ownerId?: string
  ownerless?: true
  unclaimed?: true
  recipient?: string
  alsoRecipient?: string
  allowed?: keyof Pick<OrganizationPolicy, 'allowPublic' | 'allowExternalSharing'>
  codeSuffices?: true
  commentsShared?: true
}

/** Those of its members that become parameters; the others shape the query. */
type Fact = 'artifactId' | 'organizationId' | 'visibility' | 'ownerId' | 'recipient' | 'alsoRecipient'

/** Stands in the query for the value of a fact. */
export type Place = (fact: Fact) => RawBuilder<never>

export interface Within {
  organizationId: string | null
  recipient: string | null
}

/** The part of the reachable artifacts that a list asks for; a branch that holds this too finds them faster. */
export type Wanted = Pick<Branch, 'ownerId' | 'ownerless' | 'visibility'>

/** Picks the wanted facts from a query. */
export const wantedOf = ({ ownerId, ownerless, visibility }: Wanted): Wanted => ({
  ...(ownerId !== undefined && { ownerId }),
  ...(ownerless && { ownerless }),
  ...(visibility !== undefined && { visibility }),
})

export type ArtifactExpressions = ExpressionBuilder<Schema & { a: ArtifactTable }, 'a'>

/**
 * The disjunction of `reach`, limited to `within` and `wanted`, as branches that an index can serve: each names one audience,
 * and none lies wholly inside another.
 */
export function branches(reach: readonly Condition[], within: Within, wanted: Wanted = {}): Branch[] {
  const scopes: Condition[] = []
  if (within.organizationId !== null) scopes.push({ organizationId: within.organizationId })
  if (within.recipient !== null) scopes.push({ recipient: within.recipient })
  const all = scopes
    .flatMap(scope => reach.flatMap(condition => both(condition, scope)))
    .filter(branch => agree(branch, wanted))
    .map(branch => ({ ...branch, ...wanted }))
  return all.filter(
    (branch, index) => !all.some((other, at) => at !== index && covers(other, branch, at < index)),
  )
}

/** The branches that meet a condition and a scope; none where they exclude each other. */
function both(condition: Condition, scope: Condition): Branch[] {
  const { visibility, recipient, ...rest } = condition
  const clash =
    scope.organizationId !== undefined &&
    rest.organizationId !== undefined &&
    rest.organizationId !== scope.organizationId
  if (clash) return []
  const named = [...new Set([recipient, scope.recipient].filter(address => address !== undefined))].sort()
  const branch: Branch = { ...rest }
  if (scope.organizationId !== undefined) branch.organizationId = scope.organizationId
  if (named[0] !== undefined) branch.recipient = named[0]
  if (named[1] !== undefined) branch.alsoRecipient = named[1]
  return visibility ? visibility.map(one => ({ ...branch, visibility: one })) : [branch]
}

/** True where an artifact could be both. */
const agree = (branch: Branch, wanted: Wanted): boolean =>
  (['ownerId', 'visibility'] as const).every(
    fact => branch[fact] === undefined || wanted[fact] === undefined || branch[fact] === wanted[fact],
  )

/** True where everything in `inner` lies in `outer`. Of two equal ones only the earlier covers. */
function covers(outer: Branch, inner: Branch, earlier: boolean): boolean {
  const facts = Object.entries(outer)
  const within = facts.every(([name, value]) => inner[name as keyof Branch] === value)
  return within && (earlier || facts.length < Object.keys(inner).length)
}

export function meets(eb: ArtifactExpressions, branch: Branch, place: Place): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [eb('a.hidden', 'is', null)]
  const column = columnsOf(eb, branch)
  if (branch.artifactId !== undefined) all.push(eb('a.id', '=', place('artifactId')))
  if (branch.organizationId !== undefined)
    all.push(eb(column('organization_id'), '=', place('organizationId')))
  if (branch.visibility !== undefined) all.push(eb(column('visibility'), '=', place('visibility')))
  if (branch.ownerId !== undefined) all.push(eb(column('owner_id'), '=', place('ownerId')))
  if (branch.ownerless) all.push(eb('a.owner_id', 'is', null), eb('a.organization_id', 'is not', null))
  if (branch.unclaimed) all.push(eb('a.organization_id', 'is', null))
  if (branch.recipient !== undefined) all.push(names(eb, place('recipient')))
  if (branch.alsoRecipient !== undefined) all.push(names(eb, place('alsoRecipient')))
  if (branch.allowed) all.push(allows(eb, branch.allowed))
  if (branch.codeSuffices) all.push(takesCodes(eb))
  if (branch.commentsShared) all.push(eb('a.comments_shared', '=', 1))
  return eb.and(all)
}

/**
 * Columns to compare. What names somebody is found by the few rows that name them, what somebody owns by its owner:
 * a column inside an expression cannot tempt the database to another index.
 */
function columnsOf(eb: ArtifactExpressions, branch: Branch) {
  return (name: 'organization_id' | 'owner_id' | 'visibility') => {
    const aside = branch.recipient !== undefined || (name === 'visibility' && branch.ownerId !== undefined)
    return aside ? eb.fn.coalesce(`a.${name}`, eb.val('')) : eb.ref(`a.${name}`)
  }
}

const names = (eb: ArtifactExpressions, address: RawBuilder<never>): Expression<SqlBool> =>
  eb('a.id', 'in', eb.selectFrom('recipient as r').select('r.artifact_id').where('r.email', '=', address))

const columns = {
  allowPublic: 'allow_public',
  allowExternalSharing: 'allow_external_sharing',
} as const

const allows = (eb: ArtifactExpressions, rule: NonNullable<Branch['allowed']>): Expression<SqlBool> =>
  eb.or([
    eb('a.organization_id', 'is', null),
    eb.exists(
      eb
        .selectFrom('organization as g')
        .select('g.id')
        .whereRef('g.id', '=', 'a.organization_id')
        .where(`g.${columns[rule]}`, '=', 1)
        .where('g.delete_at', 'is', null),
    ),
  ])

/** Its organization, if it has one, does not require a sign-in provider. */
const takesCodes = (eb: ArtifactExpressions): Expression<SqlBool> =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('organization as h')
        .select('h.id')
        .whereRef('h.id', '=', 'a.organization_id')
        .where('h.require_sign_in_provider', '=', 1)
        .where('h.plan', 'in', providerPlans),
    ),
  )

/** Not in the trash, and not about to be put there. */
export const isLive = (eb: ArtifactExpressions, now: number | RawBuilder<number>): Expression<SqlBool> =>
  eb.and([
    eb('a.trashed_at', 'is', null),
    eb.or([eb('a.expires_at', 'is', null), eb('a.expires_at', '>', now)]),
  ])
