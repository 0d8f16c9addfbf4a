// Elements that comments hang on: found by their path, and known again by what they say of themselves.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Place } from '../domain/anchor.ts'

type Element = DefaultTreeAdapterTypes.Element
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
  all: readonly Element[]
  /** The file where offsets in the HTML are offsets in it; null for Markdown. */
  source: string | null
}

/** Reads the elements of the page in document order. */
export function readElements(html: string, isSource: boolean): ElementPage {
  const all: Element[] = []
  const pending: Node[] = [parse(html, { sourceCodeLocationInfo: isSource })]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isElement(node)) all.push(node)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  return { all, source: isSource ? html : null }
}

const attribute = ({ attrs }: Element, name: string): string | null =>
  attrs.find(each => each.name === name)?.value ?? null

const parentOf = ({ parentNode }: Element): Element | null =>
  parentNode && isElement(parentNode) ? parentNode : null

function fits(element: Element, { tag, id, nth }: Step): boolean {
  if (tag !== null && element.tagName.toLowerCase() !== tag) return false
  if (id !== null && attribute(element, 'id') !== id) return false
  return nth === null || placeAmong(element, nth.of) === nth.n
}

function placeAmong(element: Element, of: 'type' | 'child'): number {
  const siblings = (element.parentNode?.childNodes ?? []).filter(isElement)
  const counted = of === 'child' ? siblings : siblings.filter(({ tagName }) => tagName === element.tagName)
  return counted.indexOf(element) + 1
}

function follows(element: Element, steps: readonly Step[]): boolean {
  let at: Element | null = element
  for (const each of steps.toReversed()) {
    if (!at || !fits(at, each)) return false
    at = parentOf(at)
  }
  return true
}

/** The first element at the path; null where there is none, or the path is no plain one. */
export function elementAt({ all }: ElementPage, path: string): Element | null {
  const steps = stepsOf(path)
  const last = steps?.at(-1)
  if (!steps || !last) return null
  return all.find(element => fits(element, { ...last, nth: null }) && follows(element, steps)) ?? null
}

/** Longest start tag and text that are kept. */
const LONGEST_TAG = 1000
const LONGEST_TEXT = 200

/** The element as a place: its start tag before it, its words in it. */
export function placeOfElement({ source }: ElementPage, element: Element): Place {
  const at = element.sourceCodeLocation
  const line = at?.startLine ?? 1
  return {
    ...{ start: 0, end: 0, suffix: '' },
    prefix: startTag(element),
    text: wordsIn(element),
    source: source !== null && at ? { start: at.startOffset, end: at.endOffset, line } : null,
  }
}

function startTag({ tagName, attrs }: Element): string {
  const known = attrs.filter(({ name }) => !/^(class|style|width|height|loading|decoding)$|^on/.test(name))
  return `<${[tagName, ...known.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort()].join(' ')}>`.slice(
    0,
    LONGEST_TAG,
  )
}

function wordsIn(element: Element): string {
  const said = attribute(element, 'alt') ?? attribute(element, 'aria-label') ?? attribute(element, 'title')
  if (said?.trim()) return said.trim().slice(0, LONGEST_TEXT)
  const parts: string[] = []
  const pending: Node[] = [element]
  for (let node = pending.pop(), size = 0; node && size < 4 * LONGEST_TEXT; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) size += parts.push(node.value) && node.value.length
    else if ('childNodes' in node && !/^(script|style|template)$/.test(node.nodeName))
      for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  return parts.join('').replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)
}

/**
 * The same element in the next version: at its path with its own start tag, else the only one with that start tag, else
 * what stands at its path, where it has its id or the page has as many of its kind as before. Null where it is gone.
 */
export function sameElement(
  before: ElementPage,
  after: ElementPage,
  path: string,
  place: Place,
): { place: Place; same: boolean } | null {
  const there = elementAt(after, path)
  const isIt = (element: Element) =>
    startTag(element) === place.prefix && (says(place) || wordsIn(element) === place.text)
  const found = there && isIt(there) ? there : only(after.all.filter(isIt))
  const stands = found ?? (there && isInItsPlace(before, after, there, path) ? there : null)
  if (!stands) return null
  const next = placeOfElement(after, stands)
  return { place: next, same: next.prefix === place.prefix && next.text === place.text }
}

/** Does the start tag tell it from others? */
const says = ({ prefix }: Place): boolean => prefix.includes('=')

const only = (all: readonly Element[]): Element | null => (all.length === 1 ? all[0]! : null)

function isInItsPlace(before: ElementPage, after: ElementPage, there: Element, path: string): boolean {
  const old = elementAt(before, path)
  if (!old || old.tagName !== there.tagName) return false
  const id = attribute(old, 'id')
  if (id !== null) return id === attribute(there, 'id')
  const count = ({ all }: ElementPage) => all.filter(({ tagName }) => tagName === old.tagName).length
  return count(before) === count(after)
}
