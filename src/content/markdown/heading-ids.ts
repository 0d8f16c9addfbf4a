// `{#id}` after a heading: the address that its author chose, which is no text of it.
import type { MarkdownIt, StateCore } from 'markdown-it'

/** Longer attributes are text. Characters. */
const LONGEST = 1000

const attribute = /(?:#([^\s<>]+)|\.\S+|[\w-]+=(?:"[^"]*"|[^\s"]*))(?:\s+|$)/y

/** Before a brace that belongs to a formula, a shell or a template, or is escaped. */
const otherBrace = /[\\$#%{]$|\\[A-Za-z]{1,40}$/

/** The id among attributes such as `#id .class key="value"`; null if there is none, or something else. */
function idAmong(attributes: string): string | null {
  let id: string | null = null
  for (attribute.lastIndex = 0; attribute.lastIndex < attributes.length; ) {
    const found = attribute.exec(attributes)
    if (!found) return null
    id ??= found[1] ?? null
  }
  return id
}

/** A heading without the hashes that may close it. */
export function withoutClosingHashes(heading: string): string {
  const kept = heading.trimEnd().replace(/(?<!#)#+$/, '')
  return kept === '' || /[ \t]$/.test(kept) ? kept.trimEnd() : heading
}

/**
 * Divides the source of a heading into its words and the id after them, as it is written; null if it names none.
 * @param isClosable whether hashes may close it, also before the id
 */
function splitHeadingId(source: string, isClosable: boolean): { words: string; id: string } | null {
  const heading = source.trimEnd()
  const brace = heading.endsWith('}') ? heading.lastIndexOf('{') : -1
  if (brace < 0 || heading.length - brace > LONGEST) return null
  const words = heading.slice(0, brace)
  const id = otherBrace.test(words.slice(-50))
    ? null
    : idAmong(heading.slice(brace + 1, -1).replace(/^:?\s*/, ''))
  if (id === null) return null
  return { words: isClosable ? withoutClosingHashes(words.trimEnd()) : words.trimEnd(), id }
}

/** The heading without the id after it. */
export const withoutHeadingId = (source: string, isClosable = false): string =>
  splitHeadingId(source, isClosable)?.words ?? source

function takeIds({ tokens, md }: StateCore): void {
  for (const [index, heading] of tokens.entries()) {
    const inline = heading.type === 'heading_open' ? tokens[index + 1]! : null
    const found = inline && splitHeadingId(inline.content, heading.markup.startsWith('#'))
    if (!found) continue
    inline.content = found.words
    heading.meta = { id: md.utils.unescapeAll(found.id) }
  }
}

/** Teaches a parser ids of headings: `heading_open` has it as `meta.id`. */
export function headingIds(markdown: MarkdownIt): void {
  markdown.core.ruler.before('inline', 'heading_ids', takeIds)
}
