// Shows in the tab what a script of the page makes of its title, beside the page's name; nowhere else.

import { cleanName } from '../../../domain/artifact.ts'
import type { PageFrame } from './page-frame.ts'

/** The tab's own title, without the page's. */
const own = document.title
let shown: string | null = null

export function followTitle(frame: PageFrame, name: string): void {
  frame.on('title', ({ text }) => {
    // The frame may have cut it within a character.
    const title = cleanName(text.replace(/[\ud800-\udbff]$/, '').toWellFormed())
    shown = title && title !== name ? `${own} · ${title}` : own
    document.title = shown
  })
}

/** The page is there no more. A title that somebody else has set since stays. */
export function restoreTitle(): void {
  if (document.title === shown) document.title = own
}
