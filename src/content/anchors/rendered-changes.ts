// What changed between the texts of two pages as readers see them, in the offsets that marks in the pages are placed by.
import type { Span, TextChange } from '../../domain/anchor.ts'
import type { Format } from '../../domain/artifact.ts'
import { bare } from '../../domain/phrase.ts'
import { plain } from '../../domain/plain-text.ts'
import { textChanges } from '../diff/text-changes.ts'
import { type PageText, pageHtml, readPageText } from './page-text.ts'

export interface RenderedChanges {
  changes: TextChange[]
  /** Characters of the two texts, by which a page finds that it holds another one. */
  lengths: [before: number, after: number]
  /** Changes further down that are not among them. */
  unshown: number
  /** The words that each change took away, at most 80 characters of them. */
  removed: string[]
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
  const [a, b] = [await textOf(before), await textOf(after)]
  const found = textChanges(a.lines, b.lines, budget)
    .map(({ aStart, aEnd, bStart, bEnd }) => {
      const [was, is] = [wordsIn(a.text, aStart, aEnd), wordsIn(b.text, bStart, bEnd)]
      return { aStart: was.start, aEnd: was.end, bStart: is.start, bEnd: is.end }
    })
    .filter(
      ({ aStart, aEnd, bStart, bEnd }) =>
        bare(a.text.slice(aStart, aEnd)) !== bare(b.text.slice(bStart, bEnd)),
    )
  const changes = found.slice(0, most)
  return {
    changes,
    removed: changes.map(({ aStart, aEnd }) => excerpt(a.text.slice(aStart, aEnd))),
    lengths: [a.text.length, b.text.length],
    unshown: Math.max(0, found.length - most),
  }
}

const longest = 80

function excerpt(text: string): string {
  const line = plain(text.replace(/\s+/g, ' ')).trim()
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line
}

/** The part without white space at its ends. */
function wordsIn(text: string, start: number, end: number): Span {
  const part = text.slice(start, end)
  const from = start + (part.length - part.trimStart().length)
  return { start: from, end: Math.max(from, start + part.trimEnd().length) }
}

const textOf = async ({ source, format }: PageSource): Promise<PageText> =>
  readPageText(await pageHtml(source, format))
