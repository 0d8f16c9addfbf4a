// Somebody's text with the words that were looked for marked in it.

import type { JSX } from 'preact'
import { folded } from '../../../domain/search-text.ts'
import { plain } from './text.ts'

const words = /[\p{L}\p{N}\p{M}]+/gu

/** Marks the words that a search finds (`operations.search`): those of the query, and those that begin as its last one does; case and accents do not count. */
export function MarkedText({ text, query }: { text: string; query: string }): JSX.Element {
  const shown = plain(text)
  const wanted: readonly string[] = folded(query.slice(0, 500)).match(words) ?? []
  const last = wanted.at(-1) ?? ''
  const isWanted = (word: string) => wanted.includes(word) || (last.length > 1 && word.startsWith(last))
  const parts: (string | JSX.Element)[] = []
  let at = 0
  for (const { index, 0: word } of wanted.length > 0 ? shown.matchAll(words) : []) {
    if (!isWanted(folded(word))) continue
    parts.push(shown.slice(at, index), <mark key={index}>{word}</mark>)
    at = index + word.length
  }
  return (
    <bdi dir="auto">
      {parts}
      {shown.slice(at)}
    </bdi>
  )
}
