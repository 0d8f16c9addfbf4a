// Follows one element into the next version: recognized by its id, its text and neighbours, its content, or its position.
import { beside, childrenOf, type ElementPages, likeness, placeAmong } from './element-pages.ts'
import { attribute, type Element, type ElementPage, parentOf, startTag, wordsIn } from './elements.ts'

/** Finds the element in the next version; null if it is gone, or if several could be meant. */
export function followed(pages: ElementPages, old: Element): Element | null {
  const line: Element[] = []
  for (let at: Element | null = old; at && !pages.followed.has(at); at = parentOf(at)) line.push(at)
  for (const each of line.toReversed()) pages.followed.set(each, follow(pages, each))
  return pages.followed.get(old)!
}

/** Tries its id or mark, an equal element, the holder of its parts, and its place, in this order. Its parent was followed before. */
function follow(pages: ElementPages, old: Element): Element | null {
  if (old.tagName === 'body' || old.tagName === 'html')
    return pages.after.all.find(({ tagName }) => tagName === old.tagName) ?? null
  const marked = byMark(pages, old)
  if (marked !== undefined) return marked
  const parent = parentOf(old)
  const home = (parent && pages.followed.get(parent)) ?? null
  const same = home ? atHome(pages, old, home) : undefined
  if (same !== undefined) return same
  if (parent && pages.unclear.has(parent)) {
    pages.unclear.add(old)
    return null
  }
  const there = moved(pages, old, home) ?? byParts(pages, old) ?? (home && inPlace(pages, old, home))
  return there ?? rewritten(pages, old)
}

/** Attributes that a page names its parts with. */
export const marks = ['id', 'data-testid', 'data-test', 'data-id', 'data-key', 'name']

/** Finds it by a naming attribute: undefined if none names it, null if the name now belongs to another kind of element. */
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

/** Returns the only item; null if there are none or several. */
export const only = <T>(all: readonly T[]): T | null => (all.length === 1 ? all[0]! : null)

/**
 * The one in the same parent that says the same. Null if another has as good a claim to be it, as a copy or reworded in
 * its place; undefined if none says the same there.
 */
function atHome(pages: ElementPages, old: Element, home: Element): Element | null | undefined {
  const words = pages.said.before.of.get(old)!
  const was = sayers(pages, 'before', parentOf(old)!, words)
  const is = sayers(pages, 'after', home, words)
  const kept = pages.kept.get(old)
  const found = kept && parentOf(kept) === home ? kept : was.length + is.length === 2 ? is[0]! : null
  if (!found) return undefined
  const claim = claimOf(pages, old, found)
  if (claim === 2 && was.length === is.length) return found
  const copies = was.length === is.length ? [] : is.filter(each => each !== found && !pages.known.has(each))
  const rivals = [...copies, ...rivalsOf(pages, old, home), ...holders(pages, old, found)]
  const best = Math.max(-1, ...rivals.map(each => claimOf(pages, old, each)))
  if (best === 2 && claim === 0 && only(rivals)) return rivals[0]!
  if (best >= claim) {
    pages.unclear.add(old)
    return null
  }
  return was.length === is.length || claim > 0 ? found : undefined
}

const groups = new WeakMap<Element, Map<string, Element[]>>()

/** The children of the parent that say this. */
function sayers({ said }: ElementPages, side: 'before' | 'after', parent: Element, words: string): Element[] {
  const known = groups.get(parent) ?? Map.groupBy(childrenOf(parent), each => said[side].of.get(each)!)
  groups.set(parent, known)
  return known.get(words) ?? []
}

/** Counts on how many of its two sides the same element stands as before. */
const claimOf = (pages: ElementPages, old: Element, now: Element): number =>
  Number(isBeside(pages, old, now, -1)) + Number(isBeside(pages, old, now, 1))

function isBeside({ before, after, said }: ElementPages, old: Element, now: Element, side: -1 | 1): boolean {
  const [was, is] = [beside(before, old, side), beside(after, now, side)]
  return was && is ? said.before.of.get(was) === said.after.of.get(is) : was === is
}

/** The most siblings on each side among which the nearest that is still there is looked for. */
const FAR = 50

interface Gap {
  /** Elements of its tag that are not there any more as they were, itself among them. */
  went: Element[]
  /** New elements of its tag. */
  came: Element[]
}

/** Returns the old and new elements between the nearest siblings that are still there. */
function gapAt({ before, after, kept, known }: ElementPages, old: Element, home: Element): Gap {
  const [was, is] = [childrenOf(parentOf(old)!), childrenOf(home)]
  const at = placeAmong(before, old)
  const isHere = (each: Element | undefined) => {
    const now = each && kept.get(each)
    return now && parentOf(now) === home ? now : null
  }
  let [first, last] = [at - 1, at + 1]
  while (first >= 0 && !isHere(was[first]) && at - first < FAR) first--
  while (last < was.length && !isHere(was[last]) && last - at < FAR) last++
  const [left, right] = [isHere(was[first]), isHere(was[last])]
  const from = left ? placeAmong(after, left) + 1 : 0
  const to = right ? placeAmong(after, right) : is.length
  const isOne = ({ tagName }: Element) => tagName === old.tagName
  return {
    went: was.slice(first + 1, last).filter(each => isOne(each) && (each === old || !isHere(each))),
    came: is.slice(from, Math.min(to, from + 2 * FAR)).filter(each => isOne(each) && !known.has(each)),
  }
}

