// What people are told by mail of threads that concern them, and how often they want to be told.
import { DAY, type Time } from './artifact.ts'

/** What is told, the weightiest first. */
export const noticeKinds = ['mentioned', 'opened', 'resolved', 'reopened', 'replied'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Below zero where `a` is weightier than `b`. */
export const byWeight = (a: NoticeKind, b: NoticeKind): number =>
  noticeKinds.indexOf(a) - noticeKinds.indexOf(b)

export const noticePaces = ['each', 'daily', 'none'] as const
/** Each at once, all of a day in one mail, or none. */
export type NoticePace = (typeof noticePaces)[number]

/** The hour of a day, in UTC, at which what happened until then is told together. */
const HOUR_OF_DAY = 6 * 3_600_000

/** When what happens at `now` is told. */
export const noticeTime = (pace: Exclude<NoticePace, 'none'>, now: Time): Time =>
  pace === 'each' ? now : Math.ceil((now - HOUR_OF_DAY + 1) / DAY) * DAY + HOUR_OF_DAY

/** Who is told of something in a thread, and as what. */
export type NoticeRecipients = Map<string, NoticeKind>

interface Happening {
  kind: Exclude<NoticeKind, 'mentioned'>
  /** Who did it. */
  by: string | null
  /** Named in the words that were written with it. */
  mentioned: readonly string[]
  /** Who wrote in the thread, in any order. */
  wrote: readonly (string | null)[]
  /** The artifact's owner, who is told of new threads. */
  owner: string | null
}

/** Whoever is named hears that; else those who wrote in the thread, and of a new one the owner; never who did it. */
export function noticeRecipients({ kind, by, mentioned, wrote, owner }: Happening): NoticeRecipients {
  const concerned = kind === 'opened' ? [owner] : wrote
  const told: NoticeRecipients = new Map()
  for (const personId of concerned) if (personId !== null) told.set(personId, kind)
  for (const personId of mentioned) told.set(personId, 'mentioned')
  if (by !== null) told.delete(by)
  return told
}
