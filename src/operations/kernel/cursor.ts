// Cursors: where the next page begins, readable only by us.
import { z } from 'zod'
import { decrypt, encrypt, type Keyring } from '../../crypto.ts'
import { invalidInput } from '../../domain/problem.ts'

/**
 * Packs a position, which may tell of rows that the reader is not shown; `kind` keeps cursors of one list from being used in
 * another.
 */
export const packCursor = (keyring: Keyring, kind: string, position: unknown): string =>
  encrypt(keyring, 'cursor', kind, JSON.stringify(position))

/** The position in a cursor, or null without one; 422 for anything we did not make. */
export function unpackCursor<T>(keyring: Keyring, kind: string, cursor: string | undefined): T | null {
  if (cursor === undefined || cursor === '') return null
  try {
    return JSON.parse(decrypt(keyring, 'cursor', kind, cursor))
  } catch {
    throw invalidInput([{ field: 'cursor', message: 'is not one of ours. Start again without a cursor.' }])
  }
}

/** Cuts the one row too many that was read to know whether more follow. */
export function page<Row, Shown>(
  keyring: Keyring,
  kind: string,
  rows: readonly Row[],
  limit: number,
  shape: { show(row: Row): Shown; position(row: Row): unknown },
): { data: Shown[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor =
    rows.length > limit && last !== undefined ? packCursor(keyring, kind, shape.position(last)) : null
  return { data: shown.map(shape.show), nextCursor }
}

/** A page of a list: `{data, nextCursor}`. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), nextCursor: z.string().nullable() })
