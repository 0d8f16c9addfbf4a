// The rows of the authorization server: clients, grants, and the tokens and codes of a grant.
import type { Scope } from '../../domain/actor.ts'
import type { Time } from '../../domain/artifact.ts'

/** A program that registered itself (RFC 7591). */
export interface OAuthClientRow {
  id: string
  /** JSON of what it registered. */
  metadata: string
  createdAt: Time
  expiresAt: Time
}

/** The grant of a person to a program in one organization. */
export interface GrantRow {
  id: string
  clientId: string
  /** The name that the program gives itself: a claim. */
  clientName: string
  /** The host that the program takes people back to. */
  clientHost: string
  personId: string
  organizationId: string
  scopes: readonly Scope[]
  /** Addresses of what its tokens may be made for (RFC 8707). */
  resources: readonly string[]
  createdAt: Time
  expiresAt: Time
  lastUsedAt: Time | null
}

/** A grant with the name of its organization, for the person who gave it. */
export interface ConnectedApp extends GrantRow {
  organizationName: string
}

/** A token, a code, or an authorization that waits for its person. */
export interface OAuthRecord {
  kind: string
  /** SHA-256 (hex) of its value, which is kept nowhere. */
  idHash: string
  /** Null for what stands before a grant. */
  grantId: string | null
  /** JSON of the rest. */
  payload: string
  createdAt: Time
  expiresAt: Time
  /** The number of times it was used up. */
  uses: number
  /** The time at which it was used up first. */
  spentAt: Time | null
}

export interface OAuthReading {
  client(id: string, now: Time): Promise<OAuthClientRow | null>
  /** Null where it was revoked or has ended, where the membership is gone or the organization waits to be deleted. */
  grant(id: string, now: Time): Promise<GrantRow | null>
  /** The grants of the person that still count, in every organization, newest first. */
  grants(query: {
    personId: string
    now: Time
    limit: number
    after: { createdAt: Time; id: string } | null
  }): Promise<ConnectedApp[]>
  record(kind: string, idHash: string, now: Time): Promise<OAuthRecord | null>
}

export interface OAuthRows extends OAuthReading {
  insertClient(client: OAuthClientRow): Promise<void>
  /** The client stays at least until then. */
  keepClient(id: string, until: Time): Promise<void>
  insertGrant(grant: GrantRow): Promise<void>
  /** Ends the grant with all its tokens (with `personId` only that person's); null where there is none. */
  revokeGrant(query: { id: string; personId: string | null }): Promise<GrantRow | null>
  /** Writes the record, in place of one with the same value. */
  putRecord(record: Omit<OAuthRecord, 'uses' | 'spentAt'>): Promise<void>
  /** Uses the record up; false where that was done `most` times already. */
  spendRecord(record: { kind: string; idHash: string; most: number; now: Time }): Promise<boolean>
  /** False where it was gone. */
  removeRecord(kind: string, idHash: string): Promise<boolean>
  /** Removes the records of one kind that belong to the grant. */
  removeRecordsOf(grantId: string, kind: string): Promise<void>
  /** Sweep: removes clients, grants and records that ended. */
  removeEnded(now: Time): Promise<void>
}
