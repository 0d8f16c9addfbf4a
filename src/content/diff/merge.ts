// Three-way merge: by lines, and inside blocks that both sides changed by words and tags.
import { type Change, changes } from './changes.ts'
import { linesOf } from './diff.ts'
import {
  type Conflict,
  isConflict,
  mergedText,
  type Part,
  type SettledChange,
  settledText,
} from './merge-parts.ts'

export type Merge = { merged: string } | { conflicts: Conflict[] }

/** Smaller texts need no more than this; see `changes` for what happens beyond. Milliseconds. */
export const BUDGET = 2000

/** A passage of the base, unchanged or changed by one or both sides, with its position on each side. */
interface Block {
  base: string[]
  mine: string[]
  theirs: string[]
  changed: boolean
  mineAt: number
}

/**
 * Brings the changes from `base` to `mine` and those from `base` to `theirs` into one text. Equal changes
 * count once; changes that neither overlap nor touch are both taken, by lines first, and where lines clash by
 * words, tags and white space, so that a page in one line merges too. Otherwise: every clash by lines.
 * @param budget milliseconds; where they do not suffice, coarser blocks are compared, which may report more conflicts, never fewer
 */
export function merge3(base: string, mine: string, theirs: string, budget = BUDGET): Merge {
  const parts = mergeParts(base, mine, theirs, budget)
  const merged = mergedText(parts)
  return merged === null ? { conflicts: parts.filter(isConflict) } : { merged }
}

/** Merges piece by piece, in order. Where one side is the base, the other is the only piece. */
export function mergeParts(base: string, mine: string, theirs: string, budget = BUDGET): Part[] {
  if (mine === theirs || base === theirs) return [mine]
  if (base === mine) return [theirs]
  const deadline = performance.now() + budget
  const left = (): number => Math.max(1, (deadline - performance.now()) / 3)
  return blocks(linesOf(base), linesOf(mine), linesOf(theirs), left, false).map(
    block => settle(block) ?? mergeTokens(block, left) ?? asConflict(block),
  )
}

/** The outcome of a block that no side, only one side, or both alike changed; null if they clash. */
function settle({ base, mine, theirs, changed }: Block): string | SettledChange | null {
  const [b, m, t] = [base.join(''), mine.join(''), theirs.join('')]
  if (!changed) return m
  if (m === t) return { base: b, merged: m, by: 'both' }
  if (b === t) return { base: b, merged: m, by: 'mine' }
  return b === m ? { base: b, merged: t, by: 'theirs' } : null
}

const asConflict = ({ base, mine, theirs, mineAt }: Block): Conflict => ({
  base: base.join(''),
  mine: mine.join(''),
  theirs: theirs.join(''),
  line: mineAt + 1,
})

/**
 * Tags, words, line breaks, runs of other white space, and single other characters. Signs within a word belong to it, so that a number, a
 * date and an address are one each; its parts are limited, because a pattern that repeats a group without a limit fails at millions of them.
 */
const token =
  /<\/?[A-Za-z][^<>\s]*|[\p{L}\p{N}_]+(?:(?:[.:/@'’+=?&#%~-]+|,(?=\p{N}{3}(?!\p{N})))[\p{L}\p{N}_]+){0,99}%?|\r?\n|[^\S\n]+|./gsu

function mergeTokens(block: Block, left: () => number): SettledChange | null {
  const [base, mine, theirs] = [block.base, block.mine, block.theirs].map(
    lines => lines.join('').match(token) ?? [],
  )
  const out: string[] = []
  for (const part of blocks(base!, mine!, theirs!, left, true)) {
    const settled = settle(part)
    if (settled === null) return null
    out.push(settledText(settled))
  }
  return { base: block.base.join(''), merged: out.join(''), by: 'both' }
}

/** Parts the base where changes of either side begin and end; what overlaps or touches is one block. */
function blocks(
  base: string[],
  mine: string[],
  theirs: string[],
  left: () => number,
  tokens: boolean,
): Block[] {
  const changesTo = (side: string[]): Change[] => {
    const found = changes(base, side, left())
    return tokens ? joined(found, base) : found
  }
  return parted(base, new Side(mine, changesTo(mine)), new Side(theirs, changesTo(theirs)))
}

/** One of the two changed sides, read from its beginning to its end. */
class Side {
  /** Elements read so far. */
  at = 0
  private readonly elements: string[]
  private readonly list: Change[]
  private next = 0
  private grown = 0

  constructor(elements: string[], list: Change[]) {
    this.elements = elements
    this.list = list
  }

  /** The place in the base where the next change begins. */
  get nextStart(): number {
    return this.list[this.next]?.aStart ?? Number.POSITIVE_INFINITY
  }

  /** Includes every change that begins up to `end`; answers how far in the base they reach. */
  reach(end: number): number {
    let reached = end
    for (; this.nextStart <= reached; this.next++) {
      const { aStart, aEnd, bStart, bEnd } = this.list[this.next]!
      this.grown += bEnd - bStart - (aEnd - aStart)
      reached = Math.max(reached, aEnd)
    }
    return reached
  }

  /** Returns the elements of this side for `length` elements of the base and the changes included. */
  take(length: number): string[] {
    const start = this.at
    this.at += length + this.grown
    this.grown = 0
    return this.elements.slice(start, this.at)
  }
}

function parted(base: string[], mine: Side, theirs: Side): Block[] {
  const out: Block[] = []
  let at = 0
  const add = (end: number, changed: boolean): void => {
    const mineAt = mine.at
    const stretch = { base: base.slice(at, end), mine: mine.take(end - at), theirs: theirs.take(end - at) }
    out.push({ ...stretch, changed, mineAt })
    at = end
  }
  while (Math.min(mine.nextStart, theirs.nextStart) <= base.length) {
    const start = Math.min(mine.nextStart, theirs.nextStart)
    add(start, false)
    let [end, before] = [start, -1]
    while (end !== before) {
      before = end
      end = theirs.reach(mine.reach(end))
    }
    add(end, true)
  }
  add(base.length, false)
  return out
}

/** Changes of one side parted by nothing but blanks are one: a rewritten sentence is not a row of changed words. */
function joined(list: Change[], base: string[]): Change[] {
  const out: Change[] = []
  for (const change of list) {
    const last = out.at(-1)
    if (last && base.slice(last.aEnd, change.aStart).every(part => /^[^\S\n]+$/.test(part)))
      out[out.length - 1] = { ...last, aEnd: change.aEnd, bEnd: change.bEnd }
    else out.push(change)
  }
  return out
}
