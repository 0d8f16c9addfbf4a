// Makes the passages that the search of the documentation looks through: each page cut at its headings, as plain text.
import type { SearchEntry } from '../../src/surfaces/web/docs/docs-search.ts'

/** Characters of a passage that are searched; tables of the reference go on for pages. */
const LONGEST = 1200

/** `html` is the rendered article of the page at `path`. */
export function passages(path: string, page: string, html: string): SearchEntry[] {
  const searched = path.startsWith('api/') ? html.replace(ANSWER, ' ') : html
  const parts = searched.split(/(?=<h[23] id=")/)
  return parts
    .map(part => {
      const [, id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? []
      const text = plainText(part.replace(/^<h[123][^>]*>.*?<\/h[123]>/s, '')).slice(0, LONGEST)
      return { path: id ? `${path}#${id}` : path, page, heading: plainText(heading), text }
    })
    .filter(({ heading, text }) => heading !== '' || text !== '')
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Answers in the API reference all hold the same words, and nobody searches for those. */
const ANSWER = /<pre[^>]*><code class="language-(?!sh)[^"]*">.*?<\/pre>/gs

/** The renderer writes no `>` inside a tag but its end. */
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
    .replace(/\s+/g, ' ')
    .trim()

/** The first sentence of a page, without marks. */
export function summaryOf(markdown: string): string {
  const paragraph = markdown
    .split(/\n\s*\n/)
    .find(part => /^[A-Za-z`*_[]/.test(part) && !part.startsWith('This page is written by'))
  const text = (paragraph ?? '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}
