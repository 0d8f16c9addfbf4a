// Raw HTML of an author made safe: parsed, sanitised as a tree, then given what our own pages have.
import type { Element, ElementContent, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { ID_PREFIX } from '../../domain/author-ids.ts'
import { asParsed } from '../parsed-address.ts'
import { hiddenElements } from './hidden-elements.ts'
import { anchorLabel, linkAttributes, tableFrame } from './markdown-rules.ts'
import type { PageState } from './page-state.ts'
import { isAllowedSourceSet, schema } from './schema.ts'
import { makeShallow } from './shallow-tree.ts'

declare module 'hast' {
  /** HTML that a trusted renderer made, written out as it is. */
  interface RawHtml {
    type: 'raw'
    value: string
  }
  interface ElementContentMap {
    raw: RawHtml
  }
}

/** Sanitised HTML of a page, with headings, links and tables as `markdown-rules.ts` writes them. */
export function sanitizeHtml(html: string, page: PageState): string {
  const tree = sanitized(html)
  finish(tree, page)
  return toHtml(tree, { allowDangerousHtml: true })
}

/** The same HTML without what the page does not show, for readers of its text. */
export const shownHtml = (html: string): string => toHtml(sanitized(html))

/** The element around the HTML. In it a part of a table without its table is ignored, and its words are kept. */
const article = parseFragment('<article></article>').childNodes[0] as DefaultTreeAdapterTypes.Element

function sanitized(html: string): Root {
  const parsed = parseFragment(article, html, {})
  makeShallow(parsed, hiddenElements)
  const tree = fromParse5(parsed) as Root
  parseAddresses(tree)
  return sanitize(tree, schema) as Root
}

/** The sanitiser knows a scheme only as URL parsers write it. */
function parseAddresses({ children }: Root | Element): void {
  for (const child of children) {
    if (child.type !== 'element') continue
    const { properties } = child
    for (const name of ['href', 'src', 'poster'])
      if (typeof properties[name] === 'string') properties[name] = asParsed(properties[name])
    parseAddresses(child)
  }
}

/** Gives elements what our pages have, and puts back what trusted renderers made, in text alone. */
function finish(parent: Root | Element, page: PageState): void {
  const children: Element['children'] = []
  for (const child of parent.children as Element['children']) {
    if (child.type === 'element') children.push(finished(child, page))
    else if (child.type === 'text' && child.value.includes('\ue000'))
      children.push(...filled(child.value, page))
    else children.push(child)
  }
  parent.children = children
}

function finished(element: Element, page: PageState): Element {
  if (headings.has(element.tagName)) address(element, page)
  finishings[element.tagName]?.(element, page)
  const name = element.tagName === 'table' ? page.tableName(captionOf(element, page)) : null
  finish(element, page)
  return name === null ? element : framed(element, name)
}

const filled = (text: string, page: PageState): Element['children'] =>
  page
    .pieces(text)
    .map(piece =>
      typeof piece === 'string' ? { type: 'text', value: piece } : { type: 'raw', value: piece.html },
    )

function framed(table: Element, name: string): Element {
  const { class: className, role, 'aria-label': ariaLabel } = tableFrame(name)
  const properties = { className: [className], role, ariaLabel, tabIndex: 0 }
  return { type: 'element', tagName: 'div', properties, children: [table] }
}

function captionOf(table: Element, page: PageState): string {
  const caption = table.children.find(child => child.type === 'element' && child.tagName === 'caption')
  return caption ? page.textOf(textOf(caption)) : ''
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function address(element: Element, page: PageState): void {
  const text = page.textOf(textOf(element))
  const entry = page.outline.add(Number(element.tagName[1]), text, chosenId(element))
  element.properties.id = entry.id
  const properties = { className: ['anchor'], href: `#${entry.id}`, ariaLabel: anchorLabel(entry.text) }
  element.children.push({ type: 'element', tagName: 'a', properties, children: [] })
}

/** The id that the author gave the heading; undefined if there is none that an address can name. */
function chosenId({ properties: { id } }: Element): string | undefined {
  return typeof id === 'string' && !/\s/.test(id) ? id.slice(ID_PREFIX.length) : undefined
}

const finishings: Record<string, (element: Element, page: PageState) => void> = {
  a: ({ properties }, page) => {
    if (typeof properties.href === 'string')
      Object.assign(properties, linkAttributes(properties.href, page.parts.linkRel))
  },
  img: ({ properties }) => {
    properties.loading = 'lazy'
  },
  pre: ({ properties }) => {
    properties.tabIndex = 0
  },
  source: ({ properties }) => {
    if (typeof properties.srcSet === 'string' && !isAllowedSourceSet(properties.srcSet))
      delete properties.srcSet
  },
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || node.tagName === 'sup') return ''
  return node.tagName === 'br' ? ' ' : node.children.map(textOf).join('')
}
