// The words of a comment where the server writes them: read as Markdown, in full or in one line.

import { h, type JSX } from 'preact'
import { commentTree } from '../../../content/markdown/comment-markdown.ts'
import { type CommentNode, oneLineOf } from '../../../content/markdown/comment-tree.ts'

export interface CommentWords {
  /** Markdown, as it was typed. */
  body: string
  /** Names of the members it names. */
  mentions: readonly string[]
}

export const CommentBody = ({ body, mentions }: CommentWords): JSX.Element => (
  <div class="comment-body" dir="auto">
    {printed(commentTree(body, mentions))}
  </div>
)

/** At most so many characters, fit for a link. */
export const CommentLine = ({ body, mentions, most }: CommentWords & { most: number }): JSX.Element => (
  <bdi dir="auto">{printed(oneLineOf(commentTree(body, mentions), most))}</bdi>
)

const printed = (nodes: readonly CommentNode[]): (string | JSX.Element)[] =>
  nodes.map(node =>
    typeof node === 'string' ? node : h(node.tag, node.attributes, ...printed(node.children)),
  )
