// Where an element of one version is in the next: told by its id, by what it says of itself, by what it holds, or by its place.
import type { Place } from '../domain/anchor.ts'
import { changes } from './changes.ts'
import { tagOf } from './element-path.ts'
import {
  attribute,
  type Element,
  type ElementPage,
  elementAt,
  LONGEST_TEXT,
  parentOf,
  placeOfElement,
  startTag,
  wordsIn,
} from './elements.ts'

/** Two versions of a page, and which elements of the first are in the second as they were. */
export interface ElementPages {
  before: ElementPage
  after: ElementPage
  kept: ReadonlyMap<Element, Element>
  /** Those of the second that were in the first. */
  known: ReadonlySet<Element>
  /** What an element says in each version, and how many say the same there. */
  said: Record<'before' | 'after', Said>
  /** Their numbers in document order. */
  order: Record<'before' | 'after', ReadonlyMap<Element, number>>
}

interface Said {
  of: ReadonlyMap<Element, string>
  by: ReadonlyMap<string, readonly Element[]>
}

/** Compares the versions once for any number of elements. */
export function comparePages(before: ElementPage, after: ElementPage, budget: number): ElementPages {
  const said = { before: saidIn(before), after: saidIn(after) }
  const words = (page: ElementPage, { of }: Said) => page.all.map(element => of.get(element)!)
  const list = changes(words(before, said.before), words(after, said.after), budget)
  const kept = new Map<Element, Element>()
  let [a, b] = [0, 0]
  for (const { aStart, aEnd, bEnd } of [...list, { aStart: before.all.length, aEnd: 0, bEnd: 0 }]) {
    while (a < aStart) kept.set(before.all[a++]!, after.all[b++]!)
    a = aEnd
    b = bEnd
  }
  const order = { before: numbered(before), after: numbered(after) }
  return { before, after, kept, known: new Set(kept.values()), said, order }
}

const numbered = ({ all }: ElementPage) => new Map(all.map((element, index) => [element, index]))

function saidIn({ all }: ElementPage): Said {
  const of = new Map(all.map(element => [element, `${startTag(element)}\n${wordsIn(element)}`]))
  return { of, by: Map.groupBy(all, element => of.get(element)!) }
}

/** Fewer characters may stand in several elements by chance. */
const TELLING = 20

/**
 * The place of the same element in the next version, always one of the same tag; `same` where it says what it said. Null
 * where it is gone, or where nobody can tell which of several it is.
 */
export function sameElement(
  pages: ElementPages,
  path: string,
  place: Place,
  isLost: boolean,
): { place: Place; same: boolean } | null {
  const old = isLost ? null : oldElement(pages.before, path, place)
  const found = old ? follow(pages, old) : returned(pages, place)
  if (!found || found.tagName.toLowerCase() !== tagOf(place)) return null
  const next = placeOfElement(pages.after, found)
  const begins = next.prefix === place.prefix && next.text === place.text
  return { place: next, same: begins && (old ? sayTheSame(old, found) : next.text.length < LONGEST_TEXT) }
}

/** From the first word to the last, with what is shown between them. */
function sayTheSame(one: Element, other: Element): boolean {
  const others = partsSaid(other)
  for (const said of partsSaid(one)) if (others.next().value !== said) return false
  return others.next().done === true
}

/** What nobody sees. */
const unseen = new Set(['script', 'style', 'template', 'noscript'])

function* partsSaid(element: Element): Generator<string, undefined> {
  const pending = element.childNodes.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) {
      const words = node.value.replace(/\s+/g, ' ').trim()
      if (words) yield words
    } else if ('tagName' in node && !unseen.has(node.tagName)) {
      yield startTag(node)
      for (const child of node.childNodes.toReversed()) pending.push(child)
    }
  }
}

/** The element that the place was made of: at its own path, or at the path the reader gave. */
function oldElement(before: ElementPage, path: string, place: Place): Element | null {
  const isIt = (element: Element | null) => element !== null && startTag(element) === place.prefix
  return [place.suffix, path].map(each => elementAt(before, each)).find(isIt) ?? null
}

