// The tables that prove who calls: sessions, codes, keys, accounts at providers, second factors.
import type { Compilable } from 'kysely'
import { type Indexes, key, optional, partOf, type Tables, type TableWriter, zero } from './table-writer.ts'

/** The empty handle of a code stands for one that works in any browser. */
export const credentialTables = (table: Tables): TableWriter[] => [
  table('session')
    .text('id', key)
    .text('token_hash')
    .text('person_id', partOf('person.id', optional))
    .text('organization_id', partOf('organization.id', optional))
    .text('email')
    .text('provider', optional)
    .bit('by_setup', zero)
    .text('client', optional)
    .text('network', optional)
    .whole('created_at')
    .whole('proved_at')
    .whole('last_seen_at')
    .whole('expires_at'),
  table('one_time_code')
    .text('email')
    .text('handle_hash')
    .text('id')
    .text('code_hash')
    .text('short_id', optional)
    .whole('tries')
    .whole('created_at')
    .whole('expires_at')
    .whole('spent_at', optional)
    .primaryKey('email', 'handle_hash'),
  table('api_key')
    .text('id', key)
    .text('key_hash')
    .text('name')
    .text('kind')
    .text('organization_id', partOf('organization.id'))
    .text('person_id', partOf('person.id', optional))
    .text('scopes', optional)
    .text('prefix')
    .whole('created_at')
    .whole('expires_at', optional)
    .whole('last_used_at', optional)
    .whole('revoked_at', optional),
  table('setup').whole('id', key).text('token_hash').whole('created_at').whole('spent_at', optional),
  table('identity')
    .text('issuer')
    .text('subject')
    .text('provider')
    .text('person_id', partOf('person.id'))
    .whole('created_at')
    .whole('last_used_at')
    .primaryKey('issuer', 'subject'),
  table('used_oauth_state').text('id', key).whole('expires_at'),
  table('factor')
    .text('person_id', partOf('person.id', key))
    .text('encrypted_secret')
    .whole('last_step')
    .whole('created_at')
    .whole('confirmed_at', optional),
  table('recovery_code')
    .text('person_id', partOf('factor.person_id'))
    .text('code_hash')
    .whole('spent_at', optional)
    .primaryKey('person_id', 'code_hash'),
  table('pending_sign_in')
    .text('id', key)
    .text('token_hash')
    .text('email')
    .text('short_id', optional)
    .text('identity', optional)
    .whole('tries')
    .whole('created_at')
    .whole('expires_at'),
]

export const credentialIndexes = (index: Indexes): Compilable<unknown>[] => [
  index('session', 'token_hash').unique(),
  index('session', 'person_id'),
  index('session', 'organization_id', 'person_id'),
  index('session', 'expires_at'),
  index('session', 'last_seen_at'),
  index('one_time_code', 'expires_at'),
  index('api_key', 'key_hash').unique(),
  index('api_key', 'organization_id', 'person_id'),
  index('api_key', 'expires_at'),
  index('api_key', 'revoked_at'),
  index('identity', 'person_id'),
  index('used_oauth_state', 'expires_at'),
  index('factor', 'confirmed_at', 'created_at'),
  index('pending_sign_in', 'token_hash').unique(),
  index('pending_sign_in', 'expires_at'),
]
