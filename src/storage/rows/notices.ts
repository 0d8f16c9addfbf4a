// The rows of notices: mails about threads that are still to be written.
import type { Time } from '../../domain/artifact.ts'
import type { Authorship } from '../../domain/author-words.ts'
import type { NoticeKind, NoticePace } from '../../domain/notification.ts'

export interface Notice {
  id: string
  personId: string
  /** Of the artifact. */
  shortId: string
  threadId: string
  /** The words that were written with it, if any. */
  commentId: string | null
  kind: NoticeKind
  by: Authorship
  createdAt: Time
  dueAt: Time
}

export interface NoticeReading {
  /** Tells how often the person wants mail. */
  pace(personId: string): Promise<NoticePace>
}

export interface NoticeRows extends NoticeReading {
  insert(notice: Notice): Promise<void>
  /** Changes the pace; with `none` what waits is forgotten. */
  changePace(personId: string, pace: NoticePace): Promise<void>
  /** Takes out what is due for the person who has waited longest, at most `limit`, oldest first. */
  take(now: Time, limit: number): Promise<Notice[]>
}
