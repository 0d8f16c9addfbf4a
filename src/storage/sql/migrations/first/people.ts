// People, organizations, memberships and notices.
import type { Compilable } from 'kysely'
import { type Indexes, key, optional, partOf, type Tables, type TableWriter, zero } from './table-writer.ts'

export const peopleTables = (table: Tables): TableWriter[] => [
  table('person').text('id', key).text('email').text('name').whole('created_at'),
  table('organization')
    .text('id', key)
    .text('name')
    .text('plan')
    .bit('allow_public')
    .bit('allow_external_sharing')
    .bit('allow_preview_claims')
    .bit('open_network')
    .bit('require_sign_in_provider')
    .bit('operator')
    .whole('event_sequence', zero)
    .whole('created_at')
    .whole('delete_at', optional),
  table('membership')
    .text('person_id', partOf('person.id'))
    .text('organization_id', partOf('organization.id'))
    .text('role')
    .whole('created_at')
    .primaryKey('person_id', 'organization_id'),
  table('former_member')
    .text('organization_id', partOf('organization.id'))
    .text('email')
    .whole('left_at')
    .primaryKey('organization_id', 'email'),
  table('domain')
    .text('id', key)
    .text('organization_id', partOf('organization.id'))
    .text('name')
    .text('token')
    .whole('created_at')
    .whole('verified_at', optional),
  table('invitation')
    .text('id', key)
    .text('organization_id', partOf('organization.id'))
    .text('email')
    .text('role')
    .text('code_hash')
    .text('inviter_id', partOf('person.id'))
    .whole('created_at')
    .whole('expires_at')
    .whole('accepted_at', optional),
  table('notice')
    .text('id', key)
    .text('person_id', partOf('person.id'))
    .text('short_id')
    .text('thread_id')
    .text('comment_id', optional)
    .text('kind')
    .text('by_name')
    .text('actor_type')
    .text('actor_name', optional)
    .whole('created_at')
    .whole('due_at'),
  table('notice_pace').text('person_id', partOf('person.id', key)).text('pace'),
  table('mail_stop').text('address_hash', key).whole('created_at'),
]

/** Anybody may name a domain; only one organization can have it verified. */
export const peopleIndexes = (index: Indexes): Compilable<unknown>[] => [
  index('person', 'email').unique(),
  index('organization', 'operator').unique().where('operator', '=', 1),
  index('organization', 'delete_at').where('delete_at', 'is not', null),
  index('membership', 'organization_id', 'created_at', 'person_id'),
  index('domain', 'name').unique().where('verified_at', 'is not', null),
  index('domain', 'organization_id', 'name').unique(),
  index('invitation', 'code_hash').unique(),
  index('invitation', 'email'),
  index('invitation', 'organization_id', 'created_at', 'id'),
  index('notice', 'due_at', 'person_id'),
  index('notice', 'person_id', 'due_at'),
]
