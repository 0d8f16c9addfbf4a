// Mails requests for access to those who can grant it; the requester does not learn the outcome (contract section 3).
import { sha256Hex } from '../crypto.ts'
import { type Artifact, DAY } from '../domain/artifact.ts'
import { canOpen } from '../domain/explain-access.ts'
import { withoutLinks } from '../domain/message.ts'
import { actorBehind } from '../operations/artifacts/access.ts'
import { blockToken } from '../operations/artifacts/sender-block.ts'
import { postMail } from '../operations/feed/mail.ts'
import { quotedLines, quotedName } from '../operations/feed/notice-mail.ts'
import { isLive } from '../operations/kernel/authorize.ts'
import type { Context } from '../operations/kernel/context.ts'
import type { AccessRequest, PersonRow, Reading, Rows } from '../storage/records.ts'

/** Mails about requests that one person gets in a day. */
const DAILY_LIMIT = 10

type Granter = Pick<PersonRow, 'id' | 'email'>

/** Answers all waiting requests, each in a transaction of its own. */
export async function answerAccessRequests(context: Context): Promise<void> {
  while (await context.records.transaction(rows => answerOne(context, rows)));
}

/** Answers one request; false where none waited. */
async function answerOne(context: Context, rows: Rows & Reading): Promise<boolean> {
  const request = await rows.accessRequests.take()
  if (!request) return false
  const artifact = await rows.artifacts.find(request.shortId)
  if (artifact && (await isGrantable(context, rows, artifact, request)))
    for (const granter of await grantersOf(rows, artifact))
      if (await takesMail(context, rows, granter, request))
        await postRequest(context, rows, granter, artifact, request)
  return true
}

/** True where there is something to grant, to somebody who may have it and has not asked for it this week. */
async function isGrantable(
  { clock }: Context,
  rows: Rows & Reading,
  artifact: Artifact,
  { email }: AccessRequest,
): Promise<boolean> {
  const { organization } = artifact
  const now = clock()
  if (!organization || organization.deleteAt !== undefined) return false
  if (artifact.hidden !== null || !isLive(artifact, now)) return false
  if (canOpen(await actorBehind(rows, email, organization), artifact)) return false
  const isInside = (await rows.people.insiders(organization.id, [email])).length > 0
  if (!isInside && !organization.policy.allowExternalSharing) return false
  const name = `access request ${sha256Hex(`${email} ${artifact.id}`)}`
  return (await rows.limits.count(name, 1, 7 * DAY, now)).allowed
}

/** The owner, or the owners of the organization that owns it. */
async function grantersOf(rows: Reading, { owner, organization }: Artifact): Promise<Granter[]> {
  if (owner) return [{ id: owner.personId, email: owner.email }]
  return rows.people.owners(organization!.id)
}

async function takesMail(
  { clock }: Context,
  rows: Rows,
  { id }: Granter,
  { email }: AccessRequest,
): Promise<boolean> {
  if (await rows.accessRequests.isBlocked(id, email)) return false
  return (await rows.limits.count(`access requests to ${id}`, DAILY_LIMIT, DAY, clock())).allowed
}

async function postRequest(
  context: Context,
  rows: Rows,
  granter: Granter,
  { shortId, name }: Artifact,
  { email, message }: AccessRequest,
): Promise<void> {
  const page = withoutLinks(quotedName(name))
  const token = blockToken(context, { personId: granter.id, email })
  await postMail({ rows, now: context.clock() }, granter.email, {
    subject: `${email} asks to open ${page}`,
    lines: [
      `${email} asks to open ${page}.`,
      '',
      ...(message === null ? [] : ['They write:', '', ...quotedLines(withoutLinks(message)), '']),
      `To share it with them: ${context.url}/${shortId}?share=${encodeURIComponent(email)}`,
      '',
      'If you do nothing, they are not told.',
      '',
      `To get no more requests from them: ${context.url}/block/${token}`,
    ],
  })
}
