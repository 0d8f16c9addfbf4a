// The words of a comment as elements, made one by one: no text of its author is ever read as markup.

import { type ComponentChild, h, type JSX } from 'preact'
import type { CommentNode } from '../../../content/markdown/comment-tree.ts'

export interface CommentWords {
  /** Markdown, as it was typed. */
  body: string
  /** The words that name members in it. */
  mentions: readonly string[]
}

/** Characters above which a body that is not seen is not laid out either. */
const LONG = 1000

export const CommentNodes = ({
  body,
  nodes,
}: {
  body: string
  nodes: readonly CommentNode[]
}): JSX.Element => (
  <div class={body.length > LONG ? 'comment-body long' : 'comment-body'} dir="auto">
    {elementsOf(nodes)}
  </div>
)

export const elementsOf = (nodes: readonly CommentNode[]): ComponentChild[] =>
  nodes.map(node =>
    typeof node === 'string' ? node : h(node.tag, node.attributes, ...elementsOf(node.children)),
  )
