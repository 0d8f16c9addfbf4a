// Finding texts in texts in linear time, whatever both are made of: the search of the platform is quadratic at worst.
import { bordersOf, isSpace, occurrencesOf, SPACE } from '../../domain/phrase.ts'
import { wholeCharacter } from './text-slice.ts'

/** The place of a text that occurs once. */
export type Place = number | 'none' | 'many'

/** The place of each of `sought` in `text`; none of them may be empty. Occurrences may overlap. */
export const onlyPlaces = (text: string, sought: readonly string[]): Place[] =>
  sought.map(each => onlyPlace(text, each))

function onlyPlace(text: string, sought: string): Place {
  const borders = bordersOf(sought.length, at => sought.charCodeAt(at))
  const first = sought[0]!
  let place: Place = 'none'
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    if (matched === 0) {
      at = text.indexOf(first, at)
      if (at < 0) break
    }
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== sought.charCodeAt(matched)) matched = borders[matched - 1]!
    if (unit === sought.charCodeAt(matched)) matched++
    if (matched < sought.length) continue
    if (place !== 'none') return 'many'
    place = at - matched + 1
    matched = borders[matched - 1]!
  }
  return place
}

/** The place of a match. */
export interface Match {
  /** Offset in the text, in UTF-16 code units as everywhere here. */
  offset: number
  /** Counted from 1. */
  line: number
  /** The line, or the part of it around the match. */
  snippet: string
}

/** No more matches than this are listed. */
const MOST_MATCHES = 50

/** Characters shown on either side of a match. */
const AROUND = 80

/** The first fifty places from `from` on where `find` occurs; capitals and small letters are alike, and so are all runs of white space. */
export function matchesIn(text: string, find: string, from: number): Match[] {
  const matches: Match[] = []
  let [line, counted] = [1, 0]
  for (const { start, end } of occurrencesOf(text, find, caseless, from)) {
    line += newlines(text, counted, start)
    counted = start
    matches.push({ offset: start, line, snippet: snippet(text, start, end) })
    if (matches.length === MOST_MATCHES) break
  }
  return matches
}

/** The folded form of each character below U+10000; 0 where that is not known yet. */
const known = new Int32Array(65_536)

/** Capitals and small letters count alike. */
function caseless(character: number): number {
  if (character > 65_535) return folded(character)
  known[character] ||= folded(character)
  return known[character]!
}

/** A character as the small letter of its capital, where both are one character each. */
function folded(code: number): number {
  if (isSpace(code)) return SPACE
  const character = String.fromCodePoint(code)
  const capital = single(character, character.toUpperCase())
  return single(capital, capital.toLowerCase()).codePointAt(0)!
}

/** `changed` if it is one character, else `character`. */
const single = (character: string, changed: string): string =>
  [...changed].length === 1 ? changed : character

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

function snippet(text: string, from: number, to: number): string {
  const first = wholeCharacter(text, Math.max(0, from - AROUND))
  const before = text.slice(first, from)
  const after = text.slice(to, wholeCharacter(text, Math.min(text.length, to + AROUND)))
  return (before.slice(before.lastIndexOf('\n') + 1) + text.slice(from, to) + after.split('\n', 1)[0])
    .replace(/\s+/g, ' ')
    .trim()
}
