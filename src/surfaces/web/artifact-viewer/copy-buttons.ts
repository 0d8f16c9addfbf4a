// The shell's part of the page's copy buttons and heading links: says what was copied, and sets the address to the heading.

import { viewerWords } from '../words/viewer.ts'
import type { PageFrame } from './page-frame.ts'

/** A forged word says something untrue for a moment, or names a place that is not there; nothing else. */
export function installCopyButtons(frame: PageFrame, say: (text: string) => void): void {
  frame.on('copied', ({ done }) => say(done ? viewerWords.copied : viewerWords.copyByHand))
  frame.on('anchor', ({ id }) => {
    if (/^comment-/.test(id)) return
    history.replaceState(null, '', `#${encodeURIComponent(id)}`)
    say(viewerWords.headingLink)
  })
}
