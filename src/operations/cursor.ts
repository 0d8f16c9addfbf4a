// Cursors: where the next page begins, readable only by us.
import { createHmac } from 'node:crypto'
import { invalidInput } from '../domain/problem.ts'
import type { Context } from './context.ts'
import { isSameSecret } from './same-secret.ts'

/** Packs a position; `kind` keeps cursors of one list from being used in another. */
export function packCursor(context: Pick<Context, 'secret'>, kind: string, position: unknown): string {
  const body = Buffer.from(JSON.stringify(position))
  return `${body.toString('base64url')}.${seal(context, kind, body).toString('base64url')}`
}

/** The position in a cursor, or null without one; 422 for anything we did not make. */
export function unpackCursor<T>(
  context: Pick<Context, 'secret'>,
  kind: string,
  cursor: string | undefined,
): T | null {
  if (cursor === undefined || cursor === '') return null
  const [body, mac] = cursor.split('.').map(part => Buffer.from(part, 'base64url'))
  if (body && mac && isSameSecret(mac, seal(context, kind, body))) return JSON.parse(body.toString())
  throw invalidInput([{ field: 'cursor', message: 'is not one of ours. Start again without a cursor.' }])
}

const seal = (context: Pick<Context, 'secret'>, kind: string, body: Uint8Array): Buffer =>
  createHmac('sha256', context.secret).update(`cursor\0${kind}\0`).update(body).digest().subarray(0, 16)

/** Cuts the one row too many that was read to know whether more follow. */
export function page<Row, Shown>(
  context: Pick<Context, 'secret'>,
  kind: string,
  rows: readonly Row[],
  limit: number,
  shape: { show(row: Row): Shown; position(row: Row): unknown },
): { data: Shown[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor =
    rows.length > limit && last !== undefined ? packCursor(context, kind, shape.position(last)) : null
  return { data: shown.map(shape.show), nextCursor }
}
