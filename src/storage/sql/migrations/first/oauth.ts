// The tables of the authorization server: clients, grants, and the tokens and codes of a grant.
import type { Compilable } from 'kysely'
import { type Indexes, key, optional, partOf, type Tables, type TableWriter, zero } from './table-writer.ts'

export const oauthTables = (table: Tables): TableWriter[] => [
  table('oauth_client').text('id', key).text('metadata').whole('created_at').whole('expires_at'),
  table('oauth_grant')
    .text('id', key)
    .text('client_id')
    .text('client_name')
    .text('client_host')
    .text('person_id', partOf('person.id'))
    .text('organization_id', partOf('organization.id'))
    .text('scopes')
    .text('resources')
    .whole('created_at')
    .whole('expires_at')
    .whole('last_used_at', optional),
  table('oauth_record')
    .text('kind')
    .text('id_hash')
    .text('grant_id', partOf('oauth_grant.id', optional))
    .text('payload')
    .whole('created_at')
    .whole('expires_at')
    .whole('uses', zero)
    .whole('spent_at', optional)
    .primaryKey('kind', 'id_hash'),
]

export const oauthIndexes = (index: Indexes): Compilable<unknown>[] => [
  index('oauth_client', 'expires_at'),
  index('oauth_grant', 'person_id', 'created_at', 'id'),
  index('oauth_grant', 'organization_id', 'person_id'),
  index('oauth_grant', 'expires_at'),
  index('oauth_record', 'grant_id', 'kind'),
  index('oauth_record', 'expires_at'),
]
