// All rows of a store, or those of one organization, as they leave it and enter another, in either database.

export type ArchivedRow = Readonly<Record<string, string | number | null>>

/** Some rows of one table, in the order in which they can be written again. */
export interface TableRows {
  table: string
  rows: readonly ArchivedRow[]
}

/** An id is in use, or a store is not empty; the message says which. */
export class ArchiveConflict extends Error {
  override readonly name = 'ArchiveConflict'
  readonly code = 'in_use'
}

export interface WriteOptions {
  /**
   * Beside what is there: ids in use are refused, and people with a known address are who they are here. Else the
   * store must be empty.
   */
  beside?: boolean
  /** Ids of artifacts to leave out. */
  without?: readonly string[]
}

export interface Archive {
  /** The number of the schema. */
  readonly schema: number
  /**
   * The rows of one moment, also while others write: all that outlives a restore, or what belongs to one organization
   * and is no credential.
   */
  read(organizationId?: string): AsyncIterable<TableRows>
  /**
   * Writes all of it in one transaction. `rows` may be asked for again after a lost race.
   * @throws ArchiveConflict where an id is in use, or the store is not empty
   */
  write(rows: () => AsyncIterable<TableRows>, options?: WriteOptions): Promise<void>
  /** True while nobody has begun to use the store. */
  isEmpty(): Promise<boolean>
}
