// Finds an element of a page made from Markdown in its file: by its block of code, its address, or its words.
import type { DefaultTreeAdapterTypes } from 'parse5'
import type { SourceRange, Span } from '../../domain/anchor.ts'
import { partFrontMatter } from '../markdown/front-matter.ts'
import { markdownParser } from '../markdown/markdown-syntax.ts'
import { textSteps } from './page-text.ts'
import { inMarkdown, lineAt } from './source-places.ts'
import { WordLines } from './word-lines.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** Reads the file only when it is asked; `root` is the page that was made from it. */
export function markdownSource(source: string, root: Node): (element: Element) => SourceRange | null {
  let blocks: ReadonlyMap<Element, Span> | null = null
  let words: ((element: Element) => Span | null) | null = null
  return element => {
    const span = spanOf(element)
    return span && { ...span, line: lineAt(source, span.start) }
  }
  function spanOf(element: Element): Span | null {
    if (element.tagName === 'img') return imageIn(source, element)
    blocks ??= codeBlocks(source, root)
    words ??= wordsIn(source, root)
    return blocks.get(element) ?? words(element)
  }
}

/** Finds blocks of code. Of those that hold equal code the first in the page is the first in the file. */
function codeBlocks(source: string, root: Node): Map<Element, Span> {
  const written = Map.groupBy(blocksWritten(source), ({ code }) => code)
  const found = new Map<Element, Span>()
  for (const node of nodesOf(root)) {
    if (node.nodeName !== 'pre' || !('tagName' in node)) continue
    const block = written.get(textOf(node))?.shift()
    if (block) found.set(node, block.span)
  }
  return found
}

/** Every block of code with its fences. */
function blocksWritten(source: string): { code: string; span: Span }[] {
  const { body } = partFrontMatter(source.replace(/^\ufeff/, ''))
  const from = source.length - body.length
  const lines = [0, ...[...body.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)]
  const offset = (line: number) => from + (lines[line] ?? body.length)
  return markdownParser()
    .parse(body, {})
    .flatMap(({ type, map, content }) => {
      if (!map || !(type === 'fence' || type === 'code_block')) return []
      const [start, end] = [offset(map[0]), offset(map[1])]
      const text = source.slice(start, end)
      const lead = /^[ \t]*/.exec(text)![0].length
      return { code: content, span: { start: start + lead, end: start + text.trimEnd().length } }
    })
}

/** Finds a picture by its address, where that stands once. */
function imageIn(source: string, { attrs }: Element): Span | null {
  const address = attrs.find(({ name }) => name === 'src')?.value
  if (!address) return null
  const at = source.indexOf(address)
  if (at < 0 || source.indexOf(address, at + 1) >= 0) return null
  const lineStart = source.lastIndexOf('\n', at) + 1
  const line = source.slice(lineStart, at)
  const start = Math.max(line.lastIndexOf('!['), line.lastIndexOf('<img'))
  const close = source.indexOf(line[start] === '<' ? '>' : ')', at + address.length)
  if (start < 0 || close < 0) return { start: at, end: at + address.length }
  return { start: lineStart + start, end: close + 1 }
}

/** Finds an element by the words in it, aligned with the file. */
function wordsIn(source: string, root: Node): (element: Element) => Span | null {
  const words = new WordLines()
  const [starts, spans] = [new Map<Element, number>(), new Map<Element, Span>()]
  for (const step of textSteps(root)) {
    if ('text' in step) words.add(step.text.value, step.mode)
    if (!('edge' in step)) continue
    if (step.separates) words.separate()
    if (step.side === 'start') starts.set(step.edge, words.text.length)
    else if (words.text.length > starts.get(step.edge)!)
      spans.set(step.edge, { start: starts.get(step.edge)!, end: words.text.length })
  }
  const text = words.lines
  const find = inMarkdown(source, text)
  return element => {
    const span = spans.get(element)
    const said = span ? text.slice(span.start, span.end) : ''
    if (!span || said.trim() === '') return null
    const start = span.start + (said.length - said.trimStart().length)
    return find({ start, end: start + said.trim().length })
  }
}

function* nodesOf(root: Node): Generator<Node> {
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child)
  }
}

function textOf(from: Node): string {
  let text = ''
  for (const node of nodesOf(from)) if (node.nodeName === '#text' && 'value' in node) text += node.value
  return text
}
