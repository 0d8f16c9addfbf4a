// The rows of sign-in by provider: who is known by which issuer and subject.
import type { Time } from '../../domain/artifact.ts'
import type { ProviderName } from '../../domain/sign-in.ts'

export interface ProviderIdentity {
  /** As in `IdentityRow`. */
  issuer: string
  subject: string
  provider: ProviderName
  /** The provider's name for the person. */
  name: string | null
}

export interface IdentityRow {
  /** Address of the provider that says so (`iss`). */
  issuer: string
  /** The provider's name for the account, which never changes (`sub`). */
  subject: string
  provider: ProviderName
  personId: string
}

/** One that is kept, with its times. */
export interface KnownIdentity extends IdentityRow {
  linkedAt: Time
  lastUsedAt: Time
}

export interface IdentityReading {
  /** Null if nobody signed in so before. */
  find(issuer: string, subject: string): Promise<IdentityRow | null>
  /** Those of a person, the oldest first. */
  of(personId: string): Promise<KnownIdentity[]>
}

export interface IdentityRows extends IdentityReading {
  /** Adds it, or notes that it was used; an identity never moves to another person. */
  use(identity: IdentityRow, now: Time): Promise<void>
  /** Removes it; the next sign-in with it is known by the address alone. */
  remove(issuer: string, subject: string): Promise<void>
  /** Spends the OAuth state of one sign-in; false if it was spent before. */
  useOAuthState(id: string, expiresAt: Time): Promise<boolean>
  /** Sweep: removes OAuth states that are too old to be used. */
  removeEnded(now: Time): Promise<void>
}
