// A whole file as text for reading: what is visible, the source, or the headings.
import type { Format } from '../../domain/artifact.ts'
import { withoutInvisible } from '../../domain/plain-text.ts'
import { HtmlText } from '../html/html-text.ts'
import { partFrontMatter } from '../markdown/front-matter.ts'
import { markdownParser } from '../markdown/markdown-syntax.ts'

/** `text`: what a reader sees. `source`: the file itself. `outline`: its headings, indented by level. */
export type Reading = 'text' | 'source' | 'outline'

/**
 * The file as `as` asks for. `text` and `outline` hold no comments, scripts, hidden elements, front matter, or
 * characters that nobody sees; `source` is unchanged.
 */
export function readableText(source: string, format: Format, as: Reading): string {
  if (as === 'source') return source
  const reader = new HtmlText()
  const html = format === 'html' ? source : rendered(source)
  for (let at = 0; at < html.length; at += 65_536) reader.write(html.slice(at, at + 65_536))
  reader.end()
  const text = as === 'text' ? reader.text : outlineOf(reader)
  return withoutInvisible(text)
}

function rendered(source: string): string {
  const parser = markdownParser()
  parser.renderer.rules.footnote_anchor = () => ''
  return parser.render(partFrontMatter(source).body)
}

const outlineOf = ({ headings }: HtmlText): string =>
  headings.map(({ level, text }) => `${'  '.repeat(level - 1)}${text}`).join('\n')
