// A whole file as text for reading: what is visible, the source, or the headings.
import type { Format } from '../../domain/artifact.ts'
import { withoutInvisible } from '../../domain/plain-text.ts'
import { lastAtMost } from '../../domain/sorted.ts'
import { HtmlText, type ReadWords } from '../html/html-text.ts'
import { partFrontMatter } from '../markdown/front-matter.ts'
import { markdownParser } from '../markdown/markdown-syntax.ts'
import { regions } from '../markdown/regions.ts'
import { shownHtml } from '../markdown/sanitize.ts'
import { seenOffsets } from './seen-offsets.ts'

/** `text`: what a reader sees. `source`: the file itself. `outline`: its headings, indented by level. */
export type Reading = 'text' | 'source' | 'outline'

/**
 * The file as `as` asks for. `text` and `outline` hold no comments, scripts, hidden elements, front matter, or
 * characters that nobody sees; `source` is unchanged.
 */
export function readableText(source: string, format: Format, as: Reading): string {
  if (as === 'source') return source
  const reader = readHtml(format === 'html' ? source : rendered(source))
  return withoutInvisible(as === 'text' ? reader.text : outlineOf(reader))
}

/** The text of an HTML page as `readableText` gives it, with where in the file a character of it stands, if it does. */
export function placedText(html: string): { text: string; sourceAt: (offset: number) => number | null } {
  const { starts, froms, ends }: ReadWords = { starts: [], froms: [], ends: [] }
  const { text } = readHtml(html, { starts, froms, ends })
  const inText = seenOffsets(text)
  const sourceAt = (offset: number): number | null => {
    const at = inText(offset)
    const word = lastAtMost(starts, at)
    if (word < 0) return null
    const found = froms[word]! + at - starts[word]!
    return found < ends[word]! ? found : null
  }
  return { text: withoutInvisible(text), sourceAt }
}

function readHtml(html: string, places: ReadWords | null = null): HtmlText {
  const reader = new HtmlText(Number.POSITIVE_INFINITY, places)
  for (let at = 0; at < html.length; at += 65_536) reader.write(html.slice(at, at + 65_536))
  reader.end()
  return reader
}

function rendered(source: string): string {
  const parser = markdownParser()
  parser.renderer.rules.footnote_anchor = () => ''
  const env = {}
  const tokens = parser.parse(partFrontMatter(source).body, env)
  return regions(tokens)
    .map(region => {
      const html = parser.renderer.render(region.tokens, parser.options, env)
      return region.raw ? shownHtml(html) : html
    })
    .join('')
}

const outlineOf = ({ headings }: HtmlText): string =>
  headings.map(({ level, text }) => `${'  '.repeat(level - 1)}${text}`).join('\n')
