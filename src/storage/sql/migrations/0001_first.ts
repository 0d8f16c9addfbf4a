// The first schema: people, credentials, artifacts with their versions, and the journal.
import type { ColumnBuilderCallback, Compilable, CreateTableBuilder } from 'kysely'
import type { Builder } from '../engine/schema.ts'
import type { Migration, TextType } from './migration.ts'

const required: ColumnBuilderCallback = column => column.notNull()
const key: ColumnBuilderCallback = column => column.notNull().primaryKey()
const zero: ColumnBuilderCallback = column => column.notNull().defaultTo(0)
const one: ColumnBuilderCallback = column => column.notNull().defaultTo(1)
const optional: ColumnBuilderCallback = column => column

/** Points at a row of another table; goes with it. */
const partOf =
  (target: string, more: ColumnBuilderCallback = required): ColumnBuilderCallback =>
  column =>
    more(column.references(target).onDelete('cascade'))
const pointsAt =
  (target: string, more: ColumnBuilderCallback = required): ColumnBuilderCallback =>
  column =>
    more(column.references(target))

type Table = CreateTableBuilder<string, never>
type Tables = (name: string) => TableWriter

/** A table in the making; `text`, `whole` (integers, times in ms) and `bit` add a column each. */
class TableWriter {
  readonly #table: Table
  readonly #text: TextType

  constructor(table: Table, text: TextType) {
    this.#table = table
    this.#text = text
  }

  text(name: string, build: ColumnBuilderCallback = required): TableWriter {
    return this.#with(this.#table.addColumn(name, this.#text, build))
  }

  whole(name: string, build: ColumnBuilderCallback = required): TableWriter {
    return this.#with(this.#table.addColumn(name, 'bigint', build))
  }

  bit(name: string, build: ColumnBuilderCallback = required): TableWriter {
    return this.#with(this.#table.addColumn(name, 'smallint', build))
  }

  primaryKey(...columns: string[]): TableWriter {
    return this.#with(this.#table.addPrimaryKeyConstraint(`primary_${columns.join('_')}`, columns as never[]))
  }

  done(): Compilable<unknown> {
    return this.#table
  }

  #with(table: unknown): TableWriter {
    return new TableWriter(table as Table, this.#text)
  }
}

export const first: Migration = {
  texts: 'artifacts',
  statements(db: Builder, text: TextType): Compilable<unknown>[] {
    const table: Tables = name => new TableWriter(db.schema.createTable(name) as unknown as Table, text)
    const tables = [...people(table), ...credentials(table), ...artifacts(table), ...journal(table)]
    return [...tables.map(t => t.done()), ...indexes(db)]
  },
}

const people = (table: Tables): TableWriter[] => [
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
    .whole('created_at'),
  table('membership')
    .text('person_id', partOf('person.id'))
    .text('organization_id', partOf('organization.id'))
    .text('role')
    .whole('created_at')
    .primaryKey('person_id', 'organization_id'),
  table('domain')
    .text('id', key)
    .text('organization_id', partOf('organization.id'))
    .text('name')
    .whole('created_at')
    .whole('verified_at', optional),
]

const credentials = (table: Tables): TableWriter[] => [
  table('session')
    .text('id', key)
    .text('token_hash')
    .text('person_id', partOf('person.id', optional))
    .text('organization_id', partOf('organization.id', optional))
    .text('email')
    .whole('created_at')
    .whole('last_seen_at')
    .whole('expires_at'),
  table('one_time_code')
    .text('email', key)
    .text('id')
    .text('code_hash')
    .text('handle_hash', optional)
    .text('short_id', optional)
    .whole('tries')
    .whole('created_at')
    .whole('expires_at')
    .whole('spent_at', optional),
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
]

