// The address in a mail that stops mails of its kind: it works signed out, and only for whom it was made.
import { timingSafeEqual } from 'node:crypto'
import { type Context, keyed } from './context.ts'

const shape = /^([0-9a-f-]{36})\.([0-9a-f]{64})$/

/** `{personId}.{mac}`, keyed with RECTO_SECRET. */
export const stopToken = (context: Pick<Context, 'secret'>, personId: string): string =>
  `${personId}.${keyed(context, 'stop notices', personId)}`

/** Whose token it is; null for any other text. */
export function stoppedBy(context: Pick<Context, 'secret'>, token: string): string | null {
  const [, personId = '', mac = ''] = shape.exec(token) ?? []
  const right = Buffer.from(keyed(context, 'stop notices', personId))
  return mac.length === right.length && timingSafeEqual(Buffer.from(mac), right) ? personId : null
}

/** Stops the mails (RFC 8058); false where the token is nobody's. Repeating it is harmless. */
export async function stopNotices(context: Context, token: string): Promise<boolean> {
  const personId = stoppedBy(context, token)
  if (personId === null || !(await context.records.people.person(personId))) return false
  await context.records.unit(rows => rows.notices.changePace(personId, 'none'))
  return true
}
