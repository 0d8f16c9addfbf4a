// Finds the range that the reader selected, also within an open shadow root, where `getRangeAt` shows only what is around the host.

import { apply } from './natives.ts'
import { newRange } from './text-nodes.ts'

/** Browsers without it select within a tree alone, and may show that as a range. */
const compose = (Selection.prototype as Partial<Selection>).getComposedRanges

/** Returns null where nothing is selected. A range that leaves the tree it begins in is cut where it leaves. */
export function selectedRange(selection: Selection, roots: ShadowRoot[]): Range | null {
  const selected = rangeOf(selection, roots)
  if (!selected || selected.collapsed) return null
  const { startContainer, startOffset, endContainer, endOffset } = selected
  const tree = startContainer.getRootNode()
  const range = newRange()
  range.setStart(startContainer, startOffset)
  const end = hostIn(tree, endContainer)
  if (end === endContainer) range.setEnd(end, endOffset)
  else if (end) range.setEndBefore(end)
  else range.setEnd(tree, tree.childNodes.length)
  return range
}

function rangeOf(selection: Selection, roots: ShadowRoot[]): AbstractRange | undefined {
  if (roots.length > 0 && compose) return apply(compose, selection, [{ shadowRoots: roots }])[0]
  return selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
}

/** Returns the node where it is in the tree, else the host in the tree whose roots hold it; null if no host does. */
function hostIn(tree: Node, node: Node): Node | null {
  const root = node.getRootNode() as Partial<ShadowRoot> & Node
  if (root === tree) return node
  return root.host ? hostIn(tree, root.host) : null
}
