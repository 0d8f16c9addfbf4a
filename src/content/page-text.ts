// The text of a page as comments are anchored to it: the same in the browser and here.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Format } from '../domain/artifact.ts'
import { renderMarkdown } from './markdown.ts'

type Node = DefaultTreeAdapterTypes.Node

/** Elements whose text is not part of it. The bridge in the frame skips the same ones. */
const skipped = new Set(
  'script style template noscript title textarea svg math select iframe object embed audio video canvas'.split(
    ' ',
  ),
)

/**
 * Every text node of the page in document order, joined as they are, white space included. Of Markdown the article of its
 * page, without the list of contents.
 */
export async function pageText(source: string, format: Format): Promise<string> {
  const html =
    format === 'html' ? source : (await renderMarkdown(source, { linkRel: 'noopener', colours: false })).html
  const parts: string[] = []
  const pending: Node[] = [parse(html)]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) parts.push(node.value)
    else if ('childNodes' in node && !skipped.has(node.nodeName))
      for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  return parts.join('')
}
