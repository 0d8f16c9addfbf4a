// The address in a mail that stops mails of its kind: it works signed out, and only for whom it was made.
import { timingSafeEqual } from 'node:crypto'
import { type Context, hashed, keyed } from './context.ts'

/** What a stop address speaks of: mails about comments to a person, or mails about shared pages to any address. */
export type MailStop = { of: 'comments'; personId: string } | { of: 'sharing'; addressHash: string }

type Keyed = Pick<Context, 'secret'>

const purposes = { comments: 'stop notices', sharing: 'stop sharing' } as const

/** `{personId}.{mac}`, keyed with RECTO_SECRET. */
export const commentStopToken = (context: Keyed, personId: string): string =>
  signed(context, purposes.comments, personId)

/** `{hash of the address}.{mac}`: it says to nobody else whose it is. */
export const sharingStopToken = (context: Keyed, email: string): string =>
  signed(context, purposes.sharing, addressHash(email))

/** Under which an address that wants no mail is kept. */
export const addressHash = (email: string): string => hashed(email)

const signed = (context: Keyed, purpose: string, subject: string): string =>
  `${subject}.${keyed(context, purpose, subject)}`

/** What the token stops; null for any other text. */
export function readStopToken(context: Keyed, token: string): MailStop | null {
  const [subject = ''] = token.split('.')
  if (isSigned(context, purposes.comments, subject, token)) return { of: 'comments', personId: subject }
  if (isSigned(context, purposes.sharing, subject, token)) return { of: 'sharing', addressHash: subject }
  return null
}

function isSigned(context: Keyed, purpose: string, subject: string, token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(signed(context, purpose, subject))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Stops the mails (RFC 8058); false where nobody is meant. Repeating it is harmless. */
export async function stopMails(context: Context, stop: MailStop): Promise<boolean> {
  const now = context.clock()
  if (stop.of === 'comments' && !(await context.records.people.person(stop.personId))) return false
  await context.records.unit(rows =>
    stop.of === 'comments'
      ? rows.notices.changePace(stop.personId, 'none')
      : rows.mailStops.insert(stop.addressHash, now),
  )
  return true
}

/** Takes a stop of mails about shared pages back; mails about comments are chosen on the account page. */
export async function allowMails({ records }: Context, stop: MailStop): Promise<void> {
  if (stop.of === 'sharing') await records.unit(rows => rows.mailStops.remove(stop.addressHash))
}
