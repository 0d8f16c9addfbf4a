// The Markdown that is understood: CommonMark, GitHub's additions and footnotes.
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { taskLists } from './task-list.ts'

/** A parser that lets raw HTML through: whoever shows the outcome sanitises it first. */
export function markdownParser(): Parser {
  return new MarkdownIt('default', { html: true, linkify: true }).use(footnotes).use(taskLists)
}
