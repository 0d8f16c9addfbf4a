// Brings a store to the schema this program knows: forward only, one transaction a step, by one process at a time.
import { Problem } from '../../../domain/problem.ts'
import type { Executor } from '../engine/engine.ts'
import { first } from './0001_first.ts'
import { nodes } from './0002_nodes.ts'
import { ciRules } from './0003_ci_rules.ts'
import { webhooks } from './0004_webhooks.ts'
import { miniatures } from './0005_miniatures.ts'
import { places } from './0006_places.ts'
import { lastFiles } from './0007_last_files.ts'
import { ownVersions } from './0008_own_versions.ts'
import type { Migration, TextType } from './migration.ts'

/** In order. Never change one that was released. */
const migrations: readonly Migration[] = [
  first,
  nodes,
  ciRules,
  webhooks,
  miniatures,
  places,
  lastFiles,
  ownVersions,
]

/** The number of a store without tables; lower ones are schemas that were never released. */
const EMPTY = 18

export const schemaVersion = EMPTY + migrations.length

/** The parts that each database adds to the shared steps. */
export interface MigrationDialect {
  text: TextType
  /** Statements that make its full-text tables. */
  textTables: readonly string[]
  /** A transaction that no other process holds at the same time. */
  exclusive<T>(work: (x: Executor) => Promise<T>): Promise<T>
}

/**
 * Runs the steps that are missing, or those up to a schema; a step that was cut off starts again. Refuses a store made by a
 * newer program.
 */
async function migrate(dialect: MigrationDialect, upTo = schemaVersion): Promise<void> {
  while (!(await dialect.exclusive(x => step(dialect, x, upTo)))) {
    // One step a transaction, until none is left.
  }
}

/** The choice for a store whose schema is older than this program's. */
export interface RequiredSchema {
  /** Brings it up to date; else it is refused. */
  migrates?: boolean
  /** The schema to bring it to, where that is not this program's. */
  upTo?: number
}

/** Refuses a store that has another schema, and changes nothing: for programs that work beside a server. */
async function requireCurrentSchema(
  reading: Executor,
  isMissingTable: (error: unknown) => boolean,
): Promise<void> {
  const version = await versionOf(reading).catch(error => {
    if (isMissingTable(error)) return undefined
    throw error
  })
  if (version === undefined) throw notMade()
  if (version > schemaVersion) throw tooNew(version)
  if (version < schemaVersion) throw notMigrated(version)
}

/** Brings the store to what is required, or refuses it; answers the schema that the store has then. */
export async function ensureSchema(
  dialect: MigrationDialect,
  reading: Executor,
  isMissingTable: (error: unknown) => boolean,
  { migrates = true, upTo = schemaVersion }: RequiredSchema,
): Promise<number> {
  if (migrates) await migrate(dialect, upTo)
  else await requireCurrentSchema(reading, isMissingTable)
  return (await versionOf(reading))!
}

async function versionOf(x: Executor): Promise<number | undefined> {
  const [row] = await x.allOf(x.engine.builder.selectFrom('schema_version').select('version'))
  return row?.version
}

async function step(dialect: MigrationDialect, x: Executor, upTo: number): Promise<boolean> {
  const version = await currentVersion(x)
  if (version < EMPTY) throw tooOld(version)
  if (version > schemaVersion) throw tooNew(version)
  if (version >= upTo) return true
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
  const version = await versionOf(x)
  if (version !== undefined) return version
  await x.runOf(db.insertInto('schema_version').values({ version: EMPTY }))
  return EMPTY
}

const tooOld = (version: number): Problem =>
  new Problem(
    'storage_unavailable',
    `The store has schema ${version}, made by a version of Recto that was never released. Nothing was changed. Start with an empty store, or run that version and publish its pages again.`,
  )

const notMade = (): Problem =>
  new Problem(
    'storage_unavailable',
    'There is no store of Recto in this database. Nothing was changed. recto serve makes one.',
  )

const notMigrated = (version: number): Problem =>
  new Problem(
    'storage_unavailable',
    `The store has schema ${version}, this program needs ${schemaVersion}. Nothing was changed. Use the recto that serves it, or start this version's recto serve first, which brings the store to the new schema.`,
  )

const tooNew = (version: number): Problem =>
  new Problem(
    'storage_unavailable',
    `The store has schema ${version}, this program knows up to ${schemaVersion}. Start the newer version of Recto, or restore a backup made by this one.`,
  )
