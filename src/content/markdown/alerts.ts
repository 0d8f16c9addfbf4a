// Callouts: a quotation that begins with `[!NOTE]` as on GitHub, or with a type, a title and a fold as in Obsidian.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from '../escape.ts'
import { type CalloutMark, readCalloutMark } from './callout-mark.ts'

/** Reads the marks before the lines of text are read, so that a title is Markdown by itself. */
function markAlerts(state: StateCore): void {
  const tokens: Token[] = []
  const quotes: Token[] = []
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'blockquote_open') quotes.push(token)
    if (token.type === 'blockquote_close') token.tag = quotes.pop()?.tag ?? token.tag
    const quote = state.tokens[index - 1]
    if (token.type === 'paragraph_open' && quote?.type === 'blockquote_open')
      tokens.push(...titleOf(state, quote, state.tokens.slice(index, index + 3) as Paragraph))
    tokens.push(token)
  }
  state.tokens = tokens
}

type Paragraph = [open: Token, text: Token, close: Token]

/** Makes the quotation a callout where its first paragraph begins as one; the title, where it is not in that paragraph. */
function titleOf(state: StateCore, quote: Token, paragraph: Paragraph): Token[] {
  const text = paragraph[1]
  const [line, rest] = parted(text.content)
  const mark = readCalloutMark(line)
  if (!mark) return []
  quote.attrJoin('class', `alert alert-${mark.kind}`)
  if (mark.fold) quote.tag = 'details'
  if (mark.fold === 'open') quote.attrSet('open', '')
  text.content = rest
  if (rest !== '' && !mark.fold && mark.title === '') {
    text.children = [nameToken(state, mark, false)]
    return []
  }
  const title = rest === '' ? paragraph : newParagraph(state, paragraph[0])
  writeTitle(state, mark, title)
  return title === paragraph ? [] : title
}

function parted(text: string): [line: string, rest: string] {
  const end = text.indexOf('\n')
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1).trimStart()]
}

/** A paragraph before the one that begins on the same line. */
function newParagraph(state: StateCore, { level, map }: Token): Paragraph {
  const open = new state.Token('paragraph_open', 'p', 1)
  const text = new state.Token('inline', '', 0)
  const close = new state.Token('paragraph_close', 'p', -1)
  for (const token of [open, text, close]) Object.assign(token, { level, map, block: true })
  return [open, text, close]
}

/** Writes the title of a callout; one that folds opens by its title. */
function writeTitle(state: StateCore, mark: CalloutMark, [open, text, close]: Paragraph): void {
  open.attrSet('class', 'alert-title')
  if (mark.fold) open.tag = close.tag = 'summary'
  text.content = mark.title
  text.children = mark.title === '' ? [nameToken(state, mark, true)] : []
}

function nameToken(state: StateCore, { name }: CalloutMark, alone: boolean): Token {
  const token = new state.Token('alert_title', '', 0)
  token.content = name
  token.meta = { alone }
  return token
}

/** Teaches a parser callouts: classes on the quotation, which is `details` where it folds, and a title. */
export function alerts(markdown: MarkdownIt): void {
  markdown.core.ruler.before('inline', 'alerts', markAlerts)
  markdown.renderer.rules.alert_title = (tokens, index) => {
    const { content, meta } = tokens[index]!
    return meta?.alone
      ? escapeHtml(content)
      : `<strong class="alert-title">${escapeHtml(content)}</strong><br>`
  }
}
