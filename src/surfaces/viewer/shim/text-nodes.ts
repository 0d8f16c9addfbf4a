// The text of the page as the server counts it: its text nodes in document order, but for elements that hold none.

import {
  isSeparating,
  modeIn,
  offsetInNode,
  PageWords,
  type TextElement,
  type TextMode,
} from '../../../domain/page-words.ts'
import { lastAtMost } from '../../../domain/sorted.ts'
import { find } from './natives.ts'

/** The article of a page made from Markdown is what the server knows as its body. */
export const article = 'main.sheet > article'

const walk = document.createTreeWalker.bind(document)
/** Elements (1) and texts (4), as `NodeFilter` numbers them. */
const shown = 1 | 4
export const newRange = document.createRange.bind(document)

/** A text node, or the edge of an element that separates words. */
type TextStep = { text: Text; mode: TextMode } | null

type OnElement = false | ((element: Element) => void)

/** Yields the texts and breaks of the node in document order, without the elements that hold no text; calls with each element that may. */
export function* textSteps(from: Node, onElement: OnElement = false): Generator<TextStep> {
  const walker = walk(from, shown)
  const left: { mode: TextMode; separates: boolean }[] = []
  let mode = (isElement(from) && modeIn(textElement(from), 'folded')) || 'folded'
  for (let node = walker.firstChild(); node; ) {
    if (isElement(node)) {
      const element = textElement(node)
      const inner = modeIn(element, mode)
      const separates = isSeparating(element)
      if (separates) yield null
      if (inner && onElement) onElement(node)
      const first = inner && walker.firstChild()
      if (first) {
        left.push({ mode, separates })
        mode = inner
        node = first
        continue
      }
    } else yield { text: node as Text, mode }
    for (node = walker.nextSibling(); !node && left[0]; node = walker.nextSibling()) {
      walker.parentNode()
      const around = left.pop()!
      mode = around.mode
      if (around.separates) yield null
    }
  }
}

const isElement = (node: Node): node is Element => node.nodeType === 1

function textElement(element: Element): TextElement {
  const isSvg = element.namespaceURI === 'http://www.w3.org/2000/svg'
  return { name: element.localName, isSvg, hasOwnX: isSvg && element.hasAttribute('x') }
}

/** A text node with words, and where they begin in the whole text. */
export interface PlacedText {
  node: Text
  mode: TextMode
  start: number
}

export interface PageTextIndex {
  texts: PlacedText[]
  text: string
}

/** The element whose words count, as a selector: of `body` those of the whole document, or the article of a page made from Markdown. */
export type TextRoot = 'body' | typeof article

export const nodeOf = (root: TextRoot): Node => (root !== 'body' && find(root)) || document

/** Joins the texts as the document stands now; yields after each node, so that the reader may rest. */
export function* joinTexts(
  from: Node,
  words: PageWords,
  onElement: OnElement = false,
): Generator<PlacedText | null> {
  for (const step of textSteps(from, onElement)) {
    if (step === null) {
      words.separate()
      yield null
      continue
    }
    const start = words.add(step.text.data, step.mode)
    yield start === null ? null : { node: step.text, mode: step.mode, start }
  }
}

export function indexText(root: TextRoot): PageTextIndex {
  const words = new PageWords()
  const texts = [...joinTexts(nodeOf(root), words)].filter(placed => placed !== null)
  return { texts, text: words.text }
}

/** The range of the characters from `start` to `end`; an empty one is a place between two. */
export function rangeOf({ texts }: PageTextIndex, start: number, end: number): Range | null {
  const first = holding(texts, start)
  const last = holding(texts, Math.max(start, end - 1))
  if (!first || !last) return null
  const range = newRange()
  range.setStart(first.node, offsetIn(first, start))
  range.setEnd(last.node, offsetIn(last, end))
  return range
}

/** Returns the offset within the text's node of an offset in the whole text. */
export const offsetIn = ({ node, mode, start }: PlacedText, offset: number): number =>
  offsetInNode(node.data, mode, offset - start)

/** The last text that begins at the offset or before it. */
export const holding = (texts: readonly PlacedText[], offset: number): PlacedText | undefined =>
  texts[
    Math.max(
      0,
      lastAtMost(texts, offset, ({ start }) => start),
    )
  ]
