// Elements of anchors: found by their path, and recognized by their own text and attributes.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { ElementDescription, SourceRange, TextRange } from '../../domain/anchor.ts'
import { PageWords } from '../../domain/page-words.ts'
import { type Step, stepsOf } from './element-path.ts'
import { markdownSource } from './element-source.ts'
import { textSteps } from './page-text.ts'

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

const isElement = (node: Node): node is Element => 'tagName' in node

/** A page as its elements. */
export interface ElementPage {
  /** The elements in document order. */
  all: readonly Element[]
  /** The elements by their `id`; null if several have it. */
  byId: ReadonlyMap<string, Element | null>
  /** The number of each among its siblings, from 1. */
  numbers: ReadonlyMap<Element, { type: number; child: number }>
  /** Finds the element in the file; null if nobody knows its place. */
  sourceOf(element: Element): SourceRange | null
}

/** Reads the elements of the page in document order; `markdown` is the file that the HTML was made from, if it is not the file. */
export function readElements(html: string, markdown: string | null): ElementPage {
  const all: Element[] = []
  const numbers = new Map<Element, { type: number; child: number }>()
  const root = parse(html, { sourceCodeLocationInfo: markdown === null })
  const pending: Node[] = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isElement(node)) all.push(node)
    if (!('childNodes' in node)) continue
    countChildren(node.childNodes, numbers)
    for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  const byId = new Map<string, Element | null>()
  for (const element of all) {
    const id = attribute(element, 'id')
    if (id) byId.set(id, byId.has(id) ? null : element)
  }
  return { all, byId, numbers, sourceOf: markdown === null ? written : markdownSource(markdown, root) }
}

function written({ sourceCodeLocation: at }: Element): SourceRange | null {
  return at ? { start: at.startOffset, end: at.endOffset, line: at.startLine } : null
}

function countChildren(children: readonly Node[], into: Map<Element, { type: number; child: number }>): void {
  const types = new Map<string, number>()
  let child = 0
  for (const each of children) {
    if (!isElement(each)) continue
    const type = (types.get(each.tagName) ?? 0) + 1
    types.set(each.tagName, type)
    into.set(each, { type, child: ++child })
  }
}

/** The value of an attribute; null if it is not there. */
export const attribute = ({ attrs }: Element, name: string): string | null =>
  attrs.find(each => each.name === name)?.value ?? null

/** The element around it; null for the root. */
export const parentOf = ({ parentNode }: Element): Element | null =>
  parentNode && isElement(parentNode) ? parentNode : null

function follows(page: ElementPage, element: Element, steps: readonly Step[]): boolean {
  let at: Element | null = element
  for (const step of steps.toReversed()) {
    if (!at || !fits(page, at, step)) return false
    at = parentOf(at)
  }
  return true
}

const fits = ({ numbers }: ElementPage, element: Element, { tag, id, nth }: Step): boolean =>
  (tag === null || nameOf(element) === tag) &&
  (id === null || attribute(element, 'id') === id) &&
  (nth === null || numbers.get(element)?.[nth.of] === nth.n)

/** The first element at the path; null if there is none, or the path is no plain one. */
export function elementAt(page: ElementPage, path: string): Element | null {
  const steps = stepsOf(path)
  const top = steps && topOf(page, steps[0]!)
  if (!steps || top === null) return null
  if (top === undefined) return page.all.find(element => follows(page, element, steps)) ?? null
  let level = [top]
  for (const [index, step] of steps.entries()) {
    const near = index === 0 ? [top] : level.flatMap(parent => childrenAt(parent, step))
    level = near.filter(element => fits(page, element, step))
  }
  return level[0] ?? null
}

/** The children that the step may mean. Thousands of siblings are sorted by their tags once. */
function childrenAt(parent: Element, { tag, nth }: Step): Element[] {
  if (tag === null || nth?.of !== 'type') return parent.childNodes.filter(isElement)
  const known = byTag.get(parent) ?? Map.groupBy(parent.childNodes.filter(isElement), nameOf)
  byTag.set(parent, known)
  return known.get(tag)?.slice(nth.n - 1, nth.n) ?? []
}

const byTag = new WeakMap<Element, Map<string, Element[]>>()

const nameOf = ({ tagName }: Element): string => tagName.toLowerCase()

