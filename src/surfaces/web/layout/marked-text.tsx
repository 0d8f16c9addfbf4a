// Somebody's text with the words that were looked for marked in it.

import type { JSX } from 'preact'
import { folded } from '../../../domain/search-text.ts'
import { plain } from './text.ts'

/** Marks what a search finds by (`operations.search`): whole words, and words that begin as the last one does; case and accents do not count. */
export function MarkedText({ text, query }: { text: string; query: string }): JSX.Element {
  const shown = plain(text)
  const parts: (string | JSX.Element)[] = []
  let at = 0
  for (const { index, 0: found } of matchesIn(shown, query)) {
    const end = index + found.length
    parts.push(shown.slice(at, index), <mark key={index}>{shown.slice(index, end)}</mark>)
    at = end
  }
  return (
    <bdi dir="auto">
      {parts}
      {shown.slice(at)}
    </bdi>
  )
}

const LETTER = '[\\p{L}\\p{N}\\p{M}]'

function matchesIn(text: string, query: string): Iterable<RegExpExecArray> {
  const words = folded(query.slice(0, 500)).match(/[\p{L}\p{N}]+/gu) ?? []
  const last = words.at(-1)
  if (last === undefined) return []
  const whole = words.map(word => `${word}(?!${LETTER})`)
  const begun = last.length > 1 ? [last] : []
  const wanted = new RegExp(`(?<!${LETTER})(?:${[...whole, ...begun].join('|')})`, 'gu')
  return inPlace(text).matchAll(wanted)
}

/** Each letter without case and accent, where that keeps the places of all others. */
const inPlace = (text: string): string =>
  text.replace(/\p{L}/gu, letter => {
    const bare = folded(letter)
    return bare.length === letter.length ? bare : letter
  })
