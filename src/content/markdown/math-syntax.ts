// Mathematics in Markdown as GitHub reads it: `$…$`, `` $`…`$ ``, `$$…$$` and blocks between `$$` lines.
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { escapeHtml } from '../escape.ts'

/** A formula ends within so many characters, a block within so many lines: unclosed marks cost no search to the end. */
const LONGEST = 4096
const MOST_LINES = 500

const DOLLAR = 0x24
const BACKTICK = 0x60

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || Number.isNaN(code)
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Start and end of the formula that begins at `start`, and where the text goes on; null if none begins there. */
type Span = { from: number; to: number; next: number; display: boolean }

function spanAt(source: string, start: number): Span | null {
  if (source.charCodeAt(start + 1) === DOLLAR) return delimited(source, start, '$$', '$$', true)
  if (source.charCodeAt(start + 1) === BACKTICK) return delimited(source, start, '$`', '`$', false)
  if (isSpace(source.charCodeAt(start + 1))) return null
  const to = closingDollar(source, start + 1)
  if (to < 0 || isSpace(source.charCodeAt(to - 1)) || isDigit(source.charCodeAt(to + 1))) return null
  return { from: start + 1, to, next: to + 1, display: false }
}

function delimited(
  source: string,
  start: number,
  open: string,
  close: string,
  display: boolean,
): Span | null {
  const from = start + open.length
  const to = source.slice(from, from + LONGEST).indexOf(close) + from
  if (to <= from || source.slice(from, to).trim() === '') return null
  return { from, to, next: to + close.length, display }
}

/** The first unescaped dollar: if it cannot close, nothing does, so that prices stay prices. */
function closingDollar(source: string, from: number): number {
  const end = Math.min(source.length, from + LONGEST)
  for (let at = from; at < end; at++) {
    if (source.charCodeAt(at) === 0x5c) at++
    else if (source.charCodeAt(at) === DOLLAR) return at
  }
  return -1
}

function inline(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== DOLLAR) return false
  const span = spanAt(state.src, state.pos)
  if (!span || span.next > state.posMax) return false
  if (!silent) {
    const token = state.push('math_inline', '', 0)
    token.content = state.src.slice(span.from, span.to).trim()
    token.markup = span.display ? '$$' : '$'
  }
  state.pos = span.next
  return true
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!)

/** The column left of which no line of the block stands. A list item asks whether a block outside it, further left, ends its text. */
export const marginOf = ({ blkIndent, sCount }: StateBlock, start: number): number =>
  Math.min(blkIndent, sCount[start]!)

/** The line on which the block opened at `start` closes; -1 if it does not. */
function closingLine(state: StateBlock, start: number, end: number): number {
  const first = lineOf(state, start).trimEnd()
  if (first.length > 4 && first.endsWith('$$')) return start
  if (first.slice(2).includes('$$')) return -1
  for (let line = start + 1; line < Math.min(end, start + MOST_LINES); line++) {
    if (state.sCount[line]! < marginOf(state, start)) return -1
    if (lineOf(state, line).trimEnd().endsWith('$$')) return line
  }
  return -1
}

function block(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.sCount[start]! - state.blkIndent >= 4 || !lineOf(state, start).startsWith('$$')) return false
  const last = closingLine(state, start, end)
  if (last < 0) return false
  if (silent) return true
  const lines = state.getLines(start, last + 1, state.blkIndent, false).trim()
  const token = state.push('math_block', '', 0)
  token.block = true
  token.content = lines.slice(2, -2).trim()
  token.map = [start, last + 1]
  state.line = last + 1
  return true
}

/**
 * Teaches a parser formulas: tokens `math_inline` (markup `$` or `$$`) and `math_block`, their source as content. Where
 * nothing else writes them, they are written as that source.
 */
export function mathSyntax(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'math_inline', inline)
  markdown.block.ruler.after('fence', 'math_block', block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  const { rules } = markdown.renderer
  rules.math_inline = (tokens, index) => escapeHtml(tokens[index]!.content)
  rules.math_block = (tokens, index) => `<pre>${escapeHtml(tokens[index]!.content)}</pre>\n`
}
