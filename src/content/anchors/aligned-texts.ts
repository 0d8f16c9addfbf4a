// Which characters of a text another text has too, where the two have the same words but for what one of them leaves out.
import { lastAtMost } from '../../domain/sorted.ts'
import { changes } from '../diff/changes.ts'

/** Maps a character of a text to its offset in another one; null if that lacks it. */
export type There = (at: number) => number | null

/** Words, numbers (a mark of a note touches its word), single signs, and the ends of lines, which tell apart words that are everywhere. */
const word = /[\p{L}\p{Cf}_]+|\p{N}+|\s+|\S/gu
const lineEnd = /[\n\t]/

interface Pieces {
  pieces: string[]
  starts: number[]
  ends: number[]
}

/**
 * Aligns two texts by their words and the ends of their lines.
 * @param budget milliseconds; after that what stands between differences may count as missing
 */
export function alignedTexts(text: string, other: string, budget = 1000): There {
  const [a, b] = [piecesOf(text), piecesOf(other)]
  const differences = changes(a.pieces, b.pieces, budget)
  const begins = differences.map(({ aStart }) => aStart)
  return at => {
    const piece = lastAtMost(a.starts, at)
    if (piece < 0 || at >= a.ends[piece]!) return null
    // The last change that begins before the piece, or with it. Only insertions leave the piece itself alone.
    const change = differences[lastAtMost(begins, piece)]
    if (change && piece < change.aEnd) return null
    const there = change ? piece - change.aEnd + change.bEnd : piece
    return b.starts[there]! + at - a.starts[piece]!
  }
}

function piecesOf(text: string): Pieces {
  const found: Pieces = { pieces: [], starts: [], ends: [] }
  for (const { 0: piece, index } of text.matchAll(word)) {
    const isSpace = /^\s/.test(piece)
    if (isSpace && !lineEnd.test(piece)) continue
    found.pieces.push(isSpace ? '\n' : piece)
    found.starts.push(index)
    found.ends.push(index + piece.length)
  }
  return found
}