/** In this order: its id or mark, itself as it was, the only one that says the same, what holds its parts, its place. */
function follow(pages: ElementPages, old: Element, depth = 0): Element | null {
  const marked = byMark(pages, old)
  if (marked !== undefined) return marked
  return keptSurely(pages, old) ?? moved(pages, old) ?? byParts(pages, old) ?? inPlace(pages, old, depth)
}

/** As it was: where others said the same, and not as many as before, only with what stood beside it. */
function keptSurely({ before, after, kept, said, order }: ElementPages, old: Element): Element | null {
  const found = kept.get(old)
  if (!found) return null
  const words = said.before.of.get(old)!
  if (said.before.by.get(words)!.length === said.after.by.get(words)!.length) return found
  const [at, now] = [order.before.get(old)!, order.after.get(found)!]
  const isBeside = (side: -1 | 1) => {
    const neighbour = before.all[at + side]
    return (neighbour && kept.get(neighbour)) === after.all[now + side]
  }
  return isBeside(-1) && isBeside(1) ? found : null
}

/** Attributes that a page names its parts with. */
const marks = ['id', 'data-testid', 'data-test', 'data-id', 'data-key', 'name']

/** Undefined where no attribute names it; null where its name is gone, or names another kind of element now. */
function byMark({ before, after }: ElementPages, old: Element): Element | null | undefined {
  for (const name of marks) {
    const value = attribute(old, name)
    if (!value || only(named(before, name, value)) !== old) continue
    const found = named(after, name, value)
    if (found.length === 1) return found[0]!.tagName === old.tagName ? found[0]! : null
  }
  return undefined
}

const named = (page: ElementPage, name: string, value: string): readonly Element[] =>
  namesIn(page, name).get(value) ?? []

const names = new WeakMap<ElementPage, Map<string, Map<string | null, Element[]>>>()

/** The elements by the value of an attribute, read once. */
function namesIn(page: ElementPage, name: string): Map<string | null, Element[]> {
  const known = names.get(page) ?? new Map<string, Map<string | null, Element[]>>()
  names.set(page, known)
  const found = known.get(name) ?? Map.groupBy(page.all, element => attribute(element, name))
  known.set(name, found)
  return found
}

const only = <T>(all: readonly T[]): T | null => (all.length === 1 ? all[0]! : null)

/** It says something that no other element said, nor says now. */
function moved({ said }: ElementPages, old: Element): Element | null {
  const words = said.before.of.get(old)!
  if (!isTelling(words) || !only(said.before.by.get(words) ?? [])) return null
  return only(said.after.by.get(words) ?? [])
}

/** A start tag with a name in it, or enough words. */
const isTelling = (words: string): boolean =>
  /\b(src|alt|href|aria-label|title|data)="[^"#]{3}/.test(words) ||
  words.slice(words.indexOf('\n') + 1).length >= TELLING

/** More parts than this are not asked where they are. */
const MOST_PARTS = 200

/** What holds most of the parts it had that are still there, if these are at least a third of them. */
function byParts({ kept }: ElementPages, old: Element): Element | null {
  const votes = new Map<Element, number>()
  let [parts, there] = [0, 0]
  for (const { part, depth } of partsOf(old)) {
    parts += 1
    const holder = holderOf(kept.get(part), depth)
    if (!holder || holder.tagName !== old.tagName) continue
    there += 1
    votes.set(holder, (votes.get(holder) ?? 0) + 1)
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1])
  return best && best[1] * 2 > there && best[1] * 3 >= parts ? best[0] : null
}

function partsOf(old: Element): { part: Element; depth: number }[] {
  const found: { part: Element; depth: number }[] = []
  const pending = [{ part: old, depth: 0 }]
  for (let at = pending.shift(); at && found.length < MOST_PARTS; at = pending.shift())
    for (const child of at.part.childNodes)
      if ('tagName' in child) {
        found.push({ part: child, depth: at.depth + 1 })
        pending.push({ part: child, depth: at.depth + 1 })
      }
  return found
}

