// Two versions of a page side by side: which elements are in both as they were, and what stands beside each.
import { changes } from '../diff/changes.ts'
import { attribute, type Element, type ElementPage, parentOf, startTag, wordsIn } from './elements.ts'

/** Two versions of a page, and which elements of the first are in the second as they were. */
export interface ElementPages {
  before: ElementPage
  after: ElementPage
  kept: ReadonlyMap<Element, Element>
  /** Elements of the second version that were in the first. */
  known: ReadonlySet<Element>
  /** The tag and words of each element in either version, and the elements that have the same there. */
  said: Record<'before' | 'after', Said>
  /** The outcome for each element that was asked for. */
  followed: Map<Element, Element | null>
  /** Elements for which several of the second version may be meant. */
  unclear: Set<Element>
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
  return { before, after, kept, known: new Set(kept.values()), said, followed: new Map(), unclear: new Set() }
}

function saidIn({ all }: ElementPage): Said {
  const of = new Map(all.map(element => [element, `${startTag(element)}\n${wordsIn(element)}`]))
  return { of, by: Map.groupBy(all, element => of.get(element)!) }
}

/** The child elements of each parent, read once. */
const children = new WeakMap<Element, Element[]>()

/** The elements right in it, in their order. */
export function childrenOf(parent: Element): readonly Element[] {
  const known = children.get(parent) ?? parent.childNodes.filter((each): each is Element => 'tagName' in each)
  children.set(parent, known)
  return known
}

/** The element before it, or behind it; null if there is none. */
export function beside(page: ElementPage, element: Element, side: -1 | 1): Element | null {
  const parent = parentOf(element)
  return (parent && childrenOf(parent)[placeAmong(page, element) + side]) ?? null
}

/** Returns the element's place among its siblings, from 0. */
export const placeAmong = ({ numbers }: ElementPage, element: Element): number =>
  (numbers.get(element)?.child ?? 1) - 1

/** Returns the element's first words, and those of the address of what it shows. */
const wordsOf = (element: Element): Set<string> =>
  new Set(
    `${wordsIn(element)} ${attribute(element, 'src')?.slice(0, 500) ?? ''}`.match(/[\p{L}\p{N}_]+/gu) ?? [],
  )

/** Returns the share of words that both have. */
export function likeness(one: Element, other: Element): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const both = [...a].filter(word => b.has(word)).length
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}
