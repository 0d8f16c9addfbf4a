// One step of the schema, as every database makes it.
import type { Compilable, Expression } from 'kysely'
import type { Builder } from '../engine/schema.ts'

/** The database's name for text that is compared byte by byte. */
export type TextType = 'text' | Expression<unknown>

export interface Migration {
  /** The database's own full-text tables are made after it. */
  makesTextTables?: true
  statements(db: Builder, text: TextType): Compilable<unknown>[]
}
