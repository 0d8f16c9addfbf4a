// Turns notices that are due into mails, for those who may read them still.

import { memberWith } from '../domain/actor.ts'
import { byWeight } from '../domain/notification.ts'
import { maySeeComments } from '../domain/policy.ts'
import type { Comment, Thread } from '../domain/thread.ts'
import { postMail } from '../operations/feed/mail.ts'
import { commentStopToken } from '../operations/feed/mail-stop.ts'
import { lettersOf, type NoticeEntry } from '../operations/feed/notice-mail.ts'
import { isLive } from '../operations/kernel/authorize.ts'
import type { Context } from '../operations/kernel/context.ts'
import type { Notice, PersonRow, Rows } from '../storage/records.ts'

/** Notices in one mail, at most. */
const MOST = 50

/** Writes the mails of all due notices; each person's in a transaction of its own. */
export async function sendNotices(context: Context): Promise<void> {
  while (await context.records.transaction(rows => tellOne(context, rows)));
}

/** Mails the due notices of one person; false where none were due. */
async function tellOne(context: Context, rows: Rows): Promise<boolean> {
  const now = context.clock()
  const notices = await rows.notices.take(now, MOST)
  const person = notices[0] && (await rows.people.person(notices[0].personId))
  if (!person) return notices.length > 0
  const stories = await storiesOf(rows, person, notices, now)
  if (stories.length === 0) return true
  const stopUrl = `${context.url}/stop/${commentStopToken(context, person.id)}`
  const pace = await rows.notices.pace(person.id)
  for (const letter of lettersOf(pace, stories, context.url, stopUrl))
    await postMail({ rows, now }, person.email, { ...letter, stopUrl })
  return true
}

/** Collects what happened in each thread, in the order of first notices, without what the person may not read now. */
async function storiesOf(
  rows: Rows,
  person: PersonRow,
  notices: readonly Notice[],
  now: number,
): Promise<NoticeEntry[]> {
  const byThread = Map.groupBy(notices, ({ threadId }) => threadId)
  const stories: NoticeEntry[] = []
  for (const [threadId, happened] of byThread) {
    const artifact = await rows.artifacts.find(happened[0]!.shortId)
    const thread = await rows.comments.thread(threadId)
    if (!artifact || !thread || !isLive(artifact, now) || !(await sees(rows, person, artifact))) continue
    const told = happened.toSorted(inOrder).flatMap(notice => toldOf(notice, thread))
    const quote = thread.anchor?.textQuote?.exact ?? null
    if (told.length > 0) stories.push({ artifact, threadId, quote, happened: told })
  }
  return stories
}

/** Orders notices by time; of one moment the weightiest first. */
const inOrder = (a: Notice, b: Notice): number => a.createdAt - b.createdAt || byWeight(a.kind, b.kind)

/** True where the person is a member who may see the comments. */
async function sees(
  rows: Rows,
  { id: personId, email, name }: PersonRow,
  artifact: Parameters<typeof maySeeComments>[1],
): Promise<boolean> {
  const organizationId = artifact.organization?.id
  const membership = organizationId && (await rows.people.membership(personId, organizationId))
  if (!membership) return false
  return maySeeComments(memberWith({ personId, email, name }, organizationId, membership.role), artifact)
}

/** The notice as the mail shows it; nothing if the words were deleted meanwhile. */
function toldOf({ kind, by, commentId }: Notice, thread: Thread): NoticeEntry['happened'][number][] {
  if (commentId === null) return [{ kind, by, body: null, mentions: [] }]
  const comment = [thread.root, ...thread.replies].find(({ id }: Comment) => id === commentId)
  return comment && comment.deletedAt === null
    ? [{ kind, by, body: comment.body, mentions: comment.mentions.flatMap(({ words }) => words) }]
    : []
}
