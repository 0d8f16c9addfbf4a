// The words of a Markdown file without its marks, and its first heading of level 1: one quick pass for search, no tree.
import { readCalloutMark } from './callout-mark.ts'
import { partFrontMatter, titleField } from './front-matter.ts'
import { withoutClosingHashes, withoutHeadingId } from './heading-ids.ts'
import { HiddenBlocks, isTagWord } from './hidden-elements.ts'

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
}

const link = /!?\[([^[\]]*)\]\([^()]*\)/g
const reference = /!?\[([^[\]]+)\]\[[^[\]]*\]/g
const tag = /<\/?[A-Za-z][^<>]*>/g
const mark = /\\([!-/:-@[-`{-~])|\*+(?=\S)|(?<=\S)\*+|`+|~~/g
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi
const block = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?/
const definition = /^ {0,3}\[([^\]\n]{1,200})\]:/
const rule = /^ {0,3}(?:[-*_=][ \t]*){3,}$/
const tableRuleCell = /^:?-+:?$/

function character(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return named[name.toLowerCase()] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

const letterBefore = /[\p{L}\p{N}]$/u
const letterAfter = /^[\p{L}\p{N}]/u

/** Underscores are marks at the beginning and at the end of words, not within one. */
function isMark(line: string, start: number, end: number): boolean {
  const before = line.slice(Math.max(0, start - 2), start)
  const after = line.slice(end, end + 2)
  const [opens, closes] = [/^\S/.test(after), /\S$/.test(before)]
  return (opens && !letterBefore.test(before)) || (closes && !letterAfter.test(after))
}

/** The line under the head of a table: cells of dashes, with colons where they are aligned. */
function isTableRule(line: string): boolean {
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
  return cells.every(cell => tableRuleCell.test(cell.trim()))
}

/** Returns the content of a heading of one line, without its closing hashes and its id. */
const headingSource = (line: string): string => withoutHeadingId(withoutClosingHashes(line), true)

/** A line of a quotation without the mark of a callout: its title, or its type as a title. */
function calloutTitle(line: string): string {
  const mark = readCalloutMark(line)
  return mark ? mark.title || mark.name : line
}

/** The words of one line of running text: links by their words, marks and tags removed. */
export function wordsOf(line: string): string {
  if (!/[[\]<&\\*`~_|]/.test(line)) return line
  return line
    .replace(link, '$1')
    .replace(reference, '$1')
    .replace(tag, written => (isTagWord(written) ? written : ' '))
    .replace(mark, (_, escaped?: string) => escaped ?? '')
    .replace(/_+/g, (run, at: number, whole: string) => (isMark(whole, at, at + run.length) ? '' : run))
    .replace(entity, character)
}

/** A longer line is read in pieces. */
const LONGEST_LINE = 16_384

/** Reads lines one after another; what a fence or a comment means lasts until it closes. */
class Scan {
  readonly out: string[] = []
  heading: string | null = null
  private size = 0
  private fence: string | null = null
  private comment = false
  private paragraph: string | null = null

  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get full(): boolean {
    return this.size > this.limit
  }

  /** Within a fenced block or a comment. */
  get isInBlock(): boolean {
    return this.fence !== null || this.comment
  }

  line(raw: string): void {
    if (this.inFence(raw)) return
    const line = this.withoutComments(raw)
    if (line.trim() === '') this.paragraph = null
    else if (!this.structure(line)) this.text(line)
  }

  /** True if the line belongs to a fenced block, its code kept as it is. */
  private inFence(line: string): boolean {
    const marks = this.comment ? undefined : /^[ \t>]*(?:[-+*][ \t]+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (this.fence === null) {
      if (marks && !(marks[0] === '`' && line.slice(line.indexOf(marks) + marks.length).includes('`')))
        this.fence = marks
      return this.fence !== null
    }
    if (marks?.startsWith(this.fence) && line.trim().length === marks.length) this.fence = null
    else this.push(line)
    return true
  }

  private withoutComments(line: string): string {
    if (!this.comment && !line.includes('<!--')) return line
    let kept = ''
    for (let at = 0; at < line.length; ) {
      const edge = line.indexOf(this.comment ? '-->' : '<!--', at)
      if (!this.comment) kept += line.slice(at, edge < 0 ? undefined : edge)
      if (edge < 0) break
      at = edge + (this.comment ? 3 : 4)
      this.comment = !this.comment
    }
    return kept
  }

  /** Headings, rules and definitions; true if the line was one of them. */
  private structure(line: string): boolean {
    const atx = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s.exec(line)
    if (atx) return this.found(headingSource(atx[2]?.trimStart() ?? ''), atx[1]!.length)
    const under = this.paragraph !== null && /^ {0,3}(?:(=)=*|--*)[ \t]*$/.exec(line)
    if (under) {
      this.underlined(this.paragraph!, under[1] !== undefined)
      return true
    }
    return (
      rule.test(line) || isTableRule(line) || (definition.test(line) && !line.trimStart().startsWith('[^'))
    )
  }

  /** The paragraph that was read last is a heading. */
  private underlined(paragraph: string, isTitle: boolean): void {
    if (isTitle) this.heading ??= withoutHeadingId(paragraph)
    const last = this.out.pop()
    if (last !== undefined) this.out.push(withoutHeadingId(last))
    this.paragraph = null
  }

  private found(heading: string, level: number): boolean {
    if (level === 1 && heading.trim() !== '') this.heading ??= heading
    this.paragraph = null
    this.push(wordsOf(heading))
    return true
  }

  private text(line: string): void {
    const isQuoteOrItem = /^ {0,3}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])|^(?: {4}|\t)/.test(line)
    this.htmlHeading(line)
    if (this.paragraph !== null) this.paragraph += ` ${line.trim()}`
    else if (!isQuoteOrItem) this.paragraph = line.trim()
    const written = line.replace(block, '')
    const words = wordsOf(/^ {0,3}>/.test(line) ? calloutTitle(written) : written)
    this.push(/^[ \t]*\|/.test(line) ? words.replaceAll('|', ' ') : words)
  }

  private htmlHeading(line: string): void {
    const [tag] = (this.heading === null && /<h1(?![^\s>])[^<>]*>/i.exec(line)) || []
    if (tag === undefined) return
    const [html, ...more] = line.slice(line.indexOf(tag) + tag.length).split(/<\/h1>/i, 2)
    if (more.length > 0 && wordsOf(html!).trim() !== '') this.heading = html!
  }

  private push(line: string): void {
    const trimmed = line.trim()
    if (trimmed === '' || this.full) return
    this.out.push(trimmed)
    this.size += trimmed.length + 1
  }
}

/**
 * The words of a Markdown file for search, at most about `limit` characters, and the source of its title: the
 * `title` field of its front matter, else its first heading of level 1. `pause` is awaited now and then so that a
 * long file does not hold the event loop.
 */
export async function markdownText(
  source: string,
  limit: number,
  pause: () => Promise<void>,
): Promise<{ title: string | null; heading: string | null; text: string }> {
  const { frontMatter, body } = partFrontMatter(source.replace(/^\ufeff/, ''))
  const scan = new Scan(limit)
  const hidden = new HiddenBlocks(body)
  for (let at = 0, lines = 0; at < body.length && !scan.full; lines++) {
    const line = body.indexOf('\n', at)
    const end = Math.min(line < 0 ? body.length : line, at + LONGEST_LINE)
    const text = body.slice(at, end).replace(/\r$/, '')
    const skipped = scan.isInBlock ? 0 : hidden.endOf(text, at)
    if (skipped === 0) scan.line(text)
    if (lines % 32 === 31 || end - at > 4096) await pause()
    at = skipped || (end === line ? end + 1 : end)
  }
  const title = frontMatter === null ? null : titleField(frontMatter)
  return { title, heading: scan.heading, text: scan.out.join('\n') }
}
