// The text of the page as comments are anchored to it: its text nodes in order, read in slices so that nothing waits for it.

/** Elements whose text is not part of it: the same as in `content/page-text.ts`. */
const skipped =
  /^(script|style|template|noscript|title|textarea|svg|math|select|iframe|object|embed|audio|video|canvas)$/i

export interface PageText {
  text: string
  nodes: readonly Text[]
  /** Where each node begins in the text. */
  starts: readonly number[]
}

/** Milliseconds of work between two breaths. */
const SLICE = 8

const later = setTimeout
const now = performance.now.bind(performance)

/** Resolves at once, or a moment later where this has been working for a slice. */
export function breathing(): () => Promise<void> | undefined {
  let began = now()
  return () => {
    if (now() - began < SLICE) return
    return new Promise<void>(resolve =>
      later(() => {
        began = now()
        resolve()
      }, 0),
    )
  }
}

/** Of a Markdown page the article alone, as on the server. */
const rootOf = (markdown: boolean): Node => (markdown && document.querySelector('article')) || document

export async function readText(markdown: boolean): Promise<PageText> {
  const walker = document.createTreeWalker(
    rootOf(markdown),
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    node =>
      node.nodeType === Node.TEXT_NODE
        ? NodeFilter.FILTER_ACCEPT
        : skipped.test(node.nodeName)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP,
  )
  const [nodes, starts, parts] = [[] as Text[], [] as number[], [] as string[]]
  const breathe = breathing()
  let length = 0
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    nodes.push(node)
    starts.push(length)
    parts.push(node.data)
    length += node.data.length
    if (nodes.length % 256 === 0) await breathe()
  }
  return { text: parts.join(''), nodes, starts }
}

/** The index of the last of `values` that is not above `wanted`; -1 where all are. */
function lastUpTo(values: readonly number[], wanted: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A stretch of the text as the page's own nodes; null where the page has changed since it was read. */
export function rangeOf(page: PageText, start: number, end: number): StaticRange | null {
  const [first, last] = [lastUpTo(page.starts, start), lastUpTo(page.starts, Math.max(start, end - 1))]
  const [from, to] = [page.nodes[first], page.nodes[last]]
  if (!from?.isConnected || !to?.isConnected) return null
  const [startOffset, endOffset] = [start - page.starts[first]!, end - page.starts[last]!]
  if (startOffset > from.data.length || endOffset > to.data.length) return null
  return new StaticRange({ startContainer: from, startOffset, endContainer: to, endOffset })
}

/** Where a boundary of the range lies in the text. */
function offsetOf(page: PageText, range: Range, side: 'start' | 'end'): number {
  const [container, offset] =
    side === 'start' ? [range.startContainer, range.startOffset] : [range.endContainer, range.endOffset]
  const wanted = side === 'start' ? 0 : 1
  let [low, high] = [0, page.nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const node = page.nodes[middle]!
    if (node === container) return page.starts[middle]! + offset
    if (range.comparePoint(node, 0) < wanted) low = middle + 1
    else high = middle
  }
  // The node before the first one behind the boundary may be the one that holds it.
  if (low > 0 && page.nodes[low - 1] === container) return page.starts[low - 1]! + offset
  return page.starts[low] ?? page.text.length
}

/** The range in the text, without white space at its ends; null where it holds no words. */
export function spanOf(page: PageText, range: Range): { start: number; end: number } | null {
  const [from, to] = [offsetOf(page, range, 'start'), offsetOf(page, range, 'end')]
  const words = page.text.slice(from, to)
  const start = from + (words.length - words.trimStart().length)
  const end = to - (words.length - words.trimEnd().length)
  return end > start ? { start, end } : null
}
