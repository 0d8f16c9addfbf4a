// The tables of the authorization server as types.
import type { Time } from '../../../domain/artifact.ts'

interface OAuthClientTable {
  id: string
  metadata: string
  created_at: Time
  expires_at: Time
}

export interface OAuthGrantTable {
  id: string
  client_id: string
  client_name: string
  client_host: string
  person_id: string
  organization_id: string
  /** Words separated by spaces. */
  scopes: string
  /** Addresses separated by spaces. */
  resources: string
  created_at: Time
  expires_at: Time
  last_used_at: Time | null
}

export interface OAuthRecordTable {
  kind: string
  id_hash: string
  grant_id: string | null
  payload: string
  created_at: Time
  expires_at: Time
  uses: number
  spent_at: Time | null
}

export interface OAuthSchema {
  oauth_client: OAuthClientTable
  oauth_grant: OAuthGrantTable
  oauth_record: OAuthRecordTable
}
