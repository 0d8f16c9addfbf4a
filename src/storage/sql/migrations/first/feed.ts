// The tables of past events and of work still to do: events, audit, answers for idempotency keys, mail, limits, leases.
import type { Compilable } from 'kysely'
import { type Indexes, key, optional, partOf, type Tables, type TableWriter, zero } from './table-writer.ts'

export const feedTables = (table: Tables): TableWriter[] => [
  table('idempotency')
    .text('credential')
    .text('operation')
    .text('key')
    .text('fingerprint', optional)
    .whole('status', optional)
    .text('value', optional)
    .whole('started_at')
    .primaryKey('credential', 'operation', 'key'),
  table('event')
    .text('organization_id', partOf('organization.id'))
    .whole('sequence')
    .text('id')
    .text('type')
    .text('artifact_id', optional)
    .text('author_id', optional)
    .text('author_name')
    .text('actor_type')
    .text('actor_name', optional)
    .text('data')
    .whole('created_at')
    .primaryKey('organization_id', 'sequence'),
  table('audit')
    .text('id', key)
    .text('organization_id', optional)
    .text('action')
    .text('subject', optional)
    .text('person_id', optional)
    .text('author_name')
    .text('credential')
    .text('actor_type')
    .text('actor_name', optional)
    .text('surface')
    .text('client', optional)
    .text('data')
    .whole('created_at')
    .whole('kept_until'),
  table('outbox')
    .text('id', key)
    .text('recipient')
    .text('subject')
    .text('body')
    .text('stop_url', optional)
    .whole('attempts', zero)
    .whole('due_at')
    .whole('created_at'),
  table('recent_use').text('name', key).text('moments').whole('ends_at'),
  table('shared_turn').text('subject_id', key).text('network').whole('until'),
  table('lease').text('name', key).text('holder').whole('until_at'),
]

export const feedIndexes = (index: Indexes): Compilable<unknown>[] => [
  index('idempotency', 'started_at'),
  index('event', 'id'),
  index('event', 'artifact_id', 'sequence'),
  index('audit', 'organization_id', 'created_at', 'id'),
  index('audit', 'kept_until'),
  index('outbox', 'due_at'),
  index('recent_use', 'ends_at'),
  index('shared_turn', 'until'),
]