/** Finds the element that the path begins with; null if there is none, undefined if several may be meant. */
function topOf({ all, byId }: ElementPage, { tag, id }: Step): Element | null | undefined {
  if (id !== null) return byId.has(id) ? (byId.get(id) ?? undefined) : null
  return tag === 'body' || tag === 'html' ? (all.find(({ tagName }) => tagName === tag) ?? null) : undefined
}

/**
 * The element at the path if it says that, and just as many say it as in the page that was looked at; else the only one that
 * says it, or that has the id. Null if only a script makes it, or if several could be meant.
 */
export function saidElement(
  page: ElementPage,
  path: string,
  { tag, text, alike = 0 }: ElementDescription,
): Element | null {
  const isIt = (element: Element) => nameOf(element) === tag && wordsIn(element) === text
  const there = elementAt(page, path)
  const same = page.all.filter(isIt)
  if (there && isIt(there) && (alike === 0 || same.length === alike)) return there
  if (same.length === 1 && alike < 2 && text !== '') return same[0]!
  return there && nameOf(there) === tag && /^#[\w-]+$/.test(path) ? there : null
}

/** The path of the element from the nearest `id` that no other has, or from the body. */
export function pathOf({ byId, numbers }: ElementPage, element: Element): string {
  const steps: string[] = []
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const id = attribute(at, 'id')
    if (id && plainId.test(id) && byId.get(id) === at) {
      steps.unshift(`#${id}`)
      break
    }
    const isRoot = at.tagName === 'body' || at.tagName === 'html'
    steps.unshift(isRoot ? at.tagName : `${at.tagName}:nth-of-type(${numbers.get(at)?.type ?? 1})`)
    if (isRoot) break
  }
  return steps.join(' > ')
}

const plainId = /^[A-Za-z][\w-]*$/

/** Longest start tag and text that are kept. */
const LONGEST_TAG = 1000
export const LONGEST_TEXT = 200

/** The element as a place: its start tag before it, its words in it, its path behind it. */
export function placeOfElement(page: ElementPage, element: Element): TextRange {
  return {
    ...{ start: 0, end: 0 },
    prefix: startTag(element),
    text: wordsIn(element),
    suffix: pathOf(page, element),
    source: page.sourceOf(element),
  }
}

/** Returns the start tag of the element without what concerns its looks, its attributes in the order of their names. */
export function startTag(element: Element): string {
  const { tagName, attrs } = element
  const language = languageIn(element)
  const known = attrs.filter(({ name }) => !/^(class|style|width|height|loading|decoding)$|^on/.test(name))
  const told = known.map(({ name, value }) => `${name}=${JSON.stringify(abridged(value))}`)
  if (language) told.push(`language=${JSON.stringify(language)}`)
  return `<${[tagName, ...told.sort()].join(' ')}>`.slice(0, LONGEST_TAG)
}

/** Returns the language of a block of code, as Markdown names it; null for everything else. */
function languageIn({ tagName, childNodes: [first] }: Element): string | null {
  if (tagName !== 'pre' || !first || !isElement(first)) return null
  return /(?:^|\s)language-([\w+#.-]{1,40})/.exec(attribute(first, 'class') ?? '')?.[1] ?? null
}

/** A picture may be inline in the tag: its beginning and length distinguish it from others. */
const abridged = (value: string): string =>
  value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…${value.length}` : value

/** No more nodes than this are looked at for the words of one element. */
const MOST_NODES = 500

/** Elements that one of their children names. */
const captions: Readonly<Record<string, string>> = { svg: 'title', table: 'caption' }

/** The words that name the element, or else the first ones in it. */
export function wordsIn(element: Element): string {
  const caption = element.childNodes.find(each => each.nodeName === captions[element.tagName])
  const said = ['alt', 'aria-label', 'title'].map(name => attribute(element, name)?.trim())
  const words = said.find(Boolean) ?? textIn(caption && isElement(caption) ? caption : element)
  return words.slice(0, LONGEST_TEXT)
}

function textIn(element: Element): string {
  const words = new PageWords()
  let [size, seen] = [0, 0]
  for (const step of textSteps(element)) {
    if (++seen > MOST_NODES || size >= 4 * LONGEST_TEXT) break
    if ('edge' in step && step.separates) words.separate()
    if (!('text' in step)) continue
    size += step.text.value.length
    words.add(step.text.value, step.mode)
  }
  return words.text.replace(/\s+/g, ' ').trim()
}
