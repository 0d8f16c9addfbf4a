// Distinguishes a passage from copies of its paragraph by the text around each, in both versions.
import {
  type ParagraphIndex,
  type Paragraphs,
  paragraphIndexOf,
  paragraphsAt,
  type Run,
  type Span,
  type Texts,
  wordsOf,
} from './paragraphs.ts'

/** Paragraphs that are looked at on either side, and new ones that are passed over on the way. */
const FAR = 64

/** A paragraph that stands more often than this has no copies: it is everywhere. */
const MOST_COPIES = 64

/** A new paragraph with this share of the words of another was made from it. */
const LIKE = 0.35

/** With this share it may have been: enough not to take a copy elsewhere for the original. */
const SOMEWHAT_LIKE = 0.15

/** Fewer words than this show nothing. */
const TELLING_WORDS = 4

/** A place where the passage may be, and how many of the paragraphs around it are still there. */
interface Candidate extends Run {
  above: number
  below: number
}

/** A new paragraph that may have been made from that of the passage. */
interface Rewritten extends Candidate {
  /** The text that it was surely made from. */
  madeFrom: 'passage' | 'rest' | null
}

interface Search {
  texts: Texts
  index: ParagraphIndex
  /** The paragraphs of the passage in the first version. */
  block: Run
  span: Span
  own: ReadonlySet<number>
}

/**
 * Finds the passage if its paragraph was copied. Undefined if it was not copied; null if the original is unknown or lost
 * the passage. Of two copies side by side the upper one is the original, because editors paste below.
 * @param found where the passage is by the changes alone
 */
export function findAmongCopies(texts: Texts, span: Span, found: Span | null): Span | null | undefined {
  const search = searchFor(texts, span)
  const was = search ? occurrences(search, 'before').length : 0
  const copies = search ? occurrences(search, 'after').map(run => judge(search, run)) : []
  if (!search || copies.length === 0 || was === 0 || (was > 1 && copies.length <= was)) return undefined
  const best = copies.filter(each => !copies.some(other => isBetter(other, each)))
  const original = best.every((each, at) => at === 0 || isBeside(search, best[at - 1]!, each))
    ? best[0]!
    : null
  const rewritten = was === 1 ? rewrittenOnes(search, copies) : []
  const home = rewritten.filter(each => best.every(copy => isBetter(each, copy)))
  if (home.length > 0) return home.some(each => overlaps(search.index.after, each, found)) ? found : null
  if (!original || rewritten.some(each => isRival(search, original, each))) return null
  return copies.length === 1 && rewritten.length === 0 ? undefined : shifted(search, original)
}

function searchFor(texts: Texts, span: Span): Search | null {
  const index = paragraphIndexOf(texts)
  const block = paragraphsAt(index.before, span)
  return (
    block && { texts, index, block, span, own: new Set(index.before.ids.slice(block.first, block.last + 1)) }
  )
}

/** True where `rewritten` may be the original too: no worse placed than the copy, and above it, elsewhere, or with the rest alone. */
function isRival(search: Search, copy: Candidate, rewritten: Rewritten): boolean {
  if (isBetter(copy, rewritten)) return false
  if (!isBeside(search, copy, rewritten)) return true
  const { madeFrom, first } = rewritten
  return madeFrom === 'rest' || (madeFrom === 'passage' && first < copy.first)
}

/** Every place with the passage's paragraphs in their order; none if there are too many. */
function occurrences({ index, block: { first, last } }: Search, side: 'before' | 'after'): Run[] {
  const wanted = index.before.ids
  const { ids } = index[side]
  const starts = (side === 'before' ? index.inBefore : index.inAfter).get(wanted[first]!) ?? []
  if (starts.length > MOST_COPIES) return []
  const isHere = (at: number) => {
    for (let step = 1; step <= last - first; step++) if (ids[at + step] !== wanted[first + step]) return false
    return true
  }
  return starts.filter(isHere).map(at => ({ first: at, last: at + last - first }))
}

const judge = (search: Search, run: Run): Candidate => ({
  ...run,
  above: agreement(search, search.block.first, run.first, -1),
  below: agreement(search, search.block.last, run.last, 1),
})

/**
 * Counts the paragraphs in a row that are the same from there on, and only those that the first text has once. Copies of
 * the passage, and paragraphs that only one of the versions has, are passed over.
 */
function agreement({ index, own }: Search, was: number, is: number, step: 1 | -1): number {
  const { before, after, inBefore, inAfter } = index
  let [a, b, count] = [was, is, 0]
  for (let length = 0; length < FAR; length++) {
    a = nextShared(before, inAfter, a, step, own)
    b = nextShared(after, inBefore, b, step, own)
    const [one, other] = [before.ids[a], after.ids[b]]
    if (one !== other) return count
    if (one === undefined) return FAR
    if (inBefore.get(one)!.length === 1) count++
  }
  return FAR
}

