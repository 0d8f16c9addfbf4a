// Offsets in a text by those in the same text without the characters that nobody sees.
import { invisibleRuns } from '../../domain/plain-text.ts'
import { lastAtMost } from '../../domain/sorted.ts'

/** Returns a function that maps an offset in `withoutInvisible(text)` to the offset in `text`. */
export function seenOffsets(text: string): (offset: number) => number {
  const starts: number[] = []
  const unseen: number[] = []
  let before = 0
  for (const { start, end } of invisibleRuns(text)) {
    starts.push(start - before)
    before += end - start
    unseen.push(before)
  }
  return offset => offset + (unseen[lastAtMost(starts, offset)] ?? 0)
}
