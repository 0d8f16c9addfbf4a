// The words of a comment: there at once as text, and read as Markdown as soon as its parser is here.

import {
  asTyped,
  type CommentNode,
  holdsMarkdown,
  paragraphsOf,
} from '../../../../content/markdown/comment-tree.ts'
import { element } from '../viewer/notice.ts'

type Read = (body: string, names: readonly string[]) => CommentNode[]

/** Characters that are read and drawn in one task; the bodies after them wait for the next. */
const SLICE = 10_000

/** Characters above which a body that is not seen is not laid out either. */
const LONG = 1000

let left = SLICE
/** Bodies shown as typed so far; each says whether it could be drawn. */
let waiting: (() => boolean)[] = []
let markdown: Read | null = null
let isLoading = false

/** `names` are those of the members it names. Safe for any text: it is never parsed as markup. */
export function bodyOf(body: string, names: readonly string[]): HTMLElement {
  const length = body.length > LONG ? ' long' : ''
  const shown = element('div', { className: `comment-body${length}`, dir: 'auto' })
  const isMarkdown = holdsMarkdown(body)
  const draw = (): boolean => {
    const read = isMarkdown ? markdown : paragraphsOf
    if (!read || left <= 0) return false
    spend(body.length)
    shown.replaceChildren(...printed(read(body, names)))
    return true
  }
  if (draw()) return shown
  shown.append(...printed(asTyped(body)))
  waiting.push(draw)
  if (isMarkdown) load()
  return shown
}

/** The first that is drawn in a task sees to the next task. */
function spend(characters: number): void {
  if (left === SLICE) setTimeout(drawWaiting)
  left -= characters
}

function drawWaiting(): void {
  left = SLICE
  waiting = waiting.filter(draw => !draw())
}

/** Only bodies that hold Markdown ask for its parser; where it cannot be had they stay as typed, and the next one asks again. */
function load(): void {
  if (isLoading) return
  isLoading = true
  import('../../../../content/markdown/comment-markdown.ts').then(
    ({ commentTree }) => {
      markdown = commentTree
      drawWaiting()
    },
    () => {
      isLoading = false
    },
  )
}

/** Elements and text, made one by one. */
const printed = (nodes: readonly CommentNode[]): Node[] =>
  nodes.map(node => {
    if (typeof node === 'string') return document.createTextNode(node)
    const made = document.createElement(node.tag)
    for (const [name, value] of Object.entries(node.attributes)) made.setAttribute(name, value)
    made.append(...printed(node.children))
    return made
  })
