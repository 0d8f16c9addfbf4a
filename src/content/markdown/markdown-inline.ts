// The words of a line of Markdown, read by the real parser.
import type { MarkdownIt, Token } from 'markdown-it'
import { markdownParser } from './markdown-syntax.ts'

let parser: MarkdownIt | null = null

function words(token: Token): string {
  if (token.type === 'text' || token.type === 'code_inline' || token.type === 'text_special')
    return token.content
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
  return (token.children ?? []).map(words).join('')
}

/** The visible text of inline Markdown: links by their words, images by their description, no tags. */
export function inlineText(source: string): string {
  parser ??= markdownParser()
  return parser.parseInline(source, {}).map(words).join('')
}
