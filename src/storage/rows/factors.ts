// The rows of second factors, and of sign-ins that wait for one.
import type { Time } from '../../domain/artifact.ts'
import type { ProviderIdentity } from './identities.ts'

export interface FactorRow {
  personId: string
  /** The shared secret, encrypted. */
  encryptedSecret: string
  createdAt: Time
  /** Null until its first code was given; only then it is asked for. */
  confirmedAt: Time | null
}

/** A sign-in with a verified address that waits for the second factor. */
export interface PendingSignInRow {
  id: string
  tokenHash: string
  email: string
  shortId: string | null
  /** The account at a provider that is linked with it; null if a code began it. */
  identity: ProviderIdentity | null
  createdAt: Time
  expiresAt: Time
}

export interface FactorReading {
  find(personId: string): Promise<FactorRow | null>
  recoveryCodesLeft(personId: string): Promise<number>
  /** The next factors in the order of their persons. */
  encryptedAfter(personId: string, limit: number): Promise<Pick<FactorRow, 'personId' | 'encryptedSecret'>[]>
}

export interface FactorRows extends FactorReading {
  /** Keeps a factor that waits to be confirmed, in place of another one that waited; false if one is confirmed. */
  begin(factor: Omit<FactorRow, 'confirmedAt'>): Promise<boolean>
  /** The factor counts from now on, with these recovery codes (hashes); false if none waits. */
  confirm(personId: string, now: Time, recoveryHashes: readonly string[]): Promise<boolean>
  /** Uses up a time step and all before it; false if it was used (RFC 6238 section 5.2). */
  use(personId: string, step: number): Promise<boolean>
  /** False if there is no such code, or it was used. */
  spendRecoveryCode(personId: string, hash: string, now: Time): Promise<boolean>
  /** Puts one encryption in the place of another; nothing where the factor is another one meanwhile. */
  replaceEncryption(personId: string, from: string, to: string): Promise<void>
  remove(personId: string): Promise<void>
  insertPendingSignIn(pending: PendingSignInRow): Promise<void>
  /** Counts a try before anything is compared; null if none is left, or it is over. As `tryCode`. */
  tryPendingSignIn(tokenHash: string, now: Time): Promise<PendingSignInRow | null>
  /** False if it was finished already. */
  finishPendingSignIn(id: string): Promise<boolean>
  /** Sweep: removes pending sign-ins that are over, and factors that were not confirmed within an hour. */
  removeEnded(now: Time): Promise<void>
}
