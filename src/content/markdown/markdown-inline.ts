// The words of a line of Markdown, read by the real parser.
import type { MarkdownIt, Token } from 'markdown-it'
import { markdownParser } from './markdown-syntax.ts'

let parser: MarkdownIt | null = null

/** Tokens whose source is their words. */
const written: ReadonlySet<string> = new Set(['text', 'code_inline', 'text_special', 'math_inline'])

function words(token: Token): string {
  if (written.has(token.type)) return token.content
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
  return (token.children ?? []).map(words).join('')
}

/** The visible text of inline Markdown: links by their words, formulas by their source, images by their description, no tags. */
export function inlineText(source: string): string {
  parser ??= markdownParser()
  return parser.parseInline(source, {}).map(words).join('')
}
