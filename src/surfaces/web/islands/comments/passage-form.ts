// The form for a comment on what is selected in the page.

import type { Selected } from '../../../viewer/protocol.ts'
import { composer } from './composer.ts'
import type { CommentsPage } from './page.ts'
import type { CommentsWire, PassageAnchor, Thread } from './wire.ts'

export const anchorOf = ({ exact, prefix, suffix, start, end }: Selected): PassageAnchor => ({
  textQuote: { exact, prefix, suffix },
  textPosition: { start, end },
})

/** The words, shortened and on one line. */
export function shortened(text: string, length = 120): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

interface PassageForm {
  page: CommentsPage
  wire: CommentsWire
  selected: Selected
  done(thread: Thread): Promise<void>
  /** Puts the form for the whole page back. */
  leave(): void
}

/** The reader sees the words that will be quoted: those from the frame may be any. */
export const passageForm = ({ page, wire, selected, done, leave }: PassageForm): HTMLFormElement =>
  composer({
    label: `Comment on “${shortened(selected.exact)}”`,
    action: 'Comment',
    draft: `${page.shortId}-passage`,
    names: wire.names,
    send: text => wire.begin(text, anchorOf(selected)),
    sent: thread => done(thread as Thread),
    cancel: leave,
  })
