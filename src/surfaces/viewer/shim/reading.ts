// The page's text as it is now: read when it is asked for, and again after the page has changed.

import { offsetInWords } from '../../../domain/page-words.ts'
import { later, now } from './natives.ts'
import { type PageText, readText, type Span } from './page-text.ts'
import { onRoot } from './shadow-roots.ts'
import type { TextRoot } from './text-nodes.ts'

export interface Reading {
  text(): Promise<PageText>
  /** Returns the offset in the text at a point of the window; null if no text is there. */
  offsetAt(x: number, y: number): Promise<number | null>
  /** Extends the span to the whole of each part that can only be marked as a whole. */
  whole?(page: PageText, span: Span): Span
  /** Marks the ranges that no highlight can; returns the rest. */
  markApart?(mark: string, ranges: readonly Range[]): Range[]
  /** Called soon after the page has changed, and again and again where it never rests. */
  onChange(listener: () => void): void
}

/** Milliseconds from a change until the page is read again; a page that takes long to read is read seldom. */
const PAUSE = 300

export function readPage(root: TextRoot): Reading {
  const listeners: (() => void)[] = []
  let known: Promise<PageText> | null = null
  let roots: ShadowRoot[] = []
  let took = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  const changed = () => {
    if (timer) return
    timer = later(
      () => {
        timer = known = null
        for (const listener of listeners) listener()
      },
      Math.max(PAUSE, 10 * took),
    )
  }
  const read = async () => {
    const began = now()
    const page = await readText(root)
    took = now() - began
    roots = page.roots
    roots.forEach(observe)
    return page
  }
  const observer = new MutationObserver(changed)
  /** The observer needs each shadow root apart: it is not part of the document's own tree. */
  const observe = (tree: Document | ShadowRoot) =>
    observer.observe(tree, { childList: true, characterData: true, subtree: true })
  onRoot(root => known && root.mode === 'open' && observe(root))
  const text = () => {
    observe(document)
    known ??= read()
    return known
  }
  return {
    text,
    offsetAt: async (x, y) => {
      const caret = document.caretPositionFromPoint?.(x, y, { shadowRoots: roots })
      const range = caret ? null : document.caretRangeFromPoint?.(x, y)
      const wanted = caret?.offsetNode ?? range?.startContainer
      const page = await text()
      const placed = page.texts.find(({ node }) => node === wanted)
      if (!placed) return null
      return placed.start + offsetInWords(placed.node.data, placed.mode, caret?.offset ?? range!.startOffset)
    },
    onChange: listener => void listeners.push(listener),
  }
}
