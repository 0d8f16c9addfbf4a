// The YAML block that may open a Markdown file: found, set aside, asked for its title.

export interface Parts {
  /** The text between the two `---` lines; null if the file has no front matter. */
  frontMatter: string | null
  /** The Markdown after it; the whole file if there is none. */
  body: string
}

/** Longer blocks are taken for text: nobody writes such a header by hand. */
const LONGEST = 65_536

/** A line ends as in YAML; `^`, `$` and `.` of a regular expression take U+2028 and U+2029 for line ends as well. */
const lineEnd = /\r\n?|\n/
const opening = /^\ufeff?---[ \t]*(?:\r\n?|\n)/
const closing = /(?<![^\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|$)/
const title = /(?<![^\r\n])title[ \t]*:([^\r\n]*)/i
const field = /^(?:[A-Za-z0-9_"'][^\n:]{0,200}:(?:\s|$)|#)/
const continuation = /^(?:\s|[-#}\]])/

/** True if every line could be YAML fields: prose between two rules is not front matter. */
function isMapping(block: string): boolean {
  const lines = block.split(lineEnd).filter(line => line.trim() !== '')
  return (
    lines.length > 0 &&
    field.test(lines[0]!) &&
    lines.every(line => field.test(line) || continuation.test(line))
  )
}

/** Parts a Markdown file into its front matter and the rest. */
export function partFrontMatter(source: string): Parts {
  const start = opening.exec(source)?.[0].length
  if (start === undefined) return { frontMatter: null, body: source }
  const end = closing.exec(source.slice(start, start + LONGEST))
  const frontMatter = end && source.slice(start, start + end.index)
  if (!end || !frontMatter || !isMapping(frontMatter)) return { frontMatter: null, body: source }
  return { frontMatter, body: source.slice(start + end.index + end[0].length) }
}

/** The value of a `title:` field at the top level, unquoted; null if there is none. */
export function titleField(frontMatter: string): string | null {
  const value = title.exec(frontMatter)?.[1]?.trim()
  if (!value || /^[|>][+-]?$/.test(value)) return null
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'") || null
  const double = /^"((?:[^"\\]|\\.)*)"/s.exec(value)?.[1]
  if (double !== undefined) return double.replace(/\\(.)/gs, '$1') || null
  return value.replace(/(?<!\s)\s+#.*$/s, '') || null
}
