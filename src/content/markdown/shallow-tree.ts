// A parsed tree without its deepest levels: what walks and writes it afterwards takes time and stack with each level.
import type { DefaultTreeAdapterTypes } from 'parse5'

type Parent = DefaultTreeAdapterTypes.ParentNode
type Child = DefaultTreeAdapterTypes.ChildNode

/** Levels of elements that are kept. Browsers stop at 512; authors are far from this. */
const DEEPEST = 128

/**
 * Takes the elements below the last level away and leaves what they hold in their place.
 * @param whole elements that are kept empty instead, because what they hold is not for readers
 */
export function makeShallow(root: Parent, whole: ReadonlySet<string>): void {
  let level: Parent[] = [root]
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++)
    level = level.flatMap(({ childNodes }) => childNodes.filter(isParent))
  for (const parent of level) parent.childNodes = leavesOf(parent, whole)
}

const isParent = (node: Child): node is Child & Parent => 'childNodes' in node

/** Returns the nodes in the element that hold nothing themselves, in order. */
function leavesOf(parent: Parent, whole: ReadonlySet<string>): Child[] {
  const leaves: Child[] = []
  const pending = parent.childNodes.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isParent(node) && whole.has(node.nodeName)) node.childNodes = []
    if (isParent(node) && node.childNodes.length > 0)
      for (const child of node.childNodes.toReversed()) pending.push(child)
    else leaves.push(node)
  }
  return leaves
}
