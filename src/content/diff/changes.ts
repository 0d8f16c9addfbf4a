// Finds where two sequences differ: diffs and merges are built on it.
import { diffArrays } from 'diff'

/** `a[aStart, aEnd)` became `b[bStart, bEnd)`; one of the two may be empty. */
export interface Change {
  aStart: number
  aEnd: number
  bStart: number
  bEnd: number
}

/** Points in time (milliseconds of `performance.now()`) and effort at which exactness gives way to speed. */
interface Bounds {
  deadline: number
  maxEdits: number
}

/** More edits than this make the exact algorithm's memory grow with their square. */
const MAX_EDITS = 4000

/**
 * The differences from `a` to `b`, in order, none touching another. The fewest edits where that is found
 * within `budget` milliseconds; beyond it first lines that occur once on either side are paired, and what
 * lies between them counts as changed. Never runs much longer than twice the budget.
 */
export function changes(a: readonly string[], b: readonly string[], budget: number): Change[] {
  const bounds = { deadline: performance.now() + budget, maxEdits: MAX_EDITS }
  const [x, y] = numbered(a, b)
  return slide(between(x, y, { aStart: 0, aEnd: x.length, bStart: 0, bEnd: y.length }, bounds), x, y)
}

/** Equal elements become equal numbers, so that comparing long ones costs nothing. */
function numbered(a: readonly string[], b: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>()
  const number = (element: string): number => {
    const known = numbers.get(element)
    if (known !== undefined) return known
    numbers.set(element, numbers.size)
    return numbers.size - 1
  }
  return [a.map(number), b.map(number)]
}

function between(x: number[], y: number[], whole: Change, bounds: Bounds): Change[] {
  const range = trimmed(x, y, whole)
  if (range.aStart === range.aEnd && range.bStart === range.bEnd) return []
  if (range.aStart === range.aEnd || range.bStart === range.bEnd) return [range]
  return exact(x, y, range, bounds) ?? anchored(x, y, range, bounds)
}

/** Returns the range without the equal beginning and the equal end. */
function trimmed(x: number[], y: number[], { aStart, aEnd, bStart, bEnd }: Change): Change {
  while (aStart < aEnd && bStart < bEnd && x[aStart] === y[bStart]) {
    aStart++
    bStart++
  }
  while (aStart < aEnd && bStart < bEnd && x[aEnd - 1] === y[bEnd - 1]) {
    aEnd--
    bEnd--
  }
  return { aStart, aEnd, bStart, bEnd }
}

/** Myers' algorithm; null if it would take too long. */
function exact(x: number[], y: number[], range: Change, bounds: Bounds): Change[] | null {
  const timeout = Math.floor(bounds.deadline - performance.now())
  if (timeout <= 0) return null
  const found = diffArrays(x.slice(range.aStart, range.aEnd), y.slice(range.bStart, range.bEnd), {
    timeout,
    maxEditLength: bounds.maxEdits,
  })
  return found ? collected(found, range) : null
}

function collected(parts: { added: boolean; removed: boolean; count: number }[], range: Change): Change[] {
  const out: Change[] = []
  let [a, b] = [range.aStart, range.bStart]
  let open: Change | null = null
  for (const { added, removed, count } of parts) {
    if (added || removed) {
      open ??= { aStart: a, aEnd: a, bStart: b, bEnd: b }
    } else {
      if (open) out.push(open)
      open = null
    }
    if (!added) a += count
    if (!removed) b += count
    if (open) open = { ...open, aEnd: a, bEnd: b }
  }
  return open ? [...out, open] : out
}

/** Pairs what occurs exactly once on both sides, keeps the longest run in order, and looks between the pairs. */
function anchored(x: number[], y: number[], range: Change, bounds: Bounds): Change[] {
  const pairs = inOrder(uniquePairs(x, y, range))
  if (pairs.length === 0) return [range]
  const out: Change[] = []
  let { aStart, bStart } = range
  for (const [a, b] of [...pairs, [range.aEnd, range.bEnd] as const]) {
    out.push(...between(x, y, { aStart, aEnd: a, bStart, bEnd: b }, bounds))
    aStart = a + 1
    bStart = b + 1
  }
  return out
}

