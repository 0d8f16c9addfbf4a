// Brings a store to the schema this program knows: forward only, one transaction a step, by one process at a time.
import { Problem } from '../../../domain/problem.ts'
import type { Executor } from '../engine/engine.ts'
import { first } from './0001_first.ts'
import { organizations } from './0002_organizations.ts'
import { oversight } from './0003_oversight.ts'
import { identities } from './0004_identities.ts'
import { sessions } from './0005_sessions.ts'
import { comments } from './0006_comments.ts'
import { events } from './0007_events.ts'
import { factors } from './0008_factors.ts'
import { signIns } from './0009_sign_ins.ts'
import { ends } from './0010_ends.ts'
import { notices } from './0011_notices.ts'
import { editing } from './0013_editing.ts'
import { vouched } from './0014_vouched.ts'
import { recentUses } from './0015_recent_uses.ts'
import { sharedTurns } from './0016_shared_turns.ts'
import { accessRequests } from './0017_access_requests.ts'
import { placing } from './0018_placing.ts'
import type { Migration, TextTables, TextType } from './migration.ts'

/** In order; the first leads to version 1. Never change one that was released. */
const migrations: readonly Migration[] = [
  first,
  organizations,
  oversight,
  identities,
  sessions,
  comments,
  events,
  factors,
  signIns,
  ends,
  notices,
  editing,
  vouched,
  recentUses,
  sharedTurns,
  accessRequests,
  placing,
]

export const schemaVersion = migrations.length

/** What the database adds to the shared steps. */
export interface MigrationDialect {
  text: TextType
  /** Statements that make its full-text tables. */
  texts: Readonly<Record<TextTables, readonly string[]>>
  /** A transaction that no other process holds at the same time. */
  exclusive<T>(work: (x: Executor) => Promise<T>): Promise<T>
}

/** Runs the steps that are missing; a step that was cut off starts again. Refuses a store made by a newer program. */
export async function migrate(dialect: MigrationDialect): Promise<void> {
  while (!(await dialect.exclusive(x => step(dialect, x)))) {
    // One step a transaction, until none is left.
  }
}

async function step(dialect: MigrationDialect, x: Executor): Promise<boolean> {
  const version = await currentVersion(x)
  if (version > schemaVersion) throw tooNew(version)
  const migration = migrations[version]
  if (!migration) return true
  for (const change of migration.statements(x.engine.builder, dialect.text)) await x.runOf(change)
  if (migration.texts) for (const text of dialect.texts[migration.texts]) await x.modify(text, [])
  await x.runOf(x.engine.builder.updateTable('schema_version').set({ version: version + 1 }))
  return false
}

async function currentVersion(x: Executor): Promise<number> {
  const db = x.engine.builder
  const table = db.schema.createTable('schema_version').ifNotExists()
  await x.runOf(table.addColumn('version', 'integer', column => column.notNull()))
  const [row] = await x.allOf(db.selectFrom('schema_version').select('version'))
  if (row) return row.version
  await x.runOf(db.insertInto('schema_version').values({ version: 0 }))
  return 0
}

const tooNew = (version: number): Problem =>
  new Problem(
    'storage_unavailable',
    `The store has schema ${version}, this program knows up to ${schemaVersion}. Start the newer version of Recto, or restore a backup made by this one.`,
  )
