// Picks the program that shows a long text page by page.
import type { Io } from '../io.ts'

/** RECTO_PAGER, else PAGER, as git and man have it; null where none is wanted, or a dumb terminal has no keys to turn pages. */
export function pagerOf({ RECTO_PAGER, PAGER, TERM }: Io['env'], platform: string): string | null {
  const pager = RECTO_PAGER ?? PAGER ?? (platform === 'win32' ? '' : 'less')
  return TERM === 'dumb' || pager === '' || pager === 'cat' ? null : pager
}
