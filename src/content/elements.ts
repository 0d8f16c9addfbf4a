// Elements that comments hang on: found by their path, and known again by what they say of themselves.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Place } from '../domain/anchor.ts'
import { skipped } from './page-text.ts'

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** One step of a path: `tag`, `#id`, `tag#id`, each with `:nth-of-type(n)` or `:nth-child(n)` or without. */
interface Step {
  tag: string | null
  id: string | null
  nth: { of: 'type' | 'child'; n: number } | null
}

const step = /^([A-Za-z][\w-]*)?(?:#([\w:.-]+))?(?::nth-(of-type|child)\((\d{1,6})\))?$/

/** More steps than any page is deep. */
const MOST_STEPS = 200

/** The steps of `html > body > p:nth-of-type(2)`; null for any other selector. */
function stepsOf(path: string): Step[] | null {
  const steps = path.split('>').map((text): Step | null => {
    const [whole, tag, id, of, n] = step.exec(text.trim()) ?? []
    if (!whole) return null
    const nth =
      n === undefined ? null : { of: of === 'child' ? ('child' as const) : ('type' as const), n: Number(n) }
    return { tag: tag?.toLowerCase() ?? null, id: id ?? null, nth }
  })
  return steps.length <= MOST_STEPS && steps.every(each => each !== null) ? steps : null
}

const isElement = (node: Node): node is Element => 'tagName' in node

/** A page as its elements. */
export interface ElementPage {
  /** In document order. */
  all: readonly Element[]
  /** Its elements by their `id`; null where several have it. */
  byId: ReadonlyMap<string, Element | null>
  /** The number of each among its siblings, from 1. */
  numbers: ReadonlyMap<Element, { type: number; child: number }>
  /** The file where offsets in the HTML are offsets in it; null for Markdown. */
  source: string | null
}

/** Reads the elements of the page in document order. */
export function readElements(html: string, isSource: boolean): ElementPage {
  const all: Element[] = []
  const numbers = new Map<Element, { type: number; child: number }>()
  const pending: Node[] = [parse(html, { sourceCodeLocationInfo: isSource })]
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
  return { all, byId, numbers, source: isSource ? html : null }
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

/** The value of an attribute; null where it is not there. */
export const attribute = ({ attrs }: Element, name: string): string | null =>
  attrs.find(each => each.name === name)?.value ?? null

/** The element around it; null for the root. */
export const parentOf = ({ parentNode }: Element): Element | null =>
  parentNode && isElement(parentNode) ? parentNode : null

function follows({ numbers }: ElementPage, element: Element, steps: readonly Step[]): boolean {
  let at: Element | null = element
  for (const { tag, id, nth } of steps.toReversed()) {
    if (!at || (tag !== null && at.tagName.toLowerCase() !== tag)) return false
    if (id !== null && attribute(at, 'id') !== id) return false
    if (nth !== null && numbers.get(at)?.[nth.of] !== nth.n) return false
    at = parentOf(at)
  }
  return true
}

/** Is it a path of plain steps? */
export const isPath = (path: string): boolean => stepsOf(path) !== null

/** The first element at the path; null where there is none, or the path is no plain one. */
export function elementAt(page: ElementPage, path: string): Element | null {
  const steps = stepsOf(path)
  return (steps && page.all.find(element => follows(page, element, steps))) ?? null
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
const LONGEST_TEXT = 200

/** The element as a place: its start tag before it, its words in it, its path behind it. */
export function placeOfElement(page: ElementPage, element: Element): Place {
  const at = element.sourceCodeLocation
  const line = at?.startLine ?? 1
  return {
    ...{ start: 0, end: 0 },
    prefix: startTag(element),
    text: wordsIn(element),
    suffix: pathOf(page, element),
    source: page.source !== null && at ? { start: at.startOffset, end: at.endOffset, line } : null,
  }
}

/** The tag of the element that a place was made of; null for a place of other things. */
export const tagOf = ({ prefix }: Pick<Place, 'prefix'>): string | null =>
  /^<([A-Za-z][\w-]*)/.exec(prefix)?.[1]?.toLowerCase() ?? null

/** What the element says of itself, but for its looks: attributes in the order of their names. */
export function startTag({ tagName, attrs }: Element): string {
  const known = attrs.filter(({ name }) => !/^(class|style|width|height|loading|decoding)$|^on/.test(name))
  const written = known.map(({ name, value }) => `${name}=${JSON.stringify(abridged(value))}`)
  return `<${[tagName, ...written.sort()].join(' ')}>`.slice(0, LONGEST_TAG)
}

/** A picture may stand in the tag itself: its beginning and its length tell it from others. */
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
  const parts: string[] = []
  const pending: Node[] = element.childNodes.slice(0, MOST_NODES).toReversed()
  let [size, seen] = [0, 0]
  for (let node = pending.pop(); node && size < 4 * LONGEST_TEXT; node = pending.pop()) {
    if (++seen > MOST_NODES) break
    if (node.nodeName === '#text' && 'value' in node) size += parts.push(node.value) && node.value.length
    else if ('childNodes' in node && !skipped.has(node.nodeName))
      for (const child of node.childNodes.slice(0, MOST_NODES).toReversed()) pending.push(child)
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}
