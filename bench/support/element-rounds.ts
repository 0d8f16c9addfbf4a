// Pages edited at random, element by element, with the truth known by construction: where each element is now, if it is.
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node
type Parent = DefaultTreeAdapterTypes.ParentNode
export type Chance = () => number

/** The edits of a page; each number is the share of its elements. */
export interface Edits {
  words?: number
  inserted?: number
  deleted?: number
  moved?: number
  attributes?: number
  /** The elements asked for are taken away, some of them with all that is around them. */
  gone?: boolean
}

export interface Edited {
  html: string
  /** The number of each element asked for among all elements of the new page, from 0; null where it is gone. */
  truth: (number | null)[]
  /** How many elements there are. */
  count: number
}

/** The elements that are written, moved and taken away as a whole. */
const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol li table tr pre blockquote img hr'.split(' '))

export const pick = <T>(all: readonly T[], chance: Chance): T => all[Math.floor(chance() * all.length)]!

export function elementsOf(root: Node): Element[] {
  const all: Element[] = []
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ('tagName' in node) all.push(node)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  return all
}

/** Edits the page; `wanted` are numbers of its elements, which stay in it unless `gone` takes them away. */
export function edited(
  html: string,
  wanted: readonly number[],
  edits: Edits,
  others: readonly string[],
  chance: Chance,
): Edited {
  const root = parse(html)
  const before = elementsOf(root)
  const picked = wanted.map(number => before[number]!)
  const safe = new Set(picked.flatMap(withAncestors))
  const foreign = elementsOf(parse(pick(others, chance))).filter(({ tagName }) => blocks.has(tagName))
  for (const element of before.filter(({ tagName }) => blocks.has(tagName))) {
    if (chance() < (edits.words ?? 0)) reword(element, pick(others, chance), chance)
    if (chance() < (edits.attributes ?? 0)) dress(element, chance)
    if (chance() < (edits.inserted ?? 0)) insert(element, chance() < 0.2 ? before : foreign, chance)
    if (chance() < (edits.moved ?? 0)) move(element, before, chance)
    if (!safe.has(element) && chance() < (edits.deleted ?? 0)) detach(element)
  }
  if (edits.gone) for (const element of picked) detach(element)
  const after = serialize(root)
  const now = elementsOf(root)
  return {
    html: after,
    truth: picked.map(element => {
      const at = now.indexOf(element)
      return at < 0 ? null : at
    }),
    count: now.length,
  }
}

function withAncestors(element: Element): Element[] {
  const all: Element[] = []
  for (let at: Parent | null = element; at && 'tagName' in at; at = at.parentNode) all.push(at)
  return all
}

function detach(element: Element): void {
  const { parentNode } = element
  if (!parentNode) return
  parentNode.childNodes = parentNode.childNodes.filter(each => each !== element)
  element.parentNode = null
}

function put(element: Element, beside: Element): void {
  const parent = beside.parentNode
  if (!parent || withAncestors(beside).includes(element)) return
  detach(element)
  parent.childNodes.splice(parent.childNodes.indexOf(beside) + 1, 0, element)
  element.parentNode = parent
}

/** Some words of its own, and of what it holds, become others; an id made of a heading's words follows them. */
function reword(element: Element, other: string, chance: Chance): void {
  const share = 0.1 + 0.6 * chance()
  const words = other.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? ['word']
  const change = (text: string) =>
    text.replace(/\S+/g, word => (chance() < share ? pick(words, chance) : word))
  for (const child of element.childNodes)
    if (child.nodeName === '#text' && 'value' in child) child.value = change(child.value)
  for (const attribute of element.attrs) {
    if (attribute.name === 'alt') attribute.value = change(attribute.value)
    if (attribute.name === 'id') attribute.value = `${attribute.value}-${pick(words, chance)}`
  }
}

/** Other looks for any element; another address for some pictures. */
function dress(element: Element, chance: Chance): void {
  element.attrs = element.attrs.filter(({ name }) => name !== 'class' && name !== 'style')
  element.attrs.push({ name: 'class', value: `c${Math.floor(chance() * 1000)}` })
  element.attrs.push({ name: 'style', value: `margin: ${Math.floor(chance() * 9)}px` })
  for (const attribute of element.attrs)
    if (attribute.name === 'src' && chance() < 0.3)
      attribute.value = attribute.value.replace(/(\?.*)?$/, '?v=2')
  if (chance() < 0.3) element.attrs.push({ name: 'data-seen', value: 'yes' })
}

/** Puts a copy of one of its kind after it: of the same page, so that two are equal, or of another one. */
function insert(element: Element, from: readonly Element[], chance: Chance): void {
  const kind = from.filter(({ tagName, parentNode }) => tagName === element.tagName && parentNode)
  if (kind.length === 0) return
  const made = elementsOf(parse(`<body>${holder(element.tagName, outer(pick(kind, chance)))}`))
  const copy = made.find(({ tagName }) => tagName === element.tagName)
  if (!copy) return
  for (const each of elementsOf(copy)) each.attrs = each.attrs.filter(({ name }) => name !== 'id')
  put(copy, element)
}

/** A row is parsed only within a table. */
const holder = (tag: string, html: string): string => (tag === 'tr' ? `<table>${html}</table>` : html)

function outer(element: Element): string {
  const attributes = element.attrs
    .map(({ name, value }) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('')
  const inside = serialize(element)
  return `<${element.tagName}${attributes}>${inside}${/^(img|hr)$/.test(element.tagName) ? '' : `</${element.tagName}>`}`
}

/** Moves it after another of its kind, so that a parser reads the page as it is written. */
function move(element: Element, all: readonly Element[], chance: Chance): void {
  const near = all.filter(each => each !== element && each.tagName === element.tagName && each.parentNode)
  if (element.parentNode && near.length > 0) put(element, pick(near, chance))
}