type Pair = readonly [a: number, b: number]

function uniquePairs(x: number[], y: number[], range: Change): Pair[] {
  const places = new Map<number, number>()
  for (let b = range.bStart; b < range.bEnd; b++) places.set(y[b]!, places.has(y[b]!) ? -1 : b)
  const seen = new Map<number, number>()
  for (let a = range.aStart; a < range.aEnd; a++) seen.set(x[a]!, seen.has(x[a]!) ? -1 : a)
  const pairs: Pair[] = []
  for (const [element, a] of seen) {
    const b = places.get(element) ?? -1
    if (a >= 0 && b >= 0) pairs.push([a, b])
  }
  return pairs
}

/** The longest subsequence whose second members grow (patience sorting); the first ones grow already. */
function inOrder(pairs: Pair[]): Pair[] {
  const tops: number[] = []
  const before: number[] = []
  for (const [index, [, b]] of pairs.entries()) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tops[middle]!]![1] < b) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? tops[low - 1]! : -1)
    tops[low] = index
  }
  const run: Pair[] = []
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index]!) run.push(pairs[index]!)
  return run.reverse()
}

/**
 * Moves insertions and deletions that may stand at several places among equal elements. As Git does, each joins a
 * neighbouring change if it can, else it goes down as far as possible: merges then agree on what belongs together.
 */
function slide(found: Change[], x: number[], y: number[]): Change[] {
  const down = settled(found, x, y, change => change.bStart === change.bEnd)
  return settled(down, x, y, change => change.aStart === change.aEnd)
}

function settled(list: Change[], x: number[], y: number[], movable: (change: Change) => boolean): Change[] {
  const out: Change[] = []
  const end = { aStart: x.length, aEnd: x.length, bStart: y.length, bEnd: y.length }
  for (let index = 0; index < list.length; index++) {
    const change = list[index]!
    const previous = out.at(-1) ?? { aStart: 0, aEnd: 0, bStart: 0, bEnd: 0 }
    const next = list[index + 1] ?? end
    const lowest = movable(change) ? moved(change, room(change, next, x, y, 1)) : change
    const highest = movable(change) ? moved(change, -room(change, previous, x, y, -1)) : change
    if (next !== end && touches(lowest, next))
      list[index + 1] = { ...lowest, aEnd: next.aEnd, bEnd: next.bEnd }
    else if (out.length > 0 && touches(previous, highest))
      out[out.length - 1] = { ...previous, aEnd: highest.aEnd, bEnd: highest.bEnd }
    else out.push(lowest)
  }
  return out
}

const touches = (upper: Change, lower: Change): boolean =>
  upper.aEnd === lower.aStart && upper.bEnd === lower.bStart

const moved = ({ aStart, aEnd, bStart, bEnd }: Change, by: number): Change => ({
  aStart: aStart + by,
  aEnd: aEnd + by,
  bStart: bStart + by,
  bEnd: bEnd + by,
})

/** How far a pure insertion or deletion can move towards its neighbour without changing its meaning. */
function room(change: Change, neighbour: Change, x: number[], y: number[], direction: 1 | -1): number {
  const [side, start, end] =
    change.bStart === change.bEnd ? [x, change.aStart, change.aEnd] : [y, change.bStart, change.bEnd]
  const most =
    direction > 0
      ? Math.min(neighbour.aStart - change.aEnd, neighbour.bStart - change.bEnd)
      : Math.min(change.aStart - neighbour.aEnd, change.bStart - neighbour.bEnd)
  let by = 0
  if (direction > 0) while (by < most && side[start + by] === side[end + by]) by++
  else while (by < most && side[start - by - 1] === side[end - by - 1]) by++
  return by
}
