// What changed between the texts of two pages as readers see them, in the offsets that marks in the pages are placed by.
import type { TextChange } from '../../domain/anchor.ts'
import type { Format } from '../../domain/artifact.ts'
import { plain } from '../../domain/plain-text.ts'
import { textChanges } from '../diff/text-changes.ts'
import { pageHtml, textNodes } from './page-text.ts'

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
  const [a, b] = [await seamed(before), await seamed(after)]
  const found = textChanges(a.text, b.text, budget)
    .map(({ aStart, aEnd, bStart, bEnd }) => ({
      ...{ aStart: a.at(aStart), aEnd: a.at(aEnd) },
      ...{ bStart: b.at(bStart), bEnd: b.at(bEnd) },
    }))
    .filter(
      ({ aStart, aEnd, bStart, bEnd }) =>
        read(a.page.slice(aStart, aEnd)) !== read(b.page.slice(bStart, bEnd)),
    )
  const changes = found.slice(0, most)
  return {
    changes,
    removed: changes.map(({ aStart, aEnd }) => excerpt(a.page.slice(aStart, aEnd))),
    lengths: [a.page.length, b.page.length],
    unshown: Math.max(0, found.length - most),
  }
}

const longest = 80

function excerpt(text: string): string {
  const line = plain(text.replace(/\s+/g, ' ')).trim()
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line
}

/** The text without white space. */
const read = (text: string): string => text.replace(/\s+/g, '')

interface Seamed {
  /** The text of the page, as marks count it. */
  page: string
  /** The same with a line break behind each text node, so that words of two blocks are never taken for one. */
  text: string
  /** Where an offset of `text` stands in `page`. */
  at(offset: number): number
}

async function seamed({ source, format }: PageSource): Promise<Seamed> {
  const nodes = Array.from(textNodes(await pageHtml(source, format)), node => node.value)
  const seams: number[] = []
  let end = 0
  for (const { length } of nodes) {
    end += length + 1
    seams.push(end)
  }
  return {
    page: nodes.join(''),
    text: nodes.map(value => `${value}\n`).join(''),
    at: offset => offset - countUpTo(seams, offset),
  }
}

/** How many of the rising numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (numbers[middle]! <= limit) from = middle + 1
    else to = middle
  }
  return from
}
