// A `<details>` in running text that nothing closes is a word: it would fold all that comes after it.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const tag = /<(\/?)details(?=[\s/>])/gi

function* htmlIn(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    if (token.type === 'html_block' || token.type === 'html_inline') yield token
    if (token.children) yield* htmlIn(token.children)
  }
}

function readDetails({ tokens }: StateCore): void {
  const open: Token[] = []
  for (const token of htmlIn(tokens))
    for (const [, slash] of token.content.matchAll(tag)) slash ? open.pop() : open.push(token)
  for (const token of open) if (token.type === 'html_inline') token.type = 'text'
}

/** Teaches a parser that an unclosed `<details>` in running text is a word. */
export function unclosedDetails(markdown: MarkdownIt): void {
  markdown.core.ruler.before('linkify', 'unclosed_details', readDetails)
}
