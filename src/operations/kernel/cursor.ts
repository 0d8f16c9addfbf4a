// Cursors: where the next page begins, readable only by us.
import { z } from 'zod'
import { hmac, isMadeHere, type Keyring } from '../../crypto.ts'
import { invalidInput } from '../../domain/problem.ts'

/** Packs a position; `kind` keeps cursors of one list from being used in another. */
export function packCursor(keyring: Keyring, kind: string, position: unknown): string {
  const body = Buffer.from(JSON.stringify(position))
  return `${body.toString('base64url')}.${macOf(keyring, kind, body).toString('base64url')}`
}

/** The position in a cursor, or null without one; 422 for anything we did not make. */
export function unpackCursor<T>(keyring: Keyring, kind: string, cursor: string | undefined): T | null {
  if (cursor === undefined || cursor === '') return null
  const [body, mac] = cursor.split('.').map(part => Buffer.from(part, 'base64url'))
  if (body && mac && isMadeHere(keyring, mac, each => macOf(each, kind, body)))
    return JSON.parse(body.toString())
  throw invalidInput([{ field: 'cursor', message: 'is not one of ours. Start again without a cursor.' }])
}

const macOf = (keyring: Keyring, kind: string, body: Uint8Array): Buffer =>
  Buffer.from(hmac(keyring, `cursor\0${kind}`, body), 'hex').subarray(0, 16)

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
