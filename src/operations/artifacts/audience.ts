// Decides the audience of a new or changed artifact: what was asked for, the default, policy and plan.
import type { Artifact, Organization, Time } from '../../domain/artifact.ts'
import { type Audience, addresses, isGated, parseVisibility } from '../../domain/audience.ts'
import { requireRuleAudience } from '../../domain/ci-rule.ts'
import { plans, requireRoom } from '../../domain/plan.ts'
import { type Member, requireAudience } from '../../domain/policy.ts'
import type { Rows } from '../../storage/records.ts'
import { isLive } from '../kernel/authorize.ts'

/** The audience as it was asked for. */
export interface RequestedAudience {
  visibility?: string | undefined
  sharedWith?: readonly string[] | undefined
}

/** Completes the audience that the caller asks for by the default: private for a person, company for a service key. */
export function requestedAudience(actor: Member, wish: RequestedAudience): Audience {
  const asked = wish.visibility === undefined ? null : parseVisibility(wish.visibility)
  const fallback = actor.kind === 'service' ? 'company' : 'private'
  const named = [...(asked?.sharedWith ?? []), ...(wish.sharedWith ?? [])]
  return { visibility: asked?.visibility ?? fallback, sharedWith: addresses(named) }
}

/** Throws if the credential or the organization's policy does not permit the audience. */
export async function permitAudience(
  rows: Rows,
  actor: Member,
  organization: Organization,
  audience: Audience,
): Promise<void> {
  const outsiders = await outsidersAmong(rows, organization.id, audience.sharedWith)
  requireAudience(actor, organization.policy, { visibility: audience.visibility, outsiders })
  requireRuleAudience(actor, audience.visibility)
}

/** Those of the addresses that belong to nobody of the organization. */
export async function outsidersAmong(
  rows: Rows,
  organizationId: string,
  emails: readonly string[],
): Promise<string[]> {
  const insiders = emails.length > 0 ? await rows.people.insiders(organizationId, emails) : []
  return emails.filter(email => !insiders.includes(email))
}

/**
 * Throws plan_limit where one more gated artifact has no room. This transaction must have
 * locked the organization, so that two racing publishes never make four of three.
 */
export async function requireGatedRoom(
  rows: Rows,
  organization: Organization,
  after: Audience['visibility'],
  now: Time,
  before?: Artifact,
): Promise<void> {
  const counted = before !== undefined && isLive(before, now) && isGated(before.visibility)
  if (!isGated(after) || counted || plans[organization.plan].gatedArtifacts === null) return
  requireRoom(organization.plan, await rows.artifacts.countGated(organization.id, now))
}
