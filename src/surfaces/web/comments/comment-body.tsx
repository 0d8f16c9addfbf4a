// The words of a comment where the server writes them: read as Markdown, in one line.

import type { JSX } from 'preact'
import { commentTree } from '../../../content/markdown/comment-markdown.ts'
import { oneLineOf } from '../../../content/markdown/comment-tree.ts'
import { type CommentWords, elementsOf } from './comment-nodes.tsx'

/** At most so many characters, fit for a link. */
export const CommentLine = ({ body, mentions, most }: CommentWords & { most: number }): JSX.Element => (
  <bdi dir="auto">{elementsOf(oneLineOf(commentTree(body, mentions), most))}</bdi>
)
