// Writes archived rows into the tables of a store: as a whole into an empty one, or beside what is there.
import { sql } from 'kysely'
import { Problem } from '../../../domain/problem.ts'
import { foldedText } from '../../../domain/search-text.ts'
import { ArchiveConflict, type ArchivedRow, type TableRows, type WriteOptions } from '../../records.ts'
import { chunkedIn } from '../engine/chunked-in.ts'
import type { Executor } from '../engine/engine.ts'
import { archivedTables } from './tables.ts'

/** Rows of one statement: the most columns of a table times this stay below what a statement may hold. */
const PORTION = 100

const names = new Set(archivedTables.map(({ name }) => name))

export async function writeArchive(
  x: Executor,
  rows: AsyncIterable<TableRows>,
  { beside = false, without = [] }: WriteOptions,
): Promise<void> {
  if (!beside && !(await isEmptyStore(x))) throw notEmpty()
  const arrival = beside ? new Arrival(x) : null
  for await (const { table, rows: given } of rows) {
    if (!names.has(table))
      throw new Problem('invalid_input', `The file names a table that is not known: ${table}.`)
    const taken = arrival ? await arrival.take(table, given) : given
    for (let at = 0; at < taken.length; at += PORTION) await write(x, table, taken.slice(at, at + PORTION))
  }
  for (const piece of chunkedIn([...without]))
    await x.runOf(x.engine.builder.deleteFrom('artifact').where('id', 'in', piece))
}

export async function isEmptyStore(x: Executor): Promise<boolean> {
  return (await x.allOf(x.engine.builder.selectFrom('organization').select('id').limit(1))).length === 0
}

async function write(x: Executor, table: string, rows: readonly ArchivedRow[]): Promise<void> {
  if (rows.length === 0) return
  if (table === 'artifact_text') return writeTexts(x, rows)
  await x.runOf(x.engine.builder.insertInto(table as 'person').values(rows as never[]))
  if (table === 'comment') await indexComments(x, rows)
}

interface Place {
  name: string
  organization_id: string | null
}

/** Name and organization of the artifacts that the rows belong to. */
async function placesOf(x: Executor, rows: readonly ArchivedRow[]): Promise<Map<string, Place>> {
  const ids = [...new Set(rows.map(row => String(row.artifact_id)))]
  const places = new Map<string, Place>()
  for (const piece of chunkedIn(ids))
    for (const { id, ...place } of await x.allOf(
      x.engine.builder
        .selectFrom('artifact')
        .select(['id', 'name', 'organization_id'])
        .where('id', 'in', piece),
    ))
      places.set(id, place)
  return places
}

async function writeTexts(x: Executor, rows: readonly ArchivedRow[]): Promise<void> {
  const places = await placesOf(x, rows)
  for (const { artifact_id, body } of rows) {
    const { name, organization_id: organizationId } = places.get(String(artifact_id))!
    const text = { body: String(body), words: foldedText(String(body)) }
    await x.engine.text.put(x, { artifactId: String(artifact_id), organizationId, name, text })
  }
}

async function indexComments(x: Executor, rows: readonly ArchivedRow[]): Promise<void> {
  const places = await placesOf(x, rows)
  for (const { id, artifact_id, body, deleted_at } of rows) {
    const organizationId = places.get(String(artifact_id))!.organization_id
    if (deleted_at === null && organizationId !== null)
      await x.engine.text.comments.put(x, { id: String(id), organizationId, body: String(body) })
  }
}

/** Columns that hold the id of a person. */
const people = ['person_id', 'owner_id', 'author_id', 'resolver_id']

/** Columns by which a row is known, in tables where they may not be there already. */
const identifying: Readonly<Record<string, readonly string[]>> = {
  organization: ['id'],
  artifact: ['id', 'short_id'],
  version: ['blob'],
  comment: ['id'],
  domain: ['id'],
  audit: ['id'],
}

/** Rows of an organization that come into a store which others use. */
class Arrival {
  readonly #x: Executor
  readonly #people = new Map<string, string>()

  constructor(x: Executor) {
    this.#x = x
  }

  /** The rows as they are here, without people who are known. */
  async take(table: string, rows: readonly ArchivedRow[]): Promise<readonly ArchivedRow[]> {
    if (table === 'person') return this.#newPeople(rows)
    for (const column of identifying[table] ?? []) await this.#refuseUsed(table, column, rows)
    const here = rows.map(row => this.#withPeople(row))
    return table === 'domain' ? this.#domains(here) : here
  }

  async #newPeople(rows: readonly ArchivedRow[]): Promise<ArchivedRow[]> {
    const byAddress = await this.#found('person', 'email', rows)
    for (const { id, email } of rows) {
      const here = byAddress.get(String(email))
      if (here) this.#people.set(String(id), String(here.id))
    }
    const strangers = rows.filter(({ id }) => !this.#people.has(String(id)))
    await this.#refuseUsed('person', 'id', strangers)
    return strangers
  }

  #withPeople(row: ArchivedRow): ArchivedRow {
    const changed = people.filter(column => this.#people.has(String(row[column])))
    if (changed.length === 0) return row
    return {
      ...row,
      ...Object.fromEntries(changed.map(column => [column, this.#people.get(String(row[column]))!])),
    }
  }

  /** A domain that another organization proved is proved anew. */
  async #domains(rows: readonly ArchivedRow[]): Promise<ArchivedRow[]> {
    const taken = await this.#found('domain', 'name', rows, 'verified_at is not null')
    return rows.map(row => (taken.has(String(row.name)) ? { ...row, verified_at: null } : row))
  }

  async #refuseUsed(table: string, column: string, rows: readonly ArchivedRow[]): Promise<void> {
    const [used] = (await this.#found(table, column, rows)).keys()
    if (used !== undefined) throw inUse(table, column, used)
  }

  /** Rows that are there with one of the values of that column. */
  async #found(
    table: string,
    column: string,
    rows: readonly ArchivedRow[],
    condition = '1 = 1',
  ): Promise<Map<string, ArchivedRow>> {
    const found = new Map<string, ArchivedRow>()
    for (const piece of chunkedIn(rows.map(row => String(row[column])))) {
      const list = sql.join(piece.map(value => sql`${value}`))
      const query = sql<ArchivedRow>`
        select * from ${sql.table(table)} where ${sql.ref(column)} in (${list}) and ${sql.raw(condition)}`
      for (const row of await this.#x.allOf({ compile: () => query.compile(this.#x.engine.builder) }))
        found.set(String(row[column]), row)
    }
    return found
  }
}

const notEmpty = () =>
  new ArchiveConflict(
    'The store is in use already: there is an organization in it. Nothing was changed. Name an empty one.',
  )

const inUse = (table: string, column: string, value: string) =>
  new ArchiveConflict(
    `The ${column} ${value} of a row in ${table} is in use here. Nothing was changed: what is here already cannot be imported again.`,
  )
