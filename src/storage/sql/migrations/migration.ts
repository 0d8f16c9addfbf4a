// One step of the schema, as every database makes it.
import type { Compilable, Expression } from 'kysely'
import type { Builder } from '../engine/schema.ts'

/** How the database names text that is compared byte by byte. */
export type TextType = 'text' | Expression<unknown>

/** Full-text tables that a database makes in its own way. */
export type TextTables = 'artifacts' | 'comments'

export interface Migration {
  /** What the database adds to the step. */
  texts?: TextTables
  statements(db: Builder, text: TextType): Compilable<unknown>[]
}
