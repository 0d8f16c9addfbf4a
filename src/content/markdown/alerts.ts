// Alerts: a quotation that begins with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** The kinds, as classes `alert-note` and so on. */
export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

const mark = /^\[!(note|tip|important|warning|caution)\]\s*$/i

function markAlerts(state: StateCore): void {
  const { tokens } = state
  for (let index = 2; index < tokens.length; index++) {
    const inline = tokens[index]!
    const quote = tokens[index - 2]!
    if (inline.type === 'inline' && quote.type === 'blockquote_open')
      markAlert(state, quote, tokens[index - 1]!, inline)
  }
}

/** The mark must stand alone on the first line; it becomes a paragraph of its own with the word as title. */
function markAlert(state: StateCore, quote: Token, paragraph: Token, inline: Token): void {
  const kind = mark.exec(inline.content.split('\n', 1)[0]!)?.[1]?.toLowerCase()
  if (!kind) return
  quote.attrJoin('class', `alert alert-${kind}`)
  const end = inline.children!.findIndex(child => child.type === 'softbreak' || child.type === 'hardbreak')
  const title = new state.Token('alert_title', '', 0)
  title.content = kind[0]!.toUpperCase() + kind.slice(1)
  title.meta = { alone: end < 0 }
  inline.children = [title, ...(end < 0 ? [] : inline.children!.slice(end + 1))]
  if (end < 0) paragraph.attrSet('class', 'alert-title')
}

/** Teaches a parser alerts: classes on the quotation, and a token `alert_title` at its beginning. */
export function alerts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'alerts', markAlerts)
  markdown.renderer.rules.alert_title = (tokens, index) => {
    const { content, meta } = tokens[index]!
    return meta?.alone ? content : `<strong class="alert-title">${content}</strong><br>`
  }
}
