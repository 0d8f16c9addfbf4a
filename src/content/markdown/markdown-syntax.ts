// The Markdown that is understood: CommonMark, GitHub's additions, footnotes, formulas, alerts and ids of headings.
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { alerts } from './alerts.ts'
import { cjkEmphasis } from './cjk-emphasis.ts'
import { headingIds } from './heading-ids.ts'
import { hideElements } from './hidden-elements.ts'
import { latexDelimiters } from './latex-delimiters.ts'
import { mathSyntax } from './math-syntax.ts'
import { taskLists } from './task-list.ts'
import { unclosedDetails } from './unclosed-details.ts'
import { wwwLinks } from './www-links.ts'

/** Deeper quotations and lists are read as text: browsers and our own tree walks stay far from their limits. */
const DEEPEST = 64

/** A picture within the file, SVG too: in an `img` it runs no script. As a link it leads nowhere (`isAllowedUrl`). */
const picture = /^data:image\//i

/** A parser that lets raw HTML through: whoever shows the outcome sanitises it first. */
export const markdownParser = (): Parser => specificationParser().use(hideElements).use(unclosedDetails)

/** The same parser without what we do to raw HTML, to be compared with the specifications. */
export function specificationParser(): Parser {
  const parser = new MarkdownIt('default', { html: true, linkify: true, maxNesting: DEEPEST })
  const isHarmless = parser.validateLink.bind(parser)
  parser.validateLink = url => picture.test(url) || isHarmless(url)
  parser.use(footnotes).use(taskLists).use(mathSyntax).use(alerts).use(wwwLinks)
  parser.renderer.rules.s_open = () => '<del>'
  parser.renderer.rules.s_close = () => '</del>'
  parser.use(cjkEmphasis).use(headingIds).use(latexDelimiters)
  return parser
}
