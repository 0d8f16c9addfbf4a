// Mail to people who are named on an artifact: a link, and a message if one was written (contract section 3).
import { sha256Hex } from '../../crypto.ts'
import { type Artifact, DAY } from '../../domain/artifact.ts'
import { withoutLinks } from '../../domain/message.ts'
import { plans } from '../../domain/plan.ts'
import { asMember } from '../../domain/policy.ts'
import { postMail } from '../feed/mail.ts'
import { addressHash, sharingStopToken } from '../feed/mail-stop.ts'
import { quotedLines, quotedName, senderWords } from '../feed/notice-mail.ts'
import { countUse } from '../kernel/limits.ts'
import type { AnyTask } from '../kernel/operation.ts'

/** Mails that one address gets from the whole service in a day. */
const RECIPIENT_LIMIT = 5

export interface SharingNotice {
  notify?: boolean | undefined
  message?: string | undefined
}

type Shared = Pick<Artifact, 'id' | 'shortId' | 'name' | 'visibility'>

/** The part of the answer for mail that was asked for: the addresses. */
export type Notified = { notified?: string[] }

/**
 * Mails each newly named person a link if that was asked for; 429 over the sharer's own limit, which undoes the whole
 * change. A person who wants no mail, or had enough today, gets none; `notified` lists them all the same.
 */
export async function mailRecipients(
  task: AnyTask,
  artifact: Shared,
  addresses: readonly string[],
  { notify, message }: SharingNotice,
): Promise<Notified> {
  if (notify !== true) return {}
  if (task.context.rateLimits) await countMails(task, addresses.length)
  for (const email of addresses)
    if (await takesMail(task, artifact, email)) await postSharingMail(task, artifact, email, message)
  return { notified: [...addresses] }
}

/** Suppressed mails count as well, or the limit would reveal which they are. */
async function countMails({ actor, now, rows }: AnyTask, count: number): Promise<void> {
  const member = asMember(actor)
  const organization = (await rows.people.organization(member.organizationId))!
  const name = member.kind === 'person' ? member.personId : member.organizationId
  const limit = plans[organization.plan].sharingMails
  for (let mail = 0; mail < count; mail += 1)
    await countUse(rows, { what: 'mails about sharing', name, limit, windowMs: DAY }, now)
}

/** True where the address wants mail, had none about this artifact today, and fewer than it may have of all. */
async function takesMail({ now, rows }: AnyTask, { id }: Shared, email: string): Promise<boolean> {
  if (await rows.mailStops.has(addressHash(email))) return false
  const about = await rows.limits.count(`shared with ${sha256Hex(`${email} ${id}`)}`, 1, DAY, now)
  if (!about.allowed) return false
  const all = await rows.limits.count(`shared with ${sha256Hex(email)}`, RECIPIENT_LIMIT, DAY, now)
  return all.allowed
}

async function postSharingMail(
  task: AnyTask,
  artifact: Shared,
  email: string,
  message: string | undefined,
): Promise<void> {
  const { actor, author, context } = task
  const sender = withoutLinks(senderWords(author))
  const page = withoutLinks(quotedName(artifact.name))
  const address = actor.kind === 'person' ? ` (${actor.email})` : ''
  const stopUrl = `${context.url}/stop/${sharingStopToken(context, email)}`
  await postMail(task, email, {
    subject: `${sender} shared ${page} with you`,
    stopUrl,
    lines: [
      `${sender}${address} shared ${page} with you:`,
      '',
      `${context.url}/${artifact.shortId}`,
      '',
      ...(message ? [`${sender} writes:`, '', ...quotedLines(withoutLinks(message)), ''] : []),
      ...(artifact.visibility === 'public' ? [] : [`The page opens when you sign in as ${email}.`, '']),
      `Unsubscribe from mails about shared pages: ${stopUrl}`,
    ],
  })
}
