// How tokens become HTML: our links, images, headings, tables, code, formulas and footnotes.
import type { MarkdownIt, RendererRule, Token } from 'markdown-it'
import { ID_PREFIX } from '../../domain/author-ids.ts'
import { escapeHtml } from '../escape.ts'
import { asParsed } from '../parsed-address.ts'
import { languageOf } from './highlight.ts'
import type { PageState } from './page-state.ts'
import { isAllowedUrl } from './schema.ts'

/** The `env` of a parser while a page is written. */
export interface RenderEnv {
  page: PageState
}

type Rule = (token: Token, page: PageState, tokens: Token[], index: number, markdown: MarkdownIt) => string

const harmless: Rule = (token, page) => {
  if (!page.direct) return token.content
  return token.content.trim().startsWith('<br') ? '<br>' : ''
}

/** The language is the first word after the fence. */
const fence: Rule = (token, page, ...rest) => {
  const word = token.info.trim().split(/[\s{,]/, 1)[0] ?? ''
  if (word === 'math') return formula(token, page, ...rest)
  return codeBlock(token.content, word, page)
}

function codeBlock(code: string, word: string, page: PageState): string {
  const attributes = word === '' ? '' : ` class="language-${escapeHtml(word)}"`
  const body = page.parts.highlighting.html(code, languageOf(word))
  const html = page.trusted(`<code${attributes}>${body}</code>`, code)
  return `<pre${page.direct ? ' tabindex="0"' : ''}>${html}</pre>\n`
}

const formula: Rule = (token, page) => {
  const display = token.type !== 'math_inline' || token.markup === '$$'
  const html = page.trusted(page.parts.formulas.html(token.content, display), token.content)
  return token.type === 'math_inline' ? html : `<p>${html}</p>\n`
}

/** Attributes of a link by its address; `rel` and `target` only where it leaves the page. */
export function linkAttributes(href: string, rel: string): Record<string, string> {
  const address = asParsed(href)
  if (/^#./s.test(address))
    return { href: address.startsWith(`#${ID_PREFIX}`) ? address : `#${ID_PREFIX}${address.slice(1)}` }
  return /^(?:https?:)?[\\/]{2}/.test(address) ? { href, rel, target: '_blank' } : { href }
}

const attributesHtml = (attributes: Record<string, string | undefined>): string =>
  Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')

const attribute = (token: Token, name: string): string | undefined => token.attrGet(name)?.toString()

const linkOpen: Rule = (token, page) => {
  const href = asParsed(attribute(token, 'href') ?? '')
  const title = attribute(token, 'title')
  if (!isAllowedUrl(href, 'href')) return `<a${attributesHtml({ title })}>`
  if (!page.direct) return `<a${attributesHtml({ href, title })}>`
  return `<a${attributesHtml({ ...linkAttributes(href, page.parts.linkRel), title })}>`
}

const image: Rule = (token, page, _tokens, _index, markdown) => {
  const src = asParsed(attribute(token, 'src') ?? '')
  const alt = markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, {})
  const allowed = isAllowedUrl(src, 'src') ? src : undefined
  const title = attribute(token, 'title')
  return `<img${attributesHtml({ src: allowed, alt, title, loading: page.direct ? 'lazy' : undefined })}>`
}

/** Text of a heading as a reader sees it: no images, no marks of footnotes. */
export function headingText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      if (type === 'image' || type === 'footnote_ref' || type === 'html_inline') return ''
      return content + headingText(children ?? [])
    })
    .join('')
}

/** The link at the end of a heading that leads to itself; its sign comes from the style, so that it adds no text. */
export const anchorLabel = (text: string): string => `Link to “${text}”`

const headingOpen: Rule = (token, page, tokens, index) => {
  const chosen = token.meta?.id as string | undefined
  const dir = attribute(token, 'dir')
  if (!page.direct) return `<${token.tag}${attributesHtml({ id: chosen, dir })}>`
  const text = headingText(tokens[index + 1]?.children ?? [])
  const { id } = page.outline.add(Number(token.tag[1]), text, chosen)
  return `<${token.tag}${attributesHtml({ id, dir })}>`
}

const headingClose: Rule = (token, page) => {
  const entry = page.outline.entries.at(-1)
  if (!page.direct || !entry) return `</${token.tag}>\n`
  return `<a${attributesHtml({ class: 'anchor', href: `#${entry.id}`, 'aria-label': anchorLabel(entry.text) })}></a></${token.tag}>\n`
}

const cellOpen: Rule = token => {
  const align = /text-align:(\w+)/.exec(attribute(token, 'style') ?? '')?.[1]
  return `<${token.tag}${attributesHtml({ align, dir: attribute(token, 'dir') })}>`
}

/** Wide tables scroll by themselves, also by keyboard. */
export const tableFrame = (name: string) => ({
  class: 'table',
  role: 'region',
  'aria-label': name,
  tabindex: '0',
})

const tableOpen: Rule = (token, page) => {
  const table = `<table${attributesHtml({ dir: attribute(token, 'dir') })}>\n`
  return page.direct ? `<div${attributesHtml(tableFrame(page.tableName()))}>${table}` : table
}
const tableClose: Rule = (_token, page) => (page.direct ? '</table></div>\n' : '</table>\n')

const taskBox: Rule = token => {
  const checked = token.attrIndex('checked') >= 0
  return `<input${checked ? ' checked=""' : ''} disabled="" type="checkbox" aria-label="${checked ? 'Done' : 'To do'}">`
}

const numberOf = ({ meta }: Token): { name: string; reference: string } => {
  const name = String(Number(meta?.id) + 1)
  return { name, reference: Number(meta?.subId) > 0 ? `${name}:${meta?.subId}` : name }
}

const footnoteRef: Rule = (token, page) => {
  const { name, reference } = numberOf(token)
  const { idPrefix } = page
  return `<sup class="footnote-ref"><a href="#${idPrefix}fn${name}" id="${idPrefix}fnref${reference}">${name}</a></sup>`
}

const footnoteOpen: Rule = (token, page) =>
  `<li${attributesHtml({
    id: `${page.idPrefix}fn${numberOf(token).name}`,
    class: 'footnote-item',
    dir: attribute(token, 'dir'),
  })}>`

const footnoteAnchor: Rule = (token, page) =>
  ` <a href="#${page.idPrefix}fnref${numberOf(token).reference}" class="footnote-backref" aria-label="Back to the text">\u21a9\ufe0e</a>`

const rules: Record<string, Rule> = {
  html_block: harmless,
  html_inline: harmless,
  fence,
  code_block: (token, page) => codeBlock(token.content, '', page),
  math_inline: formula,
  math_block: formula,
  link_open: linkOpen,
  image,
  heading_open: headingOpen,
  heading_close: headingClose,
  th_open: cellOpen,
  td_open: cellOpen,
  table_open: tableOpen,
  table_close: tableClose,
  task_box: taskBox,
  footnote_ref: footnoteRef,
  footnote_open: footnoteOpen,
  footnote_anchor: footnoteAnchor,
}

/** Makes a parser's renderer write pages; its `env` is a `RenderEnv`. */
export function pageRules(markdown: MarkdownIt): void {
  for (const [name, rule] of Object.entries(rules)) {
    const adapted: RendererRule = (tokens, index, _options, env) =>
      rule(tokens[index]!, (env as unknown as RenderEnv).page, tokens, index, markdown)
    markdown.renderer.rules[name] = adapted
  }
}
