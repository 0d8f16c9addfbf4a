// The address in a mail that stops mails of its kind: it works signed out, and only for whom it was made.
import { hmac, isMadeHere, type Keyring, sha256Hex } from '../../crypto.ts'
import type { Context } from '../kernel/context.ts'

/** The mails that a stop address stops: about comments to a person, or about shared pages to any address. */
export type MailStop = { of: 'comments'; personId: string } | { of: 'sharing'; addressHash: string }

const purposes = { comments: 'stop notices', sharing: 'stop sharing' } as const

/** `{personId}.{mac}`, keyed with RECTO_SECRET. */
export const commentStopToken = (context: Keyring, personId: string): string =>
  signed(context, purposes.comments, personId)

/** `{hash of the address}.{mac}`: it says to nobody else whose it is. */
export const sharingStopToken = (context: Keyring, email: string): string =>
  signed(context, purposes.sharing, addressHash(email))

/** Returns the hash under which an address that wants no mail is kept. */
export const addressHash = (email: string): string => sha256Hex(email)

const signed = (context: Keyring, purpose: string, subject: string): string =>
  `${subject}.${hmac(context, purpose, subject)}`

/** Reads which mails the token stops; null for any other text. */
export function readStopToken(context: Keyring, token: string): MailStop | null {
  const [subject = ''] = token.split('.')
  if (isSigned(context, purposes.comments, subject, token)) return { of: 'comments', personId: subject }
  if (isSigned(context, purposes.sharing, subject, token)) return { of: 'sharing', addressHash: subject }
  return null
}

const isSigned = (context: Keyring, purpose: string, subject: string, token: string): boolean =>
  isMadeHere(context, token, each => signed(each, purpose, subject))

/** Stops the mails (RFC 8058); false if nobody is meant. Repeating it is harmless. */
export async function stopMails(context: Context, stop: MailStop): Promise<boolean> {
  const now = context.clock()
  if (stop.of === 'comments' && !(await context.records.people.person(stop.personId))) return false
  await context.records.transaction(rows =>
    stop.of === 'comments'
      ? rows.notices.changePace(stop.personId, 'none')
      : rows.mailStops.insert(stop.addressHash, now),
  )
  return true
}

/** Takes a stop of mails about shared pages back; mails about comments are chosen on the account page. */
export async function allowMails({ records }: Context, stop: MailStop): Promise<void> {
  if (stop.of === 'sharing') await records.transaction(rows => rows.mailStops.remove(stop.addressHash))
}
