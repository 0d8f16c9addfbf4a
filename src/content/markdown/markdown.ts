// Markdown rendered to sanitised HTML with its outline and its title.
import type { Env, MarkdownIt, Token } from 'markdown-it'
import { oneLine, TITLE_CHARACTERS } from '../characters.ts'
import { Formulas } from './formula.ts'
import { partFrontMatter, titleField } from './front-matter.ts'
import { Highlighting, languageOf } from './highlight.ts'
import { pageRules, type RenderEnv } from './markdown-rules.ts'
import { markdownParser } from './markdown-syntax.ts'
import type { OutlineEntry } from './outline.ts'
import { PageState } from './page-state.ts'
import { type Region, regions } from './regions.ts'
import { sanitizeHtml } from './sanitize.ts'
import { textDirection } from './text-direction.ts'

export interface RenderOptions {
  /** Value of `rel` on links that leave the page. */
  linkRel: string
  /** Sanitise the tree even where the file holds no raw HTML; the outcome is the same, as tests show. */
  always?: boolean
  /** False leaves code without colours. */
  colours?: boolean
}

export interface Rendered {
  /** HTML of the article, safe to show. */
  html: string
  outline: OutlineEntry[]
  /** The front matter's `title`, else the first heading; null if there is neither. */
  title: string | null
}

let parser: MarkdownIt | null = null

function pageParser(): MarkdownIt {
  parser ??= markdownParser().use(pageRules).use(textDirection)
  return parser
}

/**
 * Renders Markdown: CommonMark and GitHub's additions, footnotes, formulas, alerts, coloured code, heading
 * addresses; front matter is not shown. Regions with raw HTML pass the sanitizer's schema; all others are written by
 * our own rules, which escape everything and allow the same addresses.
 */
export async function renderMarkdown(source: string, options: RenderOptions): Promise<Rendered> {
  const { frontMatter, body } = partFrontMatter(source.replace(/^\ufeff/, ''))
  const markdown = pageParser()
  const env: Record<string, unknown> = {}
  const tokens = markdown.parse(body, env)
  const highlighting = await Highlighting.for(options.colours === false ? new Set() : languagesIn(tokens))
  const hasFootnotes = tokens.some(({ type }) => type === 'footnote_block_open')
  const { linkRel } = options
  const page = new PageState({ highlighting, formulas: new Formulas(), linkRel, hasFootnotes })
  const html = (options.always ? [{ tokens, raw: true }] : regions(tokens))
    .map(region => written(region, markdown, { ...env, page }))
    .join('')
  const title = (frontMatter && titleField(frontMatter)) || page.outline.entries[0]?.text
  return { html, outline: page.outline.entries, title: (title && oneLine(title, TITLE_CHARACTERS)) || null }
}

function written({ tokens, raw }: Region, markdown: MarkdownIt, env: RenderEnv): string {
  env.page.direct = !raw
  const html = markdown.renderer.render(tokens, markdown.options, env as unknown as Env)
  return raw ? sanitizeHtml(html, env.page) : html
}

function languagesIn(tokens: readonly Token[]): Set<string> {
  const found = new Set<string>()
  for (const { type, info } of tokens) {
    const language = type === 'fence' && languageOf(info.trim().split(/[\s{,]/, 1)[0] ?? '')
    if (language) found.add(language)
  }
  return found
}
