// The complete HTML document of a Markdown page, as it goes into the frame.
import type { Theme } from '../../domain/artifact.ts'
import { escapeHtml } from '../escape.ts'
import type { OutlineEntry } from '../markdown/outline.ts'
import { styleOf } from './themes/themes.ts'

export interface PageParts {
  /** Sanitised HTML of the article. */
  html: string
  outline: readonly OutlineEntry[]
  title: string | null
  theme: Theme
  /** Language of the text, for screen readers and hyphenation (BCP 47). */
  lang: string
}

/** With fewer headings a list of contents is not worth its place; with more it is cut. */
const FEWEST = 4
const MOST = 400

/** The document: style inlined, faces by `data-theme` or the class `dark` on the root, else by the reader's system. */
export function pageDocument({ html, outline, title, theme, lang }: PageParts): string {
  const contents = contentsList(outline)
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title ?? 'Untitled')}</title>
<style>
${styleOf(theme)}
</style>
</head>
<body${contents ? ' class="with-contents"' : ''}>
${contents}<main class="sheet">
<article>
${html}</article>
</main>
</body>
</html>
`
}

/** Headings down to the third level of those in use; a single title at the top is left out. */
function contentsList(outline: readonly OutlineEntry[]): string {
  const listed = withoutTitle(outline)
  const top = Math.min(...listed.map(({ level }) => level))
  const entries = listed.filter(({ level, text }) => level < top + 3 && text !== '').slice(0, MOST)
  if (entries.length < FEWEST) return ''
  const items = entries.map(
    ({ level, text, id }) =>
      `<li class="in-${level - top}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="Contents"><details><summary>Contents</summary><ol>\n${items.join('\n')}\n</ol></details></nav>\n`
}

function withoutTitle(outline: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const [first, ...rest] = outline
  return first?.level === 1 && rest.every(({ level }) => level > 1) ? rest : outline
}
