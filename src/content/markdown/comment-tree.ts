// The tree of a comment as it is shown: text and a few elements, without any markup of its author.
import { plainLines } from '../../domain/plain-text.ts'

/** A text, or an element that holds others; printers write text as text. */
export type CommentNode = string | CommentElement

export type CommentTag =
  | (
      | 'a'
      | 'blockquote'
      | 'code'
      | 'del'
      | 'div'
      | 'em'
      | 'hr'
      | 'input'
      | 'li'
      | 'ol'
      | 'p'
      | 'pre'
      | 'span'
      | 'strong'
    )
  | ('table' | 'tbody' | 'td' | 'th' | 'thead' | 'tr' | 'ul')

export interface CommentElement {
  tag: CommentTag
  /** Attributes of HTML as they are written, from our own list alone; an address only after it was checked. */
  attributes: Readonly<Record<string, string>>
  children: CommentNode[]
}

export const elementNode = (
  tag: CommentTag,
  children: CommentNode[] = [],
  attributes: Readonly<Record<string, string>> = {},
): CommentElement => ({ tag, attributes, children })

/** Elements of one comment; what would be more of them is shown as it was typed, so that no comment keeps a browser busy. */
export const MOST_ELEMENTS = 2000

/** Signs with which something is written in Markdown, or an address; without them a body is plain paragraphs. */
const signs =
  /[\\`*_~[\]<>|#&@]|:\/\/|www\.|mailto:|^ {0,3}(?:[-+]|\d{1,9}[.)])(?:[ \t]|$)|^ {0,3}(?:-+|=+)[ \t]*$|^(?: {4}| {0,3}\t)/im

/** False only where reading the body as Markdown would show what `paragraphsOf` shows. */
export const holdsMarkdown = (body: string): boolean => signs.test(plainLines(body))

/** A body without Markdown: paragraphs between empty lines, with their lines as they were typed. */
export function paragraphsOf(body: string): CommentNode[] {
  const lines = plainLines(body)
    .split('\n')
    .map(line => line.replace(/^[ \t]+|(?<! ) +$/g, ''))
  const paragraphs = lines.join('\n').split(/\n{2,}/)
  if (paragraphs.length > MOST_ELEMENTS) return asTyped(body)
  return paragraphs.map(text => text.trim()).flatMap(text => (text ? [elementNode('p', [text])] : []))
}

/** The body to the letter: until it can be read, and where it should not be. */
export const asTyped = (body: string): CommentNode[] => [elementNode('p', [plainLines(body)])]

/** All text of the nodes. */
export const textOf = (nodes: readonly CommentNode[]): string =>
  nodes.map(node => (typeof node === 'string' ? node : textOf(node.children))).join('')

/** Elements that stand within a line, also within a link. */
const inLine: ReadonlySet<string> = new Set(['code', 'del', 'em', 'span', 'strong'])

/** The first `most` characters in one line, with emphasis and code but without links. */
export function oneLineOf(nodes: readonly CommentNode[], most: number): CommentNode[] {
  let left = most
  const cut = (text: string): string => {
    const line = text.replace(/\s+/g, ' ')
    const kept = line.length > left ? `${line.slice(0, Math.max(0, left)).toWellFormed()}…` : line
    left = line.length > left ? -1 : left - line.length
    return kept
  }
  const within = (all: readonly CommentNode[]): CommentNode[] =>
    all.flatMap(node => {
      if (left < 0) return []
      if (typeof node === 'string') return [cut(node)]
      const children = within(node.children)
      if (inLine.has(node.tag)) return [elementNode(node.tag, children, node.attributes)]
      return node.tag === 'a' || children.length === 0 ? children : [...children, ' ']
    })
  const line = within(nodes)
  if (line.at(-1) === ' ') line.pop()
  return line
}
