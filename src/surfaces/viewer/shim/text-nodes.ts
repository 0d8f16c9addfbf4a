// The text of the page as the server counts it: every text node in document order, but for elements that show none.

import { find, findAll } from './natives.ts'

/** The article of a page made from Markdown is what the server knows as its body. */
export const article = 'main.sheet > article'

/** The same as in `content/page-text.ts`. */
export const skipped =
  'script,style,template,noscript,title,textarea,svg,math,select,iframe,object,embed,audio,video,canvas'

const walk = document.createTreeWalker.bind(document)
export const newRange = document.createRange.bind(document)

export interface PlacedText {
  node: Text
  /** Offset of its first character in the whole text. */
  start: number
}

export interface PageTextIndex {
  texts: PlacedText[]
  length: number
}

/** Where the words are: in the whole document, or in the article of a page made from Markdown. */
export type TextRoot = 'page' | 'article'

/** The texts as the document stands now. The article begins with a line break that is not part of its text. */
export function* placedTexts(root: TextRoot): Generator<PlacedText> {
  const from = root === 'article' ? find(article) : document
  let start = root === 'article' ? -1 : 0
  for (const node of textsIn(from ?? document)) {
    yield { node, start }
    start += node.length
  }
}

/** The texts within it that are shown as text. Elements are passed over by the browser itself: there may be very many. */
export function* textsIn(from: Node): Generator<Text> {
  const unseen = new Set<Node>()
  for (const element of findAll(skipped)) for (const text of allTexts(element)) unseen.add(text)
  for (const text of allTexts(from)) if (!unseen.has(text)) yield text
}

export function* allTexts(from: Node): Generator<Text> {
  const walker = walk(from, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text
}

export function indexText(root: TextRoot): PageTextIndex {
  const texts = [...placedTexts(root)]
  const last = texts.at(-1)
  return { texts, length: last ? last.start + last.node.length : 0 }
}

/** The range of the characters from `start` to `end`; an empty one is a place between two. */
export function rangeOf({ texts }: PageTextIndex, start: number, end: number): Range | null {
  const first = holding(texts, start)
  const last = holding(texts, Math.max(start, end - 1))
  if (!first || !last) return null
  const range = newRange()
  range.setStart(first.node, clamp(start - first.start, first.node))
  range.setEnd(last.node, clamp(end - last.start, last.node))
  return range
}

const clamp = (offset: number, node: Text): number => Math.max(0, Math.min(node.length, offset))

/** The last text that begins at the offset or before it. */
export function holding(texts: readonly PlacedText[], offset: number): PlacedText | undefined {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (texts[middle]!.start <= offset) low = middle + 1
    else high = middle
  }
  return texts[Math.max(0, low - 1)]
}
