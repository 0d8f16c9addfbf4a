// The text of the page as comments are anchored to it: its text nodes in order, read in slices so that nothing waits for it.

import { offsetInWords, PageWords } from '../../../domain/page-words.ts'
import { lastAtMost } from '../../../domain/sorted.ts'
import { later, now } from './natives.ts'
import { mayHaveOpenRoots, openRootOf } from './shadow-roots.ts'
import { joinTexts, nodeOf, type PageTextIndex, type PlacedText, type TextRoot } from './text-nodes.ts'

/** The document's words stand first, at the places that the server knows; those of open shadow roots follow. */
export interface PageText extends PageTextIndex {
  roots: ShadowRoot[]
}

/** Milliseconds of work between two breaths. */
const SLICE = 8

const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }

/** Lets the browser do what is more urgent; timers alone wait longer than that takes. */
const pause: () => Promise<void> =
  scheduler?.yield?.bind(scheduler) ?? (() => new Promise(resolve => later(resolve, 0)))

/** Resolves at once, or a moment later where this has been working for a slice. */
export function breathing(): () => Promise<void> | undefined {
  let began = now()
  return () => {
    if (now() - began < SLICE) return
    return pause().then(() => {
      began = now()
    })
  }
}

export async function readText(root: TextRoot): Promise<PageText> {
  const texts: PageText['texts'] = []
  const words = new PageWords()
  const breathe = breathing()
  const roots: ShadowRoot[] = []
  const noteRoot = (element: Element) => {
    const shadow = openRootOf(element)
    if (shadow) roots.push(shadow)
  }
  let seen = 0
  // Reading a root may find others in it.
  for (let at = -1; at < roots.length; at++) {
    words.separate()
    for (const placed of joinTexts(roots[at] ?? nodeOf(root), words, mayHaveOpenRoots() && noteRoot)) {
      if (placed) texts.push(placed)
      if (++seen % 64 === 0) await breathe()
    }
  }
  return { texts, text: words.text, roots }
}

/** Returns the offset in the text of a boundary of the range. */
function offsetOf(texts: readonly PlacedText[], range: Range, side: 'start' | 'end'): number {
  const [container, offset] = [range[`${side}Container`], range[`${side}Offset`]]
  const before = side === 'start' ? -1 : 0
  const low = lastAtMost(texts, before, ({ node }) => range.comparePoint(node, 0)) + 1
  // The text that holds the boundary begins before it, or at it.
  const holder = [texts[low - 1], texts[low]].find(each => each?.node === container)
  const { node, mode, start } = holder ?? texts[low] ?? texts.at(-1)!
  return start + offsetInWords(node.data, mode, holder ? offset : low < texts.length ? 0 : node.length)
}

export interface Span {
  start: number
  end: number
}

/** The range in the text, without white space at its ends; null if it holds no words. */
export function spanOf(page: PageText, range: Range): Span | null {
  const root = range.startContainer.getRootNode()
  const texts = page.texts.filter(({ node }) => node.getRootNode() === root)
  if (!texts[0]) return null
  const [from, to] = [offsetOf(texts, range, 'start'), offsetOf(texts, range, 'end')]
  const words = page.text.slice(from, to)
  const [start, end] = [to - words.trimStart().length, from + words.trimEnd().length]
  return end > start ? { start, end } : null
}