/** The next paragraph that the other text has too. */
function nextShared(
  { ids }: Paragraphs,
  others: ParagraphIndex['inAfter'],
  from: number,
  step: 1 | -1,
  own: ReadonlySet<number>,
): number {
  let at = from + step
  for (let passed = 0; passed < FAR && ids[at] !== undefined; passed++) {
    if (!own.has(ids[at]!) && others.has(ids[at]!)) return at
    at += step
  }
  return at
}

const isBetter = (one: Candidate, other: Candidate): boolean =>
  one.above >= other.above && one.below >= other.below && one.above + one.below > other.above + other.below

/** True where nothing stands between the two but new paragraphs, and copies of those around the passage. */
function isBeside({ index, block, own }: Search, one: Run, other: Run): boolean {
  const { before, after, inBefore } = index
  const [upper, lower] = one.first < other.first ? [one, other] : [other, one]
  const between = after.ids.slice(upper.last + 1, lower.first).filter(id => !own.has(id) && inBefore.has(id))
  let [below, above] = [0, 0]
  while (below < between.length && before.ids[block.last + 1 + below] === between[below]) below++
  while (above < between.length && before.ids[block.first - 1 - above] === between.at(-1 - above)) above++
  return below + above >= between.length
}

/**
 * Finds the new paragraphs that were made from the passage's own: beside the nearest of its old neighbours that are left, and
 * beside its copies. Editors paste a copy beside the original, which is there even if all its neighbours are gone.
 */
function rewrittenOnes(search: Search, copies: readonly Run[]): Rewritten[] {
  const { index, block, own } = search
  const { before, after, inAfter } = index
  const found = new Map<string, Rewritten | null>()
  for (const step of [1, -1] as const) {
    const edge = nextShared(before, inAfter, step > 0 ? block.first : block.last, step > 0 ? -1 : 1, own)
    const neighbour = before.ids[edge]
    const places = neighbour === undefined ? [step > 0 ? -1 : after.ids.length] : inAfter.get(neighbour)!
    const beside = copies.map(({ first, last }) => (step > 0 ? last : first))
    for (const range of [...(places.length > MOST_COPIES ? [] : places), ...beside])
      for (const run of newOnes(search, range, step)) {
        const key = `${run.first}-${run.last}`
        if (!found.has(key)) found.set(key, judgeRewritten(search, run))
      }
  }
  return [...found.values()].filter(each => each !== null)
}

const judgeRewritten = (search: Search, run: Run): Rewritten | null =>
  madeFrom(search, run, SOMEWHAT_LIKE) && {
    ...judge(search, run),
    madeFrom: madeFrom(search, run, LIKE),
  }

/** The new paragraphs from there on, without copies of the passage: each, or all if the passage has several. */
function newOnes({ index: { after, inBefore }, own, block }: Search, from: number, step: 1 | -1): Run[] {
  const found: number[] = []
  for (let at = from + step; Math.abs(at - from) <= FAR && after.ids[at] !== undefined; at += step) {
    const id = after.ids[at]!
    if (own.has(id)) continue
    if (inBefore.has(id)) break
    found.push(at)
  }
  if (block.first === block.last || found.length === 0) return found.map(at => ({ first: at, last: at }))
  return [{ first: Math.min(...found), last: Math.max(...found) }]
}

/** Tells if the new paragraphs were made from those of the passage, or only from the rest around it there; null if from neither. */
function madeFrom({ texts, index, block, span }: Search, run: Run, least: number): Rewritten['madeFrom'] {
  const { before, after } = index
  const [from, to] = [before.starts[block.first]!, before.ends[block.last]!]
  const quote = wordsOf(texts.before.slice(Math.max(from, span.start), Math.min(to, span.end)))
  const rest = wordsOf(`${texts.before.slice(from, span.start)} ${texts.before.slice(span.end, to)}`)
  const now = wordsOf(texts.after.slice(after.starts[run.first], after.ends[run.last]))
  if (rest.length > 0 && rest.join() === now.join()) return 'rest'
  const isIn = (words: readonly string[]) => likeness(index, words, new Set(now)) >= least
  const hasRest = rest.length >= TELLING_WORDS && isIn(rest)
  const quoteAlone = quote.filter(word => !rest.includes(word))
  if (hasRest && quoteAlone.length > 0 && !isIn(quoteAlone)) return 'rest'
  return hasRest || isIn([...quote, ...rest]) ? 'passage' : null
}

/** The share of the words that are there; one that is rare in the text counts for more. */
function likeness({ rarity }: ParagraphIndex, words: readonly string[], there: ReadonlySet<string>): number {
  let [both, all] = [0, 0]
  for (const word of new Set(words)) {
    all += rarity(word)
    if (there.has(word)) both += rarity(word)
  }
  return all === 0 ? 0 : both / all
}

const overlaps = ({ starts, ends }: Paragraphs, { first, last }: Run, span: Span | null): boolean =>
  span !== null && span.start < ends[last]! && span.end > starts[first]!

/** Returns the span of the same characters in the copy. */
function shifted({ index: { before, after }, block, span: { start, end } }: Search, copy: Run): Span {
  const by = (at: number) => after.starts[copy.first + at]! - before.starts[block.first + at]!
  return { start: start + by(0), end: end + by(block.last - block.first) }
}
