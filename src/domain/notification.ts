// Mail notifications about threads: what they are about, who gets them, and how often.
import { DAY, type Time } from './artifact.ts'

/** Reasons for a notification, the most important first. */
export const noticeKinds = ['mentioned', 'opened', 'resolved', 'reopened', 'replied'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Below zero where `a` is weightier than `b`. */
export const byWeight = (a: NoticeKind, b: NoticeKind): number =>
  noticeKinds.indexOf(a) - noticeKinds.indexOf(b)

export const noticePaces = ['each', 'daily', 'none'] as const
/** Each at once, all of a day in one mail, or none. */
export type NoticePace = (typeof noticePaces)[number]

/** The hour, in UTC, of the daily mail. */
const HOUR_OF_DAY = 6 * 3_600_000

/** Returns the time at which the mail about something that happens at `now` is due. */
export const noticeTime = (pace: Exclude<NoticePace, 'none'>, now: Time): Time =>
  pace === 'each' ? now : Math.ceil((now - HOUR_OF_DAY + 1) / DAY) * DAY + HOUR_OF_DAY

/** The people who are notified of something in a thread, each with the reason. */
export type NoticeRecipients = Map<string, NoticeKind>

interface Happening {
  kind: Exclude<NoticeKind, 'mentioned'>
  /** The person who did it. */
  by: string | null
  /** The people named in the words that were written with it. */
  mentioned: readonly string[]
  /** The people who wrote in the thread, in any order. */
  wrote: readonly (string | null)[]
  /** The artifact's owner, who is notified of new threads. */
  owner: string | null
}

/** Notifies people who are named, else those who wrote in the thread, and of a new thread the owner; never the author. */
export function noticeRecipients({ kind, by, mentioned, wrote, owner }: Happening): NoticeRecipients {
  const concerned = kind === 'opened' ? [owner] : wrote
  const told: NoticeRecipients = new Map()
  for (const personId of concerned) if (personId !== null) told.set(personId, kind)
  for (const personId of mentioned) told.set(personId, 'mentioned')
  if (by !== null) told.delete(by)
  return told
}
