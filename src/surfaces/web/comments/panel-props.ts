// The data that the panel of comments shows, and the events of its parts.

import type { CommentsPage } from './page.ts'
import type { ThreadCounts } from './picking/outline.ts'
import type { Subject } from './subject.ts'
import type { Thread } from './thread.ts'
import type { ThreadList } from './thread-list.ts'
import type { ThreadActions } from './thread-tools.tsx'

/** The form for a new comment. */
export interface NewComment {
  isOpen: boolean
  /** The part of the page that the comment is about; null is the whole page. */
  subject: Subject | null
  /** A new number makes a new form. */
  number: number
}

export interface PanelProps {
  page: CommentsPage
  threads: ThreadList
  counts: ThreadCounts | null
  /** Resolved threads that stand as a line among the others, and how far below the beginning of the page threads stand. */
  lines: readonly Thread[]
  tops: ReadonlyMap<string, number>
  /** Threads whose words the frame does not find. */
  offScreen: ReadonlySet<string>
  actions: ThreadActions
  /** The thread that is marked. */
  current: string | null
  asked: NewComment
  missing: string
  /** News for a screen reader; another number says it again. */
  said: { text: string; number: number }
  onClose(): void
  onPoint(): void
  onFilter(filter: ThreadList['filter']): void
  onMore(): void
  onUnfold(thread: Thread): void
  /** The reader wants to comment on the whole page. */
  onAdd(): void
  /** The reader left the form for a new comment. */
  onLeaveNew(): void
  onBegun(thread: Thread): Promise<void>
}
