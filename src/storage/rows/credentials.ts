// The rows of credentials: sessions, keys, codes, the setup link.
import type { Proof, Role, Scope } from '../../domain/actor.ts'
import type { Time } from '../../domain/artifact.ts'
import type { ProviderName, SignInWay } from '../../domain/sign-in.ts'
import type { CiRuleRow } from './ci-rules.ts'
import type { PersonRow } from './people.ts'

export interface KeyRow {
  id: string
  name: string
  kind: 'user' | 'service'
  organizationId: string
  /** Null for a service key. */
  personId: string | null
  scopes: readonly Scope[] | null
  /** The first characters of the key, for recognising it. */
  prefix: string
  createdAt: Time
  expiresAt: Time | null
  lastUsedAt: Time | null
}

/** A key as it is stored. `rule` is the one by which a build got it. */
export interface NewKeyRow extends KeyRow {
  keyHash: string
  rule?: Pick<CiRuleRow, 'id' | 'visibilities'>
}

/** A live credential, found by one read: the row joined with person, membership and organization. */
export type FoundCredential =
  | {
      kind: 'person'
      credential: string
      person: PersonRow
      organizationId: string
      role: Role
      scopes: readonly Scope[] | null
      lastSeenAt: Time | null
      createdAt: Time
      /** The time at which the session last proved its address; null for a key or a grant. */
      provedAt: Time | null
      /** Present for a grant: the address that the token was made for (RFC 8707). */
      resource?: string
      /** Present on a session that a sign-in provider began. */
      provider?: ProviderName
    }
  | {
      kind: 'service'
      credential: string
      name: string
      organizationId: string
      scopes: readonly Scope[] | null
      /** Present on the key of a build: the rule it was got by. */
      rule?: Pick<CiRuleRow, 'id' | 'visibilities'>
      lastSeenAt: Time | null
      createdAt: Time
    }
  | {
      kind: 'guest'
      credential: string
      email: string
      lastSeenAt: Time | null
      createdAt: Time
      provedAt: Time
      provider?: ProviderName
      /** The session belongs to a member whose organization takes only sessions that a provider began. */
      barred?: true
    }

export interface CredentialReading {
  /**
   * By SHA-256 (hex) of the session token; null where unknown, expired, idle too long, or the membership is gone.
   * A guest's where the organization waits to be deleted, or takes only sessions that a provider began and this is none. */
  session(tokenHash: string, now: Time): Promise<FoundCredential | null>
  /** By SHA-256 (hex) of the key; null where unknown, revoked, expired, the membership is gone or the organization waits to be deleted. */
  key(keyHash: string, now: Time): Promise<FoundCredential | null>
  /**
   * The grant behind an access token, by SHA-256 (hex) of the token; null where unknown or expired, where the grant has ended,
   * the membership is gone or the organization waits to be deleted.
   */
  accessToken(tokenHash: string, now: Time): Promise<FoundCredential | null>
  /** The person's user keys in the organization, and its service keys where `service` says so; no keys of builds. Newest first. */
  keys(query: {
    organizationId: string
    personId: string
    service: boolean
    limit: number
    after: { createdAt: Time; id: string } | null
  }): Promise<KeyRow[]>
  /** The live sessions of the person in all organizations, newest first. */
  sessions(query: {
    personId: string
    now: Time
    limit: number
    after: { createdAt: Time; id: string } | null
  }): Promise<OpenSession[]>
}

/** The origin of a session in coarse terms: enough to recognize it, too little to track a person. */
export interface SessionOrigin {
  /** Browser and system, or the program. */
  client: string | null
  /** The network with its last part left out. */
  network: string | null
}

export interface OpenSession extends SessionOrigin {
  id: string
  way: SignInWay
  createdAt: Time
  lastSeenAt: Time
  expiresAt: Time
}

export interface SessionRow {
  id: string
  tokenHash: string
  /** Null for a guest session. */
  personId: string | null
  organizationId: string | null
  email: string
  way: SignInWay
  createdAt: Time
  /** Absolute end; the idle end moves with `touch`. */
  expiresAt: Time
  origin: SessionOrigin
}

export interface CodeRow {
  id: string
  email: string
  /** HMAC of the code; six digits alone would be guessed from a plain hash. */
  codeHash: string
  /** Keyed hash of the request handle of the asking browser, where it has one. */
  handleHash: string | null
  /** Artifact the code was asked for, if any. */
  shortId: string | null
  createdAt: Time
  expiresAt: Time
}

export interface CredentialRows extends CredentialReading {
  insertSession(session: SessionRow): Promise<void>
  endSession(id: string): Promise<void>
  /** The session acts in another organization from now on, under another token; false if it has ended. */
  moveSession(session: {
    id: string
    tokenHash: string
    personId: string
    organizationId: string
  }): Promise<boolean>
  /**
   * The session verified its address by a code again and goes on under another token. False if the session has ended, or
   * if a provider began it: a code does not renew what a provider verified.
   */
  renewSession(session: { id: string; tokenHash: string; provedAt: Time }): Promise<boolean>
  /** Ends a session of the person; false if the person has none of that id. */
  endSessionOf(personId: string, id: string): Promise<boolean>
  /** Ends every session of the person but one; answers how many. */
  endOtherSessions(personId: string, keptId: string): Promise<number>
  /** Ends every session of the person that the provider began, but one. */
  endSessionsBy(personId: string, provider: ProviderName, keptId: string): Promise<void>
  /** Ends every session, key and grant that acts for the person in the organization; answers the keys. */
  endMembership(personId: string, organizationId: string, now: Time): Promise<KeyRow[]>
  insertKey(key: NewKeyRow): Promise<void>
  /** False if no such key of the organization exists (or, with `personId`, of that person). */
  revokeKey(
    query: { id: string; organizationId: string; personId: string | null },
    now: Time,
  ): Promise<KeyRow | null>
  /** True while the key, session or grant of that id still counts, in an organization that is not being deleted. */
  stands(credential: string, proof: Proof, now: Time): Promise<boolean>
  /** Coarse time of last use, written at most once a minute by the caller. */
  touch(credential: string, now: Time): Promise<void>
  /** Replaces the code of the address that is bound to the same handle, or to none like this one; others stay. */
  insertCode(code: CodeRow): Promise<void>
  /**
   * Counts a try of the code that is bound to the handle, else of the one bound to none, before anything is compared.
   * Null if neither is live and has tries left: what is bound to another handle nobody else can guess or use up.
   * A transaction that throws gives the try back, so compare outside it or answer instead of throwing.
   */
  tryCode(email: string, handleHash: string | null, now: Time): Promise<CodeRow | null>
  /** Spends the code; false if it was spent already. */
  spendCode(id: string, now: Time): Promise<boolean>
  /** Stores the hash of the setup link unless an owner exists; replaces an unused one. */
  replaceSetup(tokenHash: string, now: Time): Promise<boolean>
  /** True while the hash is the unused setup link. */
  setupOpen(tokenHash: string): Promise<boolean>
  spendSetup(tokenHash: string, now: Time): Promise<boolean>
  /** Sweep: removes sessions, codes and keys that ended. */
  removeEnded(now: Time): Promise<void>
}
