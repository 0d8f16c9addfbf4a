// Finds the passages of anchors in a worker process.
import type { Anchor } from '../../domain/anchor.ts'
import { LimitReached, type Turn } from '../render/workers.ts'
import { type PageFile, runInWorker } from '../worker-calls.ts'
import type { Found, KnownAnchor, QuotedPassage } from './reanchor.ts'

/** Larger files are not read for this. Bytes. */
const LARGEST = 10 * 1_048_576

/** `findPassage`; null if the page is too large, or takes too long to read. */
export async function passageIn(turn: Turn, file: PageFile, anchor: Anchor): Promise<Found | null> {
  if (file.source.size > LARGEST) return null
  return unlessLimited(runInWorker(turn, 'findPassage', [file, anchor]))
}

/** `findQuote`; null if the page takes too long to read. */
export const quoteIn = (
  turn: Turn,
  file: PageFile,
  quote: NonNullable<Anchor['textQuote']>,
): Promise<QuotedPassage | null> => unlessLimited(runInWorker(turn, 'findQuote', [file, quote]))

/** `carryPassages`; null if a page is too large, or takes too long to read. */
export async function passagesAlong(
  turn: Turn,
  before: PageFile,
  after: PageFile,
  all: readonly KnownAnchor[],
): Promise<Found[] | null> {
  if (Math.max(before.source.size, after.source.size) > LARGEST) return null
  return unlessLimited(runInWorker(turn, 'carryPassages', [before, after, all, 1000]))
}

/** A limit of the file's own is one for ever; what was cut off for others, or by a stop, is to be asked for again. */
const isPassing: ReadonlySet<string> = new Set(['turn', 'closed'])

async function unlessLimited<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof LimitReached && !isPassing.has(error.limit)) return null
    throw error
  }
}
