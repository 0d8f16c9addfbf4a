// The tables that a backup and an export hold, in the order in which their rows can be written, and those left out.
import { type RawBuilder, sql } from 'kysely'
import type { ArchivedRow } from '../../records.ts'
import type { Schema } from '../engine/schema.ts'

export interface ArchivedTable {
  name: string
  /** Columns; all where none are named. */
  columns?: readonly string[]
  /** The condition on rows; a table whose rows point at each other is read in two turns. */
  where?: string
  /** The rows that an export of that organization holds; without it none. */
  ofOrganization?: (id: string) => RawBuilder<unknown>
  /** Rows read at once. */
  portion?: number
  /** Makes the row that an export holds in place of this one. */
  exported?: (row: ArchivedRow) => ArchivedRow
}

const own = (id: string) => sql`organization_id = ${id}`
const ofArtifact = (id: string) => sql`artifact_id in (select id from artifact where organization_id = ${id})`
const ofComment = (id: string) =>
  sql`comment_id in (select c.id from comment c join artifact a on a.id = c.artifact_id where a.organization_id = ${id})`
const known = (id: string) =>
  sql`id in (select person_id from membership where organization_id = ${id}
      union select owner_id from artifact where organization_id = ${id})`

const comments = { name: 'comment', ofOrganization: ofArtifact }

/** Tables that others point at come first. */
export const archivedTables: readonly ArchivedTable[] = [
  { name: 'person', ofOrganization: known },
  {
    name: 'organization',
    ofOrganization: id => sql`id = ${id}`,
    exported: row => ({ ...row, operator: 0 }),
  },
  { name: 'membership', ofOrganization: own },
  { name: 'former_member', ofOrganization: own },
  { name: 'domain', ofOrganization: own },
  { name: 'invitation' },
  { name: 'notice_pace' },
  { name: 'mail_stop' },
  { name: 'blocked_sender' },
  { name: 'identity' },
  { name: 'factor' },
  { name: 'recovery_code' },
  { name: 'ci_rule' },
  { name: 'api_key' },
  { name: 'oauth_client' },
  { name: 'webhook' },
  { name: 'webhook_delivery', where: 'ended_at is not null' },
  { name: 'secret_fingerprint' },
  { name: 'artifact', ofOrganization: own },
  { name: 'recipient', ofOrganization: ofArtifact },
  { name: 'label', ofOrganization: ofArtifact },
  { name: 'version', ofOrganization: ofArtifact },
  { name: 'miniature', ofOrganization: ofArtifact },
  // An export holds no rules and no keys, so nobody could go on from these.
  { name: 'last_file' },
  { name: 'preview' },
  { name: 'blocked_file' },
  { name: 'report' },
  { ...comments, where: 'parent_id is null' },
  { ...comments, where: 'parent_id is not null' },
  { name: 'thread', ofOrganization: ofArtifact },
  { name: 'mention', ofOrganization: ofComment },
  { name: 'event', ofOrganization: own },
  { name: 'audit', ofOrganization: own },
  { name: 'idempotency' },
  { name: 'artifact_text', columns: ['artifact_id', 'body'], ofOrganization: ofArtifact, portion: 20 },
]

/** The tables that a restored store begins without, each with its reason. */
export const leftOut = {
  schema_version: 'the backup names the schema',
  installation: 'a restored store is an installation of its own',
  session: 'people sign in again',
  one_time_code: 'codes end',
  pending_sign_in: 'sign-ins in progress end',
  used_oauth_state: 'sign-ins in progress end',
  setup: 'the start makes a new link where there is no owner',
  oauth_grant: 'tokens that were used or revoked since would work again: apps are connected anew',
  oauth_record: 'tokens that were used or revoked since would work again: apps are connected anew',
  used_build_token: 'they have ended before a restore is done',
  outbox: 'mail is not sent twice',
  notice: 'mail is not sent twice',
  access_request: 'mail is not sent twice',
  upload: 'files that are in no version yet are not in the backup',
  editing: 'nobody edits',
  shared_turn: 'holds for a moment',
  recent_use: 'holds for a moment',
  request_count: 'holds for a moment',
  lease: 'holds for a moment',
  node: 'no node runs',
} as const satisfies Partial<Record<keyof Schema, string>>
