// The changes between the texts of two pages as readers see them, in the offsets by which the later page is marked.
import type { Span, WordChange } from '../../domain/anchor.ts'
import type { Format } from '../../domain/artifact.ts'
import { bare } from '../../domain/phrase.ts'
import { withoutInvisible } from '../../domain/plain-text.ts'
import { textChanges } from '../diff/text-changes.ts'
import { type PageText, pageHtml, readPageText } from './page-text.ts'

export interface RenderedChanges {
  changes: WordChange[]
  /** Characters of the later page's text, by which a page finds that it holds another one. */
  length: number
  /** Changes further down that are not among them. */
  unshown: number
  /** Nothing can be marked in the later page, and its scripts may write what is read there. */
  isScripted: boolean
}

/** A file as it was published. */
export interface PageSource {
  source: string
  format: Format
}

/** Changes that are marked in a page. */
const most = 500

/** Characters of removed words that are shown of each. */
const longest = 1000

/**
 * The changes that can be read: those of white space or of characters that nobody sees alone are left out.
 * @param budget milliseconds, as for `textChanges`
 */
export async function renderedChanges(
  before: PageSource,
  after: PageSource,
  budget: number,
): Promise<RenderedChanges> {
  const [a, b] = [await textOf(before), await textOf(after)]
  const found = textChanges(a.lines, b.lines, budget, 'numbers').flatMap(({ aStart, aEnd, bStart, bEnd }) => {
    const [was, is] = [withoutInvisible(a.text.slice(aStart, aEnd)), wordsIn(b.text, bStart, bEnd)]
    const words = bare(was)
    if (words === bare(withoutInvisible(b.text.slice(is.start, is.end)))) return []
    return [[is.start, is.end, words === '' ? '' : shortened(was)] satisfies WordChange]
  })
  return {
    changes: found.slice(0, most),
    length: b.text.length,
    unshown: Math.max(0, found.length - most),
    isScripted: b.hasScripts && (found.length === 0 || b.text === ''),
  }
}

const shortened = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text

/** The part without white space at its ends. */
function wordsIn(text: string, start: number, end: number): Span {
  const part = text.slice(start, end)
  const from = start + (part.length - part.trimStart().length)
  return { start: from, end: Math.max(from, start + part.trimEnd().length) }
}

const textOf = async ({ source, format }: PageSource): Promise<PageText> =>
  readPageText(await pageHtml(source, format))
