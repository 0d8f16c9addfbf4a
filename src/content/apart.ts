// Comparing, merging and searching texts: at once where they are small, in the turn of whoever asks where they are large.
import { type Comparison, comparison } from './comparison.ts'
import { type Labels, unified } from './diff.ts'
import { onlyPlaces, type Place } from './finding.ts'
import { type Merge, merge3, mergeParts, type Part } from './merge.ts'
import type { PageSource, RenderedChanges } from './rendered-changes.ts'
import type { NewText, Replaced } from './text-in-place.ts'
import type { Turn } from './workers.ts'

/** Texts up to this many characters are worked on at once: a few milliseconds at most. */
export const SMALL = 16_384

/** Milliseconds granted to so many characters: ten seconds, and two for each million. */
export const patience = (characters: number): number => 10_000 + characters / 500

/** `unified` without holding the event loop: null if the texts are equal. */
export async function compare(turn: Turn, from: string, to: string, labels: Labels): Promise<string | null> {
  const size = from.length + to.length
  if (size <= SMALL || from === to) return unified(from, to, labels, 20)
  return turn.run('unified', [from, to, labels, 1000], patience(size))
}

/** `comparison` without holding the event loop. */
export async function compareLines(turn: Turn, from: string, to: string): Promise<Comparison> {
  const size = from.length + to.length
  if (size <= SMALL || from === to) return comparison(from, to, 20)
  return turn.run('comparison', [from, to, 1000], patience(size))
}

/** `renderedChanges` apart: pages are never parsed here. */
export const compareRendered = (
  turn: Turn,
  before: PageSource,
  after: PageSource,
): Promise<RenderedChanges> =>
  turn.run(
    'renderedChanges',
    [before, after, 2000],
    patience(2 * (before.source.length + after.source.length)),
  )

/** `merge3` without holding the event loop. */
export async function merge(turn: Turn, base: string, mine: string, theirs: string): Promise<Merge> {
  const size = base.length + mine.length + theirs.length
  if (size <= SMALL) return merge3(base, mine, theirs, 30)
  return turn.run('merge3', [base, mine, theirs, 2000], patience(size))
}

/** `mergeParts` without holding the event loop. */
export async function mergeApart(turn: Turn, base: string, mine: string, theirs: string): Promise<Part[]> {
  const size = base.length + mine.length + theirs.length
  if (size <= SMALL) return mergeParts(base, mine, theirs, 30)
  return turn.run('mergeParts', [base, mine, theirs, 2000], patience(size))
}

/** `markTexts` apart. */
export const markedCopy = (turn: Turn, html: string): Promise<string | null> =>
  turn.run('markTexts', [html], patience(html.length))

/** `replaceTexts` apart. */
export const withNewTexts = (turn: Turn, html: string, texts: readonly NewText[]): Promise<Replaced> =>
  turn.run('replaceTexts', [html, texts], patience(html.length))

/** `onlyPlaces` without holding the event loop: each text sought is looked for in the whole. */
export async function placesOf(turn: Turn, text: string, sought: readonly string[]): Promise<Place[]> {
  if ((text.length + sought.join('').length) * sought.length <= SMALL * 10) return onlyPlaces(text, sought)
  return turn.run('onlyPlaces', [text, sought], patience(text.length))
}
