// Markdown rendered to sanitised HTML with its outline and its title.
import type { MarkdownIt, Token } from 'markdown-it'
import { oneLine } from './characters.ts'
import { TITLE_CHARACTERS } from './describe.ts'
import { Formulas } from './formula.ts'
import { partFrontMatter, titleField } from './front-matter.ts'
import { Highlighting, languageOf } from './highlight.ts'
import { isHarmless, pageRules } from './markdown-rules.ts'
import { markdownParser } from './markdown-syntax.ts'
import type { OutlineEntry } from './outline.ts'
import { PageState } from './page-state.ts'
import { sanitised } from './sanitised.ts'

export interface RenderOptions {
  /** Value of `rel` on links that leave the page. */
  linkRel: string
  /** Sanitise the tree even where the file holds no raw HTML; the outcome is the same, as tests show. */
  always?: boolean
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
  parser ??= markdownParser().use(pageRules)
  return parser
}

/**
 * Renders Markdown: CommonMark and GitHub's additions, footnotes, formulas, alerts, coloured code, heading
 * addresses; front matter is not shown. Raw HTML passes the sanitiser's one schema; a file without any is written
 * by our own rules alone, which escape everything and allow the same addresses.
 */
export async function renderMarkdown(source: string, options: RenderOptions): Promise<Rendered> {
  const { frontMatter, body } = partFrontMatter(source.replace(/^\ufeff/, ''))
  const markdown = pageParser()
  const env: Record<string, unknown> = {}
  const tokens = markdown.parse(body, env)
  const { languages, raw } = survey(tokens)
  const highlighting = await Highlighting.for(languages)
  const parts = { highlighting, formulas: new Formulas(), linkRel: options.linkRel }
  const page = new PageState(!raw && !options.always, parts)
  const html = markdown.renderer.render(tokens, markdown.options, { ...env, page })
  const safe = page.direct ? html : sanitised(html, page)
  const title = (frontMatter && titleField(frontMatter)) || page.outline.entries[0]?.text
  return {
    html: safe,
    outline: page.outline.entries,
    title: (title && oneLine(title, TITLE_CHARACTERS)) || null,
  }
}

/** The languages of its code, and whether the page holds HTML that must be sanitised. */
function survey(tokens: readonly Token[]): { languages: Set<string>; raw: boolean } {
  const languages = new Set<string>()
  let raw = false
  const visit = (token: Token): void => {
    if (token.type === 'fence') {
      const language = languageOf(token.info.trim().split(/[\s{,]/, 1)[0] ?? '')
      if (language) languages.add(language)
    } else if (token.type === 'html_block' || token.type === 'html_inline') raw ||= !isHarmless(token.content)
    token.children?.forEach(visit)
  }
  tokens.forEach(visit)
  return { languages, raw }
}
