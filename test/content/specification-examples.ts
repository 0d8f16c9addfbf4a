// Examples out of the texts of CommonMark and of GitHub's specification, and how their HTML is compared.
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

export interface Example {
  number: number
  /** Name of the extension it belongs to; empty for CommonMark itself. */
  extension: string
  markdown: string
  html: string
}

/** Every example of a specification text, tabs as tabs. */
export function examplesIn(text: string): Example[] {
  const body = text.replaceAll('\r\n', '\n').replace(/^<!-- END TESTS -->.*/ms, '')
  const found = body.matchAll(/^`{32} example ?(\w*)[^\n]*\n(.*?)^\.\n(.*?)^`{32}$/gms)
  return [...found].map(([, extension, markdown, html], index) => ({
    number: index + 1,
    extension: extension!,
    markdown: markdown!.replaceAll('→', '\t'),
    html: html!.replaceAll('→', '\t'),
  }))
}

type Node = DefaultTreeAdapterTypes.Node

/** HTML in a form in which only what a reader or a program would notice differs. */
export function comparable(html: string): string {
  return (parseFragment(html).childNodes as Node[])
    .map(node => written(node, false))
    .join('')
    .trim()
}

const blocks =
  /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|thead|tbody|tr|th|td|div|section|details|summary|center|dl|dt|dd)$/

function written(node: Node, pre: boolean): string {
  if (node.nodeName === '#text' && 'value' in node) return pre ? node.value : node.value.replace(/\s+/g, ' ')
  if (!('tagName' in node)) return ''
  const attributes = node.attrs
    .map(({ name, value }) => ` ${name}="${value}"`)
    .sort()
    .join('')
  const inPre = pre || node.tagName === 'pre'
  const inside = (node.childNodes as Node[]).map(child => written(child, inPre)).join('')
  const isBlock = blocks.test(node.tagName)
  const content = isBlock && !inPre ? inside.trim() : inside
  return isBlock
    ? `\n<${node.tagName}${attributes}>${content}\n`
    : `<${node.tagName}${attributes}>${content}</${node.tagName}>`
}
