// Which characters of a text another text has too, where the two are written alike but for what one of them leaves out.
import { lastAtMost } from '../../domain/sorted.ts'
import { type Change, changes } from '../diff/changes.ts'

/** Maps a character of a text to its offset in another one; null if that lacks it. */
export type There = (at: number) => number | null

/** Words, numbers (a mark of a note touches its word), single signs, and the ends of lines, which tell apart words that are everywhere. */
const word = /[\p{L}\p{Cf}_]+|\p{N}+|\s+|\S/gu
const character = /\S/gu
const lineEnd = /[\n\t]/

/** Characters of both texts between equal words; where more differ, only words are aligned. */
const LONGEST = 20_000

/**
 * Aligns two texts by their words, and words that differ by their characters: a word may touch what one of the texts hides,
 * or a mark that only one of them writes.
 * @param budget milliseconds; after that what stands between differences may count as missing
 */
export function alignedTexts(text: string, other: string, budget = 1000): There {
  const deadline = performance.now() + budget
  const words = aligned(text, other, word, budget)
  const within = new Map<Change, There>()
  const byCharacters = (change: Change): There => {
    const left = Math.max(1, (deadline - performance.now()) / 2)
    const [from, to] = [words.a.starts[change.aStart]!, words.b.starts[change.bStart]!]
    const part = text.slice(from, words.a.ends[change.aEnd - 1])
    const otherPart = other.slice(to, words.b.ends[change.bEnd - 1])
    const there = alikeTexts(part, otherPart, left)
    return at => {
      const found = there(at - from)
      return found === null ? null : found + to
    }
  }
  return at => {
    const found = words.at(at)
    if (found === null || typeof found === 'number') return found
    if (found.bStart === found.bEnd) return null
    if (!within.has(found)) within.set(found, byCharacters(found))
    return within.get(found)!(at)
  }
}

/** Characters that two texts have by chance say nothing: half of the shorter text must be in the other. */
function alikeTexts(text: string, other: string, budget: number): There {
  if (text.length + other.length > LONGEST) return () => null
  const { a, b, differences, at } = aligned(text, other, character, budget)
  const missing = differences.reduce((sum, { aStart, aEnd }) => sum + aEnd - aStart, 0)
  const kept = a.starts.length - missing
  if (2 * kept < Math.min(a.starts.length, b.starts.length)) return () => null
  return offset => {
    const found = at(offset)
    return typeof found === 'number' ? found : null
  }
}

interface Pieces {
  pieces: string[]
  starts: number[]
  ends: number[]
}

interface Aligned {
  a: Pieces
  b: Pieces
  differences: readonly Change[]
  /** Returns the character's offset in the other text, or the change that it is part of; null for white space. */
  at(offset: number): number | Change | null
}

function aligned(text: string, other: string, pattern: RegExp, budget: number): Aligned {
  const [a, b] = [piecesOf(text, pattern), piecesOf(other, pattern)]
  const differences = changes(a.pieces, b.pieces, budget)
  const begins = differences.map(({ aStart }) => aStart)
  const at = (offset: number): number | Change | null => {
    const piece = lastAtMost(a.starts, offset)
    if (piece < 0 || offset >= a.ends[piece]!) return null
    const change = changeAt(differences, begins, piece)
    if (change && piece < change.aEnd) return change
    const there = change ? piece - change.aEnd + change.bEnd : piece
    return b.starts[there]! + offset - a.starts[piece]!
  }
  return { a, b, differences, at }
}

/** The last change that begins before the piece, or with it. Only insertions leave the piece itself alone. */
const changeAt = (differences: readonly Change[], begins: readonly number[], piece: number) =>
  differences[lastAtMost(begins, piece)]

function piecesOf(text: string, pattern: RegExp): Pieces {
  const found: Pieces = { pieces: [], starts: [], ends: [] }
  for (const { 0: piece, index } of text.matchAll(pattern)) {
    const isSpace = /^\s/.test(piece)
    if (isSpace && !lineEnd.test(piece)) continue
    found.pieces.push(isSpace ? '\n' : piece)
    found.starts.push(index)
    found.ends.push(index + piece.length)
  }
  return found
}
