// Notes whom to notify of a thread, in the same transaction as the change; a job writes the mail when it is due.
import { type NoticeKind, noticeRecipients, noticeTime } from '../../domain/notification.ts'
import type { Comment, Thread } from '../../domain/thread.ts'
import type { SubjectTask } from '../kernel/operation.ts'
import { uuid } from '../kernel/uuid.ts'

interface Happening {
  kind: Exclude<NoticeKind, 'mentioned'>
  /** The thread as it was before; a new one is its root alone. */
  thread: Pick<Thread, 'root' | 'replies'>
  /** The words that were written with it. */
  comment?: Comment
}

/** Writes a notice for each person concerned. */
export async function notify(task: SubjectTask, { kind, thread, comment }: Happening): Promise<void> {
  const told = noticeRecipients({
    kind,
    by: task.author.personId,
    mentioned: comment?.mentions.map(({ personId }) => personId) ?? [],
    wrote: [thread.root, ...thread.replies].map(({ author }) => author.personId),
    owner: task.artifact.owner?.personId ?? null,
  })
  await note(task, { told, threadId: thread.root.id, commentId: comment?.id ?? null })
}

/** Those whom changed words name and the words before did not. */
export async function notifyNamed(task: SubjectTask, before: Comment, after: Comment): Promise<void> {
  const known = new Set(before.mentions.map(({ personId }) => personId).concat(task.author.personId ?? []))
  const named = after.mentions.filter(({ personId }) => !known.has(personId))
  const told = new Map(named.map(({ personId }) => [personId, 'mentioned' as const]))
  await note(task, { told, threadId: after.parentId ?? after.id, commentId: after.id })
}

interface Note {
  told: ReadonlyMap<string, NoticeKind>
  threadId: string
  commentId: string | null
}

async function note({ artifact, author, now, rows }: SubjectTask, { told, ...about }: Note): Promise<void> {
  const { name, actorType, actorName } = author
  for (const [personId, kind] of told) {
    const pace = await rows.notices.pace(personId)
    if (pace === 'none') continue
    await rows.notices.insert({
      ...about,
      id: uuid(now),
      personId,
      shortId: artifact.shortId,
      kind,
      by: { name, actorType, actorName },
      createdAt: now,
      dueAt: noticeTime(pace, now),
    })
  }
}
