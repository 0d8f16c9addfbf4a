// Formulas of Markdown are marked, clicked and selected as a whole, since their source is not seen.

import { listen } from './natives.ts'
import { spanOf } from './page-text.ts'
import { type Reading, readPage } from './reading.ts'
import { article, rangeOf } from './text-nodes.ts'

const formulaAround = (node: Node | null): Element | null =>
  (node?.nodeType === 1 ? (node as Element) : node?.parentElement)?.closest('.math') ?? null

/** Widens a range that begins or ends within a formula; false where neither does. */
export function takeWholeFormulas(range: Range): boolean {
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)]
  if (first) range.setStartBefore(first)
  if (last) range.setEndAfter(last)
  return Boolean(first ?? last)
}

/**
 * Puts the mark on the formulas within the ranges as an attribute and takes it from all others, since browsers paint a
 * highlight over a stretched symbol or not at all. Returns the ranges around them.
 */
export function markFormulas(mark: string, ranges: readonly Range[]): Range[] {
  for (const formula of document.querySelectorAll(`[${mark}]`)) formula.removeAttribute(mark)
  const around: Range[] = []
  for (const range of ranges) {
    const rest = range.cloneRange()
    takeWholeFormulas(rest)
    for (const formula of formulasIn(rest)) {
      formula.setAttribute(mark, '')
      const before = rest.cloneRange()
      before.setEndBefore(formula)
      around.push(before)
      rest.setStartAfter(formula)
    }
    around.push(rest)
  }
  return around.filter(({ collapsed }) => !collapsed)
}

function formulasIn(range: Range): Element[] {
  const within = range.commonAncestorContainer
  if (within.nodeType !== 1) return []
  return [...(within as Element).querySelectorAll('.math')].filter(formula => range.intersectsNode(formula))
}

/** The text of the article, where a passage within a formula is all of it. */
export function readArticle(): Reading {
  const reading = readPage(article)
  return {
    ...reading,
    async offsetAt(x, y) {
      const formula = formulaAround(document.elementFromPoint(x, y))
      if (!formula) return reading.offsetAt(x, y)
      const { texts } = await reading.text()
      return texts.find(({ node }) => formula.contains(node))?.start ?? null
    },
    whole(page, span) {
      const range = rangeOf(page, span.start, span.end)
      return (range && takeWholeFormulas(range) && spanOf(page, range)) || span
    },
    markApart: markFormulas,
  }
}

/** The formula that the moving end of the selection took last. */
let taken: Element | null = null

/** Widens what the reader selects, once the pointer or the Shift key is let go. */
export function selectWholeFormulas(): void {
  listen('pointerup', () => {
    taken = null
    widenSelection()
  })
  listen('keyup', ({ key }) => key === 'Shift' && widenSelection())
}

/** An end that comes back by keyboard into the formula it took leaves it. */
function widenSelection(): void {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return
  const { focusNode, focusOffset } = selection
  const range = selection.getRangeAt(0).cloneRange()
  const isBackward = range.startContainer === focusNode && range.startOffset === focusOffset
  const reached = formulaAround(focusNode)
  const isLeft = reached !== null && reached === taken
  taken = isLeft ? null : reached
  if (!takeWholeFormulas(range)) return
  if (isLeft && isBackward) range.setStartAfter(reached)
  else if (isLeft) range.setEndBefore(reached)
  const { startContainer, startOffset, endContainer, endOffset } = range
  if (isBackward) selection.setBaseAndExtent(endContainer, endOffset, startContainer, startOffset)
  else selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
}
