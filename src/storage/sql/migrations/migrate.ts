// Brings a store to the schema this program knows: forward only, one transaction a step, by one process at a time.
import { Problem } from '../../../domain/problem.ts'
import type { Executor } from '../engine/engine.ts'
import { first } from './0001_first.ts'
import type { Migration, TextType } from './migration.ts'

/** In order. Never change one that was released. */
const migrations: readonly Migration[] = [first]

/** The number of a store without tables; lower ones are schemas that were never released. */
const EMPTY = 18

export const schemaVersion = EMPTY + migrations.length

/** What the database adds to the shared steps. */
export interface MigrationDialect {
  text: TextType
  /** Statements that make its full-text tables. */
  textTables: readonly string[]
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
  if (version < EMPTY) throw tooOld(version)
  if (version > schemaVersion) throw tooNew(version)
  const migration = migrations[version - EMPTY]
  if (!migration) return true
  for (const change of migration.statements(x.engine.builder, dialect.text)) await x.runOf(change)
  if (migration.makesTextTables) for (const text of dialect.textTables) await x.modify(text, [])
  await x.runOf(x.engine.builder.updateTable('schema_version').set({ version: version + 1 }))
  return false
}

async function currentVersion(x: Executor): Promise<number> {
  const db = x.engine.builder
  const table = db.schema.createTable('schema_version').ifNotExists()
  await x.runOf(table.addColumn('version', 'integer', column => column.notNull()))
  const [row] = await x.allOf(db.selectFrom('schema_version').select('version'))
  if (row) return row.version
  await x.runOf(db.insertInto('schema_version').values({ version: EMPTY }))
  return EMPTY
}

const tooOld = (version: number): Problem =>
  new Problem(
    'storage_unavailable',
    `The store has schema ${version}, made by a version of Recto that was never released. Nothing was changed. Start with an empty store, or run that version and publish its pages again.`,
  )

const tooNew = (version: number): Problem =>
  new Problem(
    'storage_unavailable',
    `The store has schema ${version}, this program knows up to ${schemaVersion}. Start the newer version of Recto, or restore a backup made by this one.`,
  )
