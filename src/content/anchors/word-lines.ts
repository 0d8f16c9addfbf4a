// The words of a page with each block on a line of its own.

import type { PageWords } from '../../domain/page-words.ts'

/** The same text with a line break for a blank where an element separates words. */
export function linesOf({ text, seams }: PageWords): string {
  let [lines, at] = ['', 0]
  for (const seam of seams) {
    lines += `${text.slice(at, seam)}\n`
    at = seam + 1
  }
  return lines + text.slice(at)
}
