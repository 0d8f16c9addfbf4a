// Formulas between the delimiters of TeX: `\(…\)` in a line, and lines between `\[` and `\]`, each alone on its own.
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { marginOf } from './math-syntax.ts'

/** As for `$` and `$$`: unclosed delimiters cost no search to the end. */
const LONGEST = 4096
const MOST_LINES = 500

const BACKSLASH = 0x5c

/** Parentheses around anything else are only escaped: Google Docs and others write a backslash before punctuation. */
const mathematical = /[\\^_=]/

/** The `\)` outside braces that closes the formula begun before `from`; -1 if another one begins first, or a code span. */
function closingParenthesis(source: string, from: number): number {
  const end = Math.min(source.length, from + LONGEST)
  let depth = 0
  for (let at = from; at < end; at++) {
    if (source[at] === '`') return -1
    if (source[at] === '{') depth++
    if (source[at] === '}') depth--
    if (source.charCodeAt(at) !== BACKSLASH) continue
    if (source[at + 1] === ')' && depth <= 0) return at
    if (source[at + 1] === '(' && depth <= 0) return -1
    at++
  }
  return -1
}

function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== BACKSLASH || src[pos + 1] !== '(') return false
  const close = closingParenthesis(src, pos + 2)
  if (close < 0 || close + 2 > state.posMax) return false
  const formula = src.slice(pos + 2, close).trim()
  if (!mathematical.test(formula)) return false
  if (!silent) {
    const token = state.push('math_inline', '', 0)
    token.content = formula
    token.markup = '\\('
  }
  state.pos = close + 2
  return true
}

/** Asked of every line: the first character decides nearly always. */
function isLine(state: StateBlock, line: number, text: string): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (state.src.charCodeAt(start) !== BACKSLASH) return false
  return state.src.slice(start, state.eMarks[line]!).trimEnd() === text
}

/** The line `\]` that closes the block opened at `start`; -1 if there is none in the list item or quotation, or another begins first. */
function closingLine(state: StateBlock, start: number, end: number): number {
  const margin = marginOf(state, start)
  for (let line = start + 1; line < Math.min(end, start + MOST_LINES); line++) {
    if (isLine(state, line, '\\]')) return state.sCount[line]! < margin ? -1 : line
    if (isLine(state, line, '\\[')) return -1
    if (state.sCount[line]! < margin && !state.isEmpty(line)) return -1
  }
  return -1
}

function block(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!isLine(state, start, '\\[') || state.sCount[start]! - state.blkIndent >= 4) return false
  const last = closingLine(state, start, end)
  const formula = last < 0 ? '' : state.getLines(start + 1, last, state.blkIndent, false).trim()
  if (formula === '') return false
  if (silent) return true
  const token = state.push('math_block', '', 0)
  token.block = true
  token.content = formula
  token.map = [start, last + 1]
  state.line = last + 1
  return true
}

/** Teaches a parser these formulas: the tokens of `math-syntax.ts`. */
export function latexDelimiters(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'latex_inline', inline)
  markdown.block.ruler.after('fence', 'latex_block', block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}