function holderOf(part: Element | undefined, depth: number): Element | null {
  let at: Element | null = part ?? null
  for (let step = 0; at && step < depth; step++) at = parentOf(at)
  return at
}

/** Parents are followed no further than so many steps up. */
const MOST_PARENTS = 30

/** Of a parent that is still there: the child of its tag that came where it went. */
function inPlace(pages: ElementPages, old: Element, depth: number): Element | null {
  const parent = parentOf(old)
  const next = parent && depth < MOST_PARENTS && parentAfter(pages, parent, depth)
  if (!next) return null
  const went = childrenOf(parent, old.tagName).filter(child => !pages.kept.has(child))
  const came = childrenOf(next, old.tagName).filter(child => !pages.known.has(child))
  const one = went.length === 1 ? only(came) : null
  return one && hasNeighbours(pages, old, one) && mayBe(old, one) ? one : alike(old, went, came)
}

/** Cells keep their place in their row, and pictures may say nothing; others keep some of their words. */
const mayBe = (old: Element, next: Element): boolean =>
  /^t[dh]$/.test(old.tagName) || saysNothing(old, next) || likeness(old, next) >= 0.3

/** The body is always the body. */
const parentAfter = (pages: ElementPages, parent: Element, depth: number): Element | null =>
  parent.tagName === 'body' || parent.tagName === 'html'
    ? (pages.after.all.find(({ tagName }) => tagName === parent.tagName) ?? null)
    : follow(pages, parent, depth + 1)

/** Do the same elements stand on both its sides, or none? */
function hasNeighbours({ kept }: ElementPages, old: Element, next: Element): boolean {
  return ([-1, 1] as const).every(side => {
    const neighbour = beside(old, side)
    return (neighbour && kept.get(neighbour)) === beside(next, side)
  })
}

function beside(element: Element, side: -1 | 1): Element | null {
  const all = (element.parentNode?.childNodes ?? []).filter((each): each is Element => 'tagName' in each)
  return all[all.indexOf(element) + side] ?? null
}

const childrenOf = ({ childNodes }: Element, tag: string): Element[] =>
  childNodes.filter((each): each is Element => 'tagName' in each && each.tagName === tag)

/** Of several that went and came, the pair that keeps half of its words, and is no other's. */
function alike(old: Element, went: readonly Element[], came: readonly Element[]): Element | null {
  if (went.length * came.length > 400) return null
  const near = came.filter(each => likeness(old, each) >= 0.5)
  const found = only(near)
  return found && went.filter(each => likeness(each, found) >= 0.5).length === 1 ? found : null
}

/** The share of words that both have. */
function likeness(one: Element, other: Element): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const both = [...a].filter(word => b.has(word)).length
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}

const saysNothing = (one: Element, other: Element): boolean => wordsIn(one) + wordsIn(other) === ''

/** Its first words, and the name of what it shows. */
const wordsOf = (element: Element): Set<string> =>
  new Set(
    `${wordsIn(element)} ${attribute(element, 'src')?.slice(0, 500) ?? ''}`.match(/[\p{L}\p{N}_]+/gu) ?? [],
  )

/** Headings and pictures: what is named, if in few words, and stands in its own place. */
const titled = /^(?:h[1-6]|img|svg|canvas|video|figure|table)$/

/** One that was gone and is there again: only where the page did not have it, and has one that says just the same. */
function returned({ said, after }: ElementPages, { prefix, text, suffix }: Place): Element | null {
  const words = `${prefix}\n${text}`
  const found = said.before.by.has(words) ? null : only(said.after.by.get(words) ?? [])
  if (!found) return null
  const isMarked = marks.some(name => prefix.includes(` ${name}="`))
  const isAtHome = titled.test(found.tagName) && /\p{L}{3}/u.test(text) && elementAt(after, suffix) === found
  return isMarked || isTelling(words) || isAtHome ? found : null
}
