// Writes a table in the words every database shares: text, whole numbers and bits.
import type { ColumnBuilderCallback, Compilable, CreateIndexBuilder, CreateTableBuilder } from 'kysely'
import type { Builder } from '../../engine/schema.ts'
import type { TextType } from '../migration.ts'

export const required: ColumnBuilderCallback = column => column.notNull()
export const key: ColumnBuilderCallback = column => column.notNull().primaryKey()
export const zero: ColumnBuilderCallback = column => column.notNull().defaultTo(0)
export const one: ColumnBuilderCallback = column => column.notNull().defaultTo(1)
export const optional: ColumnBuilderCallback = column => column

/** Points at a row of another table, and is removed with it. */
export const partOf =
  (target: string, more: ColumnBuilderCallback = required): ColumnBuilderCallback =>
  column =>
    more(column.references(target).onDelete('cascade'))

/** Points at a row of another table, which stays while it is pointed at. */
export const pointsAt =
  (target: string, more: ColumnBuilderCallback = required): ColumnBuilderCallback =>
  column =>
    more(column.references(target))

type Table = CreateTableBuilder<string, never>

/** A table in the making; `text`, `whole` (integers, times in ms) and `bit` add a column each. */
export class TableWriter {
  readonly #name: string
  readonly #table: Table
  readonly #text: TextType

  constructor(name: string, table: Table, text: TextType) {
    this.#name = name
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
    return this.#with(this.#table.addPrimaryKeyConstraint(`primary_${this.#name}`, columns as never[]))
  }

  done(): Compilable<unknown> {
    return this.#table
  }

  #with(table: unknown): TableWriter {
    return new TableWriter(this.#name, table as Table, this.#text)
  }
}

/** Begins a table of that name. */
export type Tables = (name: string) => TableWriter

export const tablesIn =
  (db: Builder, text: TextType): Tables =>
  name =>
    new TableWriter(name, db.schema.createTable(name) as unknown as Table, text)

/** Begins an index over columns of a table, named after them. */
export type Indexes = (table: string, ...columns: string[]) => CreateIndexBuilder<string>

export const indexesIn =
  (db: Builder): Indexes =>
  (table, ...columns) =>
    db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
