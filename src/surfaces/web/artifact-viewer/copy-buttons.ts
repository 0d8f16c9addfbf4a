// What the shell does for copy buttons and heading links in the page: says what was copied, and sets the address to the chosen heading.

import type { PageFrame } from './page-frame.ts'

/** A forged word says something untrue for a moment, or names a place that is not there; nothing else. */
export function installCopyButtons(frame: PageFrame, say: (text: string) => void): void {
  frame.on('copied', ({ done }) =>
    say(done ? 'The code is copied.' : 'The code is selected: press Ctrl+C to copy it.'),
  )
  frame.on('anchor', ({ id }) => {
    if (/^comment-/.test(id)) return
    history.replaceState(null, '', `#${encodeURIComponent(id)}`)
    say('The address leads to this heading now.')
  })
}
