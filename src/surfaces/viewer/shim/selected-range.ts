// Finds the range that the reader selected, also within an open shadow root, where `getRangeAt` shows only what is around the host.

import { apply } from './natives.ts'
import { hostOf } from './shadow-roots.ts'
import { newRange } from './text-nodes.ts'

/** Browsers without it select within a tree alone, and may show that as a range. */
const compose = (Selection.prototype as Partial<Selection>).getComposedRanges

/** Returns null where nothing is selected. A range that leaves the tree it begins in is cut where it leaves. */
export function selectedRange(selection: Selection, roots: ShadowRoot[]): Range | null {
  const selected = rangeOf(selection, roots)
  if (!selected || selected.collapsed) return null
  const { startContainer, startOffset, endContainer, endOffset } = selected
  const tree = startContainer.getRootNode()
  // Words in a slot are painted elsewhere than they stand.
  if (hostOf(startContainer)?.contains(endContainer)) return null
  let end: Node | undefined = endContainer
  while (end && end.getRootNode() !== tree) end = hostOf(end)
  const range = newRange()
  range.setStart(startContainer, startOffset)
  if (end) range.setEnd(end, end === endContainer ? endOffset : 0)
  else range.setEnd(tree, tree.childNodes.length)
  return range
}

function rangeOf(selection: Selection, roots: ShadowRoot[]): AbstractRange | undefined {
  if (roots[0] && compose) return apply(compose, selection, [{ shadowRoots: roots }])[0]
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
}