/** Finds at most one element that may be the old one reworded: it came in that place, and no other that went is more like it. */
function rivalsOf(pages: ElementPages, old: Element, home: Element): Element[] {
  const { went, came } = gapAt(pages, old, home)
  const mine = came
    .map(each => ({ each, like: likeness(old, each) }))
    .filter(
      ({ each, like }) => like >= 0.5 && went.every(other => other === old || likeness(other, each) < like),
    )
  return mine
    .sort((a, b) => b.like - a.like)
    .slice(0, 1)
    .map(({ each }) => each)
}

/** Finds other elements that now hold words only the old one held: one of the two is a copy. */
function holders({ said, known }: ElementPages, old: Element, found: Element): Element[] {
  const all = partsOf(old).flatMap(({ part, depth }) => {
    const words = said.before.of.get(part)!
    const copies = said.after.by.get(words) ?? []
    const isCopied = said.before.by.get(words)!.length === 1 && copies.length > 1 && copies.length < 5
    return isCopied ? copies.map(copy => holderOf(copy, depth)) : []
  })
  return [...new Set(all)].filter(
    (each): each is Element =>
      each !== null && each !== found && each.tagName === old.tagName && !known.has(each),
  )
}

/** Fewer characters may stand in several elements by chance. */
const TELLING = 20

/** A start tag with a name in it, or enough words. */
export const isTelling = (words: string): boolean =>
  /\b(src|alt|href|aria-label|title|data)="[^"#]{3}/.test(words) ||
  words.slice(words.indexOf('\n') + 1).length >= TELLING

/** Finds an element that says the same, if as many say it as before and nothing in its old place may be the element. */
function moved(pages: ElementPages, old: Element, home: Element | null): Element | null {
  const words = pages.said.before.of.get(old)!
  const was = pages.said.before.by.get(words)!
  const is = pages.said.after.by.get(words) ?? []
  const kept = pages.kept.get(old)
  if (was.length !== is.length) return null
  const found = kept ?? (isTelling(words) ? only(is) : null)
  return found && !(home && rivalsOf(pages, old, home).length > 0) ? found : null
}

/** The most parts of an element that are looked up. */
const MOST_PARTS = 200

/** Finds the element that holds most of the parts it had that are still there, if these are at least a third of them. */
function byParts(pages: ElementPages, old: Element): Element | null {
  const { kept, known } = pages
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
  if (!best || best[1] * 2 <= there || best[1] * 3 < parts || known.has(best[0])) return null
  return likeness(old, best[0]) >= 0.3 || claimOf(pages, old, best[0]) === 2 ? best[0] : null
}

function partsOf(old: Element): { part: Element; depth: number }[] {
  const found: { part: Element; depth: number }[] = []
  const pending = [{ part: old, depth: 0 }]
  for (let at = pending.shift(); at && found.length < MOST_PARTS; at = pending.shift())
    for (const part of childrenOf(at.part)) {
      found.push({ part, depth: at.depth + 1 })
      pending.push({ part, depth: at.depth + 1 })
    }
  return found
}

function holderOf(part: Element | undefined, depth: number): Element | null {
  let at: Element | null = part ?? null
  for (let step = 0; at && step < depth; step++) at = parentOf(at)
  return at
}

/** Finds the child of its tag that came where it went, in a parent that is still there. */
function inPlace(pages: ElementPages, old: Element, home: Element): Element | null {
  const { went, came } = gapAt(pages, old, home)
  const one = went.length === 1 ? only(came) : null
  return one && claimOf(pages, old, one) === 2 && mayBe(old, one) ? one : alike(old, went, came)
}

/** Tells whether one may be the other. Cells keep their place, and pictures may say nothing; others keep some of their words. */
const mayBe = (old: Element, next: Element): boolean =>
  /^t[dh]$/.test(old.tagName) || saysNothing(old, next) || likeness(old, next) >= 0.3

/** Finds a moved and changed block of code: the only new one in its language that keeps most of its words, and no other's. */
function rewritten({ before, after, kept, known }: ElementPages, old: Element): Element | null {
  const tag = startTag(old)
  if (!/^<pre .*\blanguage=/s.test(tag)) return null
  const isOne = (each: Element) => each.tagName === 'pre' && startTag(each) === tag
  const went = before.all.filter(each => isOne(each) && !kept.has(each))
  const came = after.all.filter(each => isOne(each) && !known.has(each))
  return alike(old, went, came, 0.8)
}

const saysNothing = (one: Element, other: Element): boolean => wordsIn(one) + wordsIn(other) === ''

/** Finds the one of several that keeps this share of its words, and no other's. */
function alike(
  old: Element,
  went: readonly Element[],
  came: readonly Element[],
  least = 0.5,
): Element | null {
  if (went.length * came.length > 400) return null
  const near = came.filter(each => likeness(old, each) >= least)
  const found = only(near)
  return found && went.filter(each => likeness(each, found) >= least).length === 1 ? found : null
}
