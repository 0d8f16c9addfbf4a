// The tables of credentials and sign-in as types: sessions, codes, keys, identities, second factors.
import type { Time } from '../../../domain/artifact.ts'
import type { ProviderName } from '../../../domain/sign-in.ts'
import type { Bit } from './boolean-column.ts'

export interface SessionTable {
  id: string
  token_hash: string
  person_id: string | null
  organization_id: string | null
  email: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  client: string | null
  network: string | null
  /** The time at which the address was last verified. */
  proved_at: Time
  /** Null for one that began by a code or the setup link. */
  provider: ProviderName | null
  by_setup: Bit
}

export interface OneTimeCodeTable {
  email: string
  id: string
  code_hash: string
  /** Empty for a code that works in any browser. */
  handle_hash: string
  short_id: string | null
  tries: number
  created_at: Time
  expires_at: Time
  spent_at: Time | null
}

export interface ApiKeyTable {
  id: string
  key_hash: string
  name: string
  kind: 'user' | 'service'
  organization_id: string
  person_id: string | null
  /** Words separated by spaces; null is unrestricted. */
  scopes: string | null
  prefix: string
  created_at: Time
  expires_at: Time | null
  last_used_at: Time | null
  revoked_at: Time | null
  /** The rule by which a build got it; the key goes with the rule. */
  ci_rule_id: string | null
  /** Words separated by spaces; null for keys that people made. */
  visibilities: string | null
}

export interface SetupTable {
  /** Always 1: there is one setup link. */
  id: number
  token_hash: string
  created_at: Time
  spent_at: Time | null
}

export interface IdentityTable {
  issuer: string
  subject: string
  provider: ProviderName
  person_id: string
  created_at: Time
  last_used_at: Time
}

export interface UsedOAuthStateTable {
  id: string
  expires_at: Time
}

export interface FactorTable {
  person_id: string
  /** The shared secret, encrypted under a key from RECTO_SECRET. */
  encrypted_secret: string
  /** Number of the last time step whose code was used. */
  last_step: number
  created_at: Time
  confirmed_at: Time | null
}

export interface RecoveryCodeTable {
  person_id: string
  code_hash: string
  spent_at: Time | null
}

export interface PendingSignInTable {
  /** JSON of the account at a provider that began it; null if a code did. */
  identity: string | null
  id: string
  token_hash: string
  email: string
  short_id: string | null
  tries: number
  created_at: Time
  expires_at: Time
}
