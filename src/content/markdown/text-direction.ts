// The direction of each block by its first letter, so that Arabic, Hebrew and their like stand on their side of the page.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'

type Direction = 'ltr' | 'rtl'

/** Blocks of the scripts that run from right to left (Unicode's defaults for the bidirectional algorithm). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const letter = /\p{L}/u

/** Tokens of a line that are no text in its language: the styles keep code apart too. */
const apart: ReadonlySet<string> = new Set([
  'code_inline',
  'math_inline',
  'html_inline',
  'image',
  'alert_title',
])

/** The direction of the first letter; null without letters. */
function directionOf(inline: Token): Direction | null {
  for (const { type, content } of inline.children ?? []) {
    const first = apart.has(type) ? null : letter.exec(content)
    if (first) return rightToLeft.test(first[0]) ? 'rtl' : 'ltr'
  }
  return null
}

/** The direction of each block that holds letters. What is around a block that has one has one already. */
function directions(tokens: readonly Token[]): Map<Token, Direction> {
  const found = new Map<Token, Direction>()
  const open: Token[] = []
  for (const token of tokens) {
    if (token.nesting > 0) open.push(token)
    else if (token.nesting < 0) open.pop()
    const direction = token.type === 'inline' ? directionOf(token) : null
    if (!direction) continue
    for (let at = open.length - 1; at >= 0 && !found.has(open[at]!); at--) found.set(open[at]!, direction)
  }
  return found
}

/** Elements that have no side of their own, and those that are not written. */
const isPassed = ({ type, hidden }: Token): boolean =>
  hidden || /^(?:t(?:head|body|r)|footnote_block)_open$/.test(type)

/** Writes down where a block runs otherwise than what it stands in. */
function markDirections({ src, tokens }: StateCore): void {
  if (!rightToLeft.test(src)) return
  const own = directions(tokens)
  const around: Direction[] = ['ltr']
  for (const token of tokens) {
    if (token.nesting < 0) around.pop()
    if (token.nesting <= 0) continue
    const outer = around.at(-1)!
    const direction = isPassed(token) ? outer : (own.get(token) ?? outer)
    if (direction !== outer) token.attrSet('dir', direction)
    around.push(direction)
  }
}

/** Teaches a parser the attribute `dir`; a file without right-to-left text stays as it is. */
export function textDirection(markdown: MarkdownIt): void {
  markdown.core.ruler.push('text_direction', markDirections)
}
