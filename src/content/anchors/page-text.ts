// The text of a page as comments are anchored to it: the same in the browser and here.
import { type DefaultTreeAdapterTypes, html as markup, parse } from 'parse5'
import type { Format } from '../../domain/artifact.ts'
import { isSeparating, modeIn, type TextElement, type TextMode } from '../../domain/page-words.ts'
import { renderMarkdown } from '../markdown/markdown.ts'
import { asParsed } from '../parsed-address.ts'
import { WordLines } from './word-lines.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element
type ParsedText = DefaultTreeAdapterTypes.TextNode

/** The page as HTML: itself, or the article of a Markdown file without the list of contents. */
export const pageHtml = async (source: string, format: Format): Promise<string> =>
  format === 'html' ? source : (await renderMarkdown(source, { linkRel: 'noopener', colours: false })).html

/** A text node, the edge of an element that holds text, or an element that holds none. */
export type TextStep =
  | { text: ParsedText; mode: TextMode }
  | { edge: Element; side: 'start' | 'end'; separates: boolean }
  | { unread: Element }

interface Opened {
  children: readonly Node[]
  next: number
  mode: TextMode
  element: Element | null
  separates: boolean
}

/** Yields the content of the node in document order, except for the content of elements that hold no text. */
export function* textSteps(root: Node): Generator<TextStep> {
  const own = isElement(root) ? modeIn(textElement(root), 'folded') : null
  const opened = [open(root, own ?? 'folded')]
  for (let within = opened.at(-1); within; within = opened.at(-1)) {
    const node = within.children[within.next++]
    if (!node) {
      const { element, separates } = opened.pop()!
      if (element) yield { edge: element, side: 'end', separates }
    } else if (isText(node)) yield { text: node, mode: within.mode }
    else if (isElement(node)) {
      const element = textElement(node)
      const mode = modeIn(element, within.mode)
      if (mode === null) {
        yield { unread: node }
        continue
      }
      const separates = isSeparating(element)
      yield { edge: node, side: 'start', separates }
      opened.push(open(node, mode, node, separates))
    }
  }
}

const open = (node: Node, mode: TextMode, element: Element | null = null, separates = false): Opened => ({
  ...{ children: 'childNodes' in node ? node.childNodes : [], next: 0 },
  ...{ mode, element, separates },
})

const isText = (node: Node): node is ParsedText => node.nodeName === '#text'
const isElement = (node: Node): node is Element => 'tagName' in node

function textElement({ tagName: name, namespaceURI, attrs }: Element): TextElement {
  const isSvg = namespaceURI === markup.NS.SVG
  return { name, isSvg, hasOwnX: isSvg && attrs.some(attribute => attribute.name === 'x') }
}

/** The words of one text node, and where the node stands in the HTML: null for what the parser added. */
export interface PlacedWords {
  /** Offset of its first word in the text of the page. */
  start: number
  data: string
  mode: TextMode
  from: { start: number; end: number } | null
}

export interface PageText {
  text: string
  /** The same text, each block a line. */
  lines: string
  words: PlacedWords[]
  /** True if scripts of the page may write more words, or shadow roots hold more. */
  hasScripts: boolean
}

/** The text of the page and where it stands in the HTML. */
export function readPageText(html: string, located = false): PageText {
  const joined = new WordLines()
  const words: PlacedWords[] = []
  let hasScripts = false
  for (const step of textSteps(parse(html, { sourceCodeLocationInfo: located }))) {
    if ('edge' in step && step.separates) joined.separate()
    hasScripts ||= writesWords(step)
    if (!('text' in step)) continue
    const { text, mode } = step
    const start = joined.add(text.value, mode)
    if (start !== null) words.push({ start, data: text.value, mode, from: placeOf(text, html) })
  }
  return { text: joined.text, lines: joined.lines, words, hasScripts }
}

function writesWords(step: TextStep): boolean {
  if ('unread' in step) return isScript(step.unread) || isShadowRoot(step.unread) || runsScript(step.unread)
  return 'edge' in step && step.side === 'start' && runsScript(step.edge)
}

/** True if one of its attributes is a script. */
const runsScript = ({ attrs }: Element): boolean =>
  attrs.some(
    ({ name, value }) =>
      name.startsWith('on') || (linking.has(name) && asParsed(value).startsWith('javascript:')),
  )

const linking = new Set(['href', 'action', 'formaction'])

const scriptTypes = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i

/** Tells whether browsers run it: scripts of other types are blocks of data. */
const isScript = ({ tagName, attrs }: Element): boolean =>
  tagName === 'script' && scriptTypes.test(attrs.find(({ name }) => name === 'type')?.value.trim() ?? '')

/** A shadow root shows words that are none of the document's own text. */
const isShadowRoot = ({ tagName, attrs }: Element): boolean =>
  tagName === 'template' && attrs.some(({ name }) => name === 'shadowrootmode')

function placeOf(text: ParsedText, html: string): PlacedWords['from'] {
  if (!text.sourceCodeLocation) return null
  const { startOffset: start, endOffset: end } = text.sourceCodeLocation
  const dropped = isFirstInBlock(text) ? newline.exec(html.slice(start, start + 2)) : null
  return { start: start + (dropped?.[0].length ?? 0), end }
}

/** Tells whether the text is right behind the start tag of a block that keeps white space: its first line break does not count. */
const isFirstInBlock = (text: ParsedText): boolean =>
  /^(?:pre|listing)$/.test(text.parentNode?.nodeName ?? '') && text.parentNode?.childNodes[0] === text

const newline = /^(?:\r\n|[\r\n])/

/** Returns the words of the page; of Markdown those of its article, without the list of contents. */
export const pageText = async (source: string, format: Format): Promise<string> =>
  readPageText(await pageHtml(source, format)).text
