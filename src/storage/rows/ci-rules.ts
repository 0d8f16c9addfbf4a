// The rows of rules that admit builds, and of the build tokens that were used.
import type { Time } from '../../domain/artifact.ts'
import type { CiRule } from '../../domain/ci-rule.ts'

export interface CiRuleRow extends CiRule {
  createdAt: Time
  /** The time at which a build last got a key by it, and the issuer's name for the repository then. */
  lastUsedAt: Time | null
  repository: string | null
}

export interface CiRuleReading {
  /** Those of the organization, newest first. */
  list(organizationId: string): Promise<CiRuleRow[]>
}

export interface CiRuleRows extends CiRuleReading {
  insert(rule: CiRuleRow): Promise<void>
  /** Removes the rule with every key that builds got by it; null if the organization has none of that id. */
  remove(organizationId: string, id: string): Promise<CiRuleRow | null>
  /** Those about the repository, newest first; none of an organization that waits to be deleted. */
  about(query: { organizationId: string; issuer: string; repositoryId: number }): Promise<CiRuleRow[]>
  use(id: string, repository: string | null, now: Time): Promise<void>
  /** Spends a token; false if it was spent before. `id` names one of all tokens of all issuers. */
  spendToken(id: string, expiresAt: Time): Promise<boolean>
  /** Sweep: removes tokens that are too old to be used. */
  removeEnded(now: Time): Promise<void>
}
