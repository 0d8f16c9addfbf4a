// Finds the changes between two texts, to the word: first by lines and sentences, then by words where those differ.
import type { TextChange } from '../../domain/anchor.ts'
import { bare } from '../../domain/phrase.ts'
import { type Change, changes } from './changes.ts'

/** Sentences with what ends them, and the ends of lines. A point within a word ends none, up to the hundredth. */
const sentence = /[^\n.!?]+(?:[.!?]+(?=[\p{L}\p{N}])[^\n.!?]+){0,99}[.!?]*[^\S\n]*\n*|[.!?]+[^\S\n]*\n*|\n+/gu

const patterns = {
  words: /[\p{L}\p{N}_]+|\s+|./gsu,
  /** `2.0%`, `1,200`, `12:30` and `1.2M` are one each, also where markup alone stands between them and a word. */
  numbers:
    /[\p{L}_]+(?:\p{N}+(?!\p{N}|[.,:]\p{N}|%)[\p{L}\p{N}_]*)?|\p{N}+(?:[.,:]\p{N}+){0,99}(?:%|\p{L}{1,2}(?!\p{L}))?|\s+|./gsu,
}

/**
 * The changes from `before` to `after` in UTF-16 offsets, in order. Words that are alike by chance between words that
 * are not count as changed too.
 * @param budget milliseconds; after that larger passages count as changed, but none is wrongly kept
 * @param by `numbers` for people, who read a number as one word; `words` keeps more of the text in its place
 */
export function textChanges(
  before: string,
  after: string,
  budget = 1000,
  by: keyof typeof patterns = 'words',
): TextChange[] {
  const deadline = performance.now() + budget
  const left = () => Math.max(1, deadline - performance.now())
  const [a, b] = [parts(before, sentence), parts(after, sentence)]
  return changes(a.pieces, b.pieces, budget / 2).flatMap(change => {
    const block = offsets(change, a, b)
    return byWords(before, after, { block, budget: left() / 2, word: patterns[by] })
  })
}

interface Parts {
  pieces: string[]
  /** The offset of each piece, and the end of the last one. */
  starts: number[]
}

function parts(text: string, pattern: RegExp): Parts {
  const pieces = text.match(pattern) ?? []
  const starts = [0]
  for (const piece of pieces) starts.push(starts.at(-1)! + piece.length)
  return { pieces, starts }
}

const offsets = ({ aStart, aEnd, bStart, bEnd }: Change, a: Parts, b: Parts): TextChange => ({
  aStart: a.starts[aStart]!,
  aEnd: a.starts[aEnd]!,
  bStart: b.starts[bStart]!,
  bEnd: b.starts[bEnd]!,
})

function byWords(
  before: string,
  after: string,
  { block, budget, word }: { block: TextChange; budget: number; word: RegExp },
): TextChange[] {
  if (block.aStart === block.aEnd || block.bStart === block.bEnd) return [block]
  const a = parts(before.slice(block.aStart, block.aEnd), word)
  const b = parts(after.slice(block.bStart, block.bEnd), word)
  const found = changes(a.pieces, b.pieces, budget).map(change => offsets(change, a, b))
  return withoutChance(
    found.map(change => shifted(change, block)),
    before,
  )
}

const shifted = (change: TextChange, { aStart, bStart }: TextChange): TextChange => ({
  aStart: change.aStart + aStart,
  aEnd: change.aEnd + aStart,
  bStart: change.bStart + bStart,
  bEnd: change.bEnd + bStart,
})

/** An equality half as long as the changes on both its sides says nothing. */
function withoutChance(list: readonly TextChange[], before: string): TextChange[] {
  const out: TextChange[] = []
  for (const change of list) {
    out.push(change)
    for (let at = out.length - 1; at > 0 && isChance(out[at - 1]!, out[at]!, before); at--) {
      const joined = { ...out[at - 1]!, aEnd: out[at]!.aEnd, bEnd: out[at]!.bEnd }
      out.splice(at - 1, 2, joined)
    }
  }
  return out
}

function isChance(left: TextChange, right: TextChange, before: string): boolean {
  const between = bare(before.slice(left.aEnd, right.aStart)).length
  return between * 2 <= Math.min(size(left), size(right))
}

const size = ({ aStart, aEnd, bStart, bEnd }: TextChange): number => Math.max(aEnd - aStart, bEnd - bStart)
