// The words of a comment in the panel: there at once as text, and read as Markdown as soon as its parser is here.

import type { JSX } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import {
  asTyped,
  type CommentNode,
  holdsMarkdown,
  paragraphsOf,
} from '../../../content/markdown/comment-tree.ts'
import { CommentNodes, type CommentWords } from './comment-nodes.tsx'

/** Characters that are read and drawn in one task; the bodies after them wait for the next. */
const SLICE = 10_000

let left = SLICE
/** Bodies shown as typed so far; each says whether it could be read. */
const waiting = new Set<() => boolean>()
let markdown: ((body: string, names: readonly string[]) => CommentNode[]) | null = null
let isLoading = false
let isScheduled = false

export const LiveBody = (words: CommentWords): JSX.Element => (
  <ReadBody key={`${words.mentions.join()}\n${words.body}`} {...words} />
)

const ReadBody = (words: CommentWords): JSX.Element => {
  const { body } = words
  const [nodes, setNodes] = useState(() => read(words))
  useLayoutEffect(() => {
    if (nodes) return
    const retry = () => {
      const now = read(words)
      if (now) setNodes(now)
      return now !== null
    }
    wait(retry, body)
    return () => void waiting.delete(retry)
  }, [])
  return <CommentNodes body={body} nodes={nodes ?? asTyped(body)} />
}

/** Null where the parser is missing, or this task has read enough. */
function read({ body, mentions }: CommentWords): CommentNode[] | null {
  const parse = holdsMarkdown(body) ? markdown : paragraphsOf
  if (!parse || left <= 0) return null
  left -= body.length
  schedule()
  return parse(body, mentions)
}

function wait(retry: () => boolean, body: string): void {
  waiting.add(retry)
  if (!markdown && holdsMarkdown(body)) load()
  else schedule()
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    left = SLICE
    for (const retry of waiting) if (retry()) waiting.delete(retry)
  })
}

/** Only bodies that hold Markdown ask for its parser; where it cannot be had they stay as typed, and the next one asks again. */
function load(): void {
  if (isLoading) return
  isLoading = true
  import('../../../content/markdown/comment-markdown.ts').then(
    ({ commentTree }) => {
      markdown = commentTree
      schedule()
    },
    () => {
      isLoading = false
    },
  )
}
