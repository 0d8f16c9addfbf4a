// Passages that comments hang on, found without holding the event loop: large pages are read in a process apart.
import type { Anchor } from '../domain/anchor.ts'
import type { Found, Hanging, PageFile } from './anchoring.ts'
import { patience, SMALL } from './apart.ts'
import { LimitReached, type Turn } from './workers.ts'

/** Larger files are not read for this. */
const LARGEST = 10 * 1_048_576

/** `findPassage`; null where the page is too large, or takes too long to read. */
export async function passageIn(turn: Turn, file: PageFile, anchor: Anchor): Promise<Found | null> {
  const size = file.source.length
  if (size > LARGEST) return null
  if (size <= SMALL) return (await import('./anchoring.ts')).findPassage(file, anchor)
  return unlessLimited(turn.run('findPassage', [file, anchor], patience(size)))
}

/** `carryPassages`; null where a page is too large, or takes too long to read. */
export async function passagesAlong(
  turn: Turn,
  before: PageFile,
  after: PageFile,
  all: readonly Hanging[],
): Promise<Found[] | null> {
  const size = before.source.length + after.source.length
  if (Math.max(before.source.length, after.source.length) > LARGEST) return null
  if (size <= SMALL && all.length <= 50)
    return (await import('./anchoring.ts')).carryPassages(before, after, all, 20)
  return unlessLimited(turn.run('carryPassages', [before, after, all, 1000], patience(size)))
}

/** A limit of the file's own is one for ever; what was cut off for others is to be asked for again. */
async function unlessLimited<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof LimitReached && error.limit !== 'turn') return null
    throw error
  }
}
