// What changed between the texts of two pages as readers see them, in the offsets that marks in the pages are placed by.
import type { TextChange } from '../domain/anchor.ts'
import type { Format } from '../domain/artifact.ts'
import { pageText } from './page-text.ts'
import { textChanges } from './text-changes.ts'

export interface RenderedChanges {
  changes: TextChange[]
  /** Characters of the two texts, by which a page finds that it holds another one. */
  lengths: [before: number, after: number]
  /** Changes further down that are not among them. */
  unshown: number
}

/** A file as it was published. */
export interface PageSource {
  source: string
  format: Format
}

/** Changes that are marked in a page. */
const most = 500

/**
 * The changes that can be read: those of white space alone are left out.
 * @param budget milliseconds, as for `textChanges`
 */
export async function renderedChanges(
  before: PageSource,
  after: PageSource,
  budget: number,
): Promise<RenderedChanges> {
  const [a, b] = [await pageText(before.source, before.format), await pageText(after.source, after.format)]
  const found = textChanges(a, b, budget).filter(
    ({ aStart, aEnd, bStart, bEnd }) => /\S/.test(a.slice(aStart, aEnd)) || /\S/.test(b.slice(bStart, bEnd)),
  )
  return {
    changes: found.slice(0, most),
    lengths: [a.length, b.length],
    unshown: Math.max(0, found.length - most),
  }
}
