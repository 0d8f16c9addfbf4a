// The rows of sign-in by provider: who is known by which issuer and subject.
import type { Time } from '../../domain/artifact.ts'
import type { ProviderName } from '../../domain/sign-in.ts'

export interface IdentityRow {
  /** Address of the provider that says so (`iss`). */
  issuer: string
  /** What the provider calls the account, for ever (`sub`). */
  subject: string
  provider: ProviderName
  personId: string
}

export interface IdentityReading {
  /** Null where nobody signed in so before. */
  find(issuer: string, subject: string): Promise<IdentityRow | null>
  /** Those of a person. */
  of(personId: string): Promise<IdentityRow[]>
}

export interface IdentityRows extends IdentityReading {
  /** Adds it, or notes that it was used; an identity never moves to another person. */
  use(identity: IdentityRow, now: Time): Promise<void>
  /** Spends the passage of one sign-in; false where it was spent before. */
  spendPassage(id: string, expiresAt: Time): Promise<boolean>
  /** Sweep: forgets passages that are too old to be used at all. */
  removeEnded(now: Time): Promise<void>
}
