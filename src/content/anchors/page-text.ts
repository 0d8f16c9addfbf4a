// The text of a page as comments are anchored to it: the same in the browser and here.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Format } from '../../domain/artifact.ts'
import { renderMarkdown } from '../markdown/markdown.ts'

type Node = DefaultTreeAdapterTypes.Node

/** Elements whose text is not part of it. The bridge in the frame skips the same ones. */
export const skipped: ReadonlySet<string> = new Set(
  'script style template noscript title textarea svg math select iframe object embed audio video canvas'.split(
    ' ',
  ),
)

/** One text node: its words, and where it stands in the HTML. */
export interface TextNode {
  value: string
  /** Offsets in the HTML; null for what the parser added. */
  from: { start: number; end: number } | null
}

/** The page as HTML: itself, or the article of a Markdown file without the list of contents. */
export const pageHtml = async (source: string, format: Format): Promise<string> =>
  format === 'html' ? source : (await renderMarkdown(source, { linkRel: 'noopener', colours: false })).html

/** Every text node of the page in document order. */
export function* textNodes(html: string, located = false): Generator<TextNode> {
  const pending: Node[] = [parse(html, { sourceCodeLocationInfo: located })]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) yield { value: node.value, from: placeOf(node) }
    else if ('childNodes' in node && !skipped.has(node.nodeName))
      for (const child of node.childNodes.toReversed()) pending.push(child)
  }
}

function placeOf({ sourceCodeLocation }: DefaultTreeAdapterTypes.TextNode): TextNode['from'] {
  if (!sourceCodeLocation) return null
  return { start: sourceCodeLocation.startOffset, end: sourceCodeLocation.endOffset }
}

/**
 * Every text node of the page in document order, joined as they are, white space included. Of Markdown the article of its
 * page, without the list of contents.
 */
export async function pageText(source: string, format: Format): Promise<string> {
  const html = await pageHtml(source, format)
  return Array.from(textNodes(html), node => node.value).join('')
}
