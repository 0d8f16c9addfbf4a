// Formulas of Markdown are marked and selected as a whole, since their source is not seen.

import { listen } from './natives.ts'

const formulaAround = (node: Node): Element | null => node.parentElement?.closest('.math') ?? null

/** Widens a range that begins or ends within a formula; false where neither does. */
export function takeWholeFormulas(range: Range): boolean {
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)]
  if (first) range.setStartBefore(first)
  if (last) range.setEndAfter(last)
  return Boolean(first ?? last)
}

/** Widens what the reader selected with the pointer, once it is let go. */
export function selectWholeFormulas(): void {
  listen('pointerup', () => {
    const selection = getSelection()
    if (!selection || selection.isCollapsed) return
    const range = selection.getRangeAt(0).cloneRange()
    if (!takeWholeFormulas(range)) return
    selection.removeAllRanges()
    selection.addRange(range)
  })
}
