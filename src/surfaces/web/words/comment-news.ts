// The sentences about what others did in the comments while they were open.
import { withinSentence } from '../../../domain/author-words.ts'

export const newsWords = {
  reopened: 'A thread was opened again.',
  resolved: (by: string | null) => `Resolved by ${by ?? 'somebody'}.`,
  comment: (by: string) => `New comment by ${withinSentence(by)}.`,
  reply: (by: string) => `New reply by ${withinSentence(by)}.`,
  lost: 'A thread is no longer on the page: its text is gone.',
  found: 'A thread that was lost is on the page again.',
  deleted: 'A comment was deleted.',
  threadDeleted: 'A thread was deleted.',
  changed: (by: string) => `${by} changed a comment.`,
  many: (count: number) => `${count} things are new in the comments.`,
} as const