const artifacts = (table: Tables): TableWriter[] => [
  table('artifact')
    .text('id', key)
    .text('short_id')
    .text('organization_id', pointsAt('organization.id', optional))
    .text('owner_id', pointsAt('person.id', optional))
    .text('name')
    .text('name_key')
    .text('format')
    .text('visibility')
    .text('theme')
    .whole('version')
    .whole('size')
    .text('sha256')
    .bit('history_visible', zero)
    .whole('open_threads', zero)
    .whole('settings', one)
    .whole('created_at')
    .whole('updated_at')
    .whole('expires_at', optional)
    .whole('trashed_at', optional),
  table('recipient')
    .text('artifact_id', partOf('artifact.id'))
    .text('email')
    .primaryKey('artifact_id', 'email'),
  table('label').text('artifact_id', partOf('artifact.id')).text('name').primaryKey('artifact_id', 'name'),
  table('version')
    .text('artifact_id', partOf('artifact.id'))
    .whole('number')
    .text('blob')
    .whole('size')
    .text('sha256')
    .text('format')
    .text('note', optional)
    .text('author_id', optional)
    .text('author_name')
    .text('actor_type')
    .text('actor_name', optional)
    .whole('restored_from', optional)
    .whole('created_at')
    .primaryKey('artifact_id', 'number'),
  table('preview')
    .text('artifact_id', partOf('artifact.id', key))
    .text('claim_hash')
    .whole('expires_at')
    .whole('claimed_at', optional),
  table('upload')
    .text('id', key)
    .text('credential', optional)
    .text('organization_id', optional)
    .whole('size_bytes')
    .text('filename', optional)
    .text('announced_sha256', optional)
    .text('blob', optional)
    .whole('received_size', optional)
    .text('received_sha256', optional)
    .whole('spent_at', optional)
    .whole('created_at')
    .whole('expires_at'),
]

const journal = (table: Tables): TableWriter[] => [
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
    .text('credential')
    .text('actor_type')
    .text('actor_name', optional)
    .text('surface')
    .text('client', optional)
    .text('data')
    .whole('created_at'),
  table('outbox')
    .text('id', key)
    .text('recipient')
    .text('subject')
    .text('body')
    .whole('attempts', zero)
    .whole('due_at')
    .whole('created_at'),
  table('rate')
    .text('name')
    .whole('starts_at')
    .whole('ends_at')
    .whole('uses')
    .primaryKey('name', 'starts_at', 'ends_at'),
  table('lease').text('name', key).text('holder').whole('until_at'),
]

function indexes(db: Builder): Compilable<unknown>[] {
  const index = (table: string, ...columns: string[]) =>
    db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
  const live = (...columns: string[]) =>
    index('artifact', 'organization_id', ...columns, 'id').where('trashed_at', 'is', null)
  return [
    index('person', 'email').unique(),
    index('organization', 'operator').unique().where('operator', '=', 1),
    index('membership', 'organization_id'),
    index('domain', 'name').unique(),
    index('domain', 'organization_id'),
    index('session', 'token_hash').unique(),
    index('session', 'person_id'),
    index('session', 'expires_at'),
    index('api_key', 'key_hash').unique(),
    index('api_key', 'organization_id', 'person_id'),
    index('artifact', 'short_id').unique(),
    live('visibility', 'updated_at'),
    live('visibility', 'created_at'),
    live('visibility', 'name_key'),
    live('owner_id', 'updated_at'),
    live('owner_id', 'created_at'),
    live('owner_id', 'name_key'),
    index('artifact', 'organization_id', 'updated_at', 'id').where('trashed_at', 'is not', null),
    index('artifact', 'trashed_at').where('trashed_at', 'is not', null),
    index('artifact', 'expires_at').where('expires_at', 'is not', null),
    index('recipient', 'email', 'artifact_id'),
    index('label', 'name', 'artifact_id'),
    index('version', 'blob'),
    index('preview', 'claim_hash').unique(),
    index('preview', 'expires_at'),
    index('upload', 'expires_at'),
    index('upload', 'blob'),
    index('idempotency', 'started_at'),
    index('audit', 'organization_id', 'created_at', 'id'),
    index('outbox', 'due_at'),
    index('rate', 'ends_at'),
  ]
}
