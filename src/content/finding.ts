// Finding texts in texts in linear time, whatever both are made of: the search of the platform is quadratic at worst.
import { wholeCharacter } from './text-slice.ts'

/** Where a text occurs if it occurs once. */
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

/** For each beginning the length of its longest proper beginning that is also its end (Knuth, Morris, Pratt 1977). */
function bordersOf(length: number, symbol: (at: number) => number): Int32Array {
  const borders = new Int32Array(length)
  for (let at = 1, border = 0; at < length; at++) {
    while (border > 0 && symbol(at) !== symbol(border)) border = borders[border - 1]!
    if (symbol(at) === symbol(border)) border++
    borders[at] = border
  }
  return borders
}

/** Where a search found something. */
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
  for (const [start, end] of spans(text, symbolsOf(find.trim()), from)) {
    line += newlines(text, counted, start)
    counted = start
    matches.push({ offset: start, line, snippet: snippet(text, start, end) })
    if (matches.length === MOST_MATCHES) break
  }
  return matches
}

/** Where each occurrence begins and ends, none within another. */
function* spans(text: string, sought: Int32Array, from: number): Generator<[start: number, end: number]> {
  const { length } = sought
  if (length === 0) return
  const borders = bordersOf(length, at => sought[at]!)
  const starts = new Int32Array(length)
  let [matched, count] = [0, 0]
  for (let at = from; at < text.length; count++) {
    const symbol = symbolAt(text, at)
    starts[count % length] = at
    at = endOfSymbol(text, at, symbol)
    while (matched > 0 && symbol !== sought[matched]) matched = borders[matched - 1]!
    if (symbol === sought[matched]) matched++
    if (matched < length) continue
    yield [starts[(count + 1) % length]!, at]
    matched = 0
  }
}

function symbolsOf(text: string): Int32Array {
  const symbols: number[] = []
  for (let at = 0; at < text.length; ) {
    const symbol = symbolAt(text, at)
    symbols.push(symbol)
    at = endOfSymbol(text, at, symbol)
  }
  return Int32Array.from(symbols)
}

/** What every run of white space counts as. */
const SPACE = 32

/** What each character below U+10000 counts as; 0 where that is not known yet. */
const known = new Int32Array(65_536)

function symbolAt(text: string, at: number): number {
  const character = text.codePointAt(at)!
  if (character > 65_535) return folded(character)
  known[character] ||= folded(character)
  return known[character]!
}

/** A character as the small letter of its capital, where both are one character each. */
function folded(code: number): number {
  const character = String.fromCodePoint(code)
  if (/\s/.test(character)) return SPACE
  const capital = single(character, character.toUpperCase())
  return single(capital, capital.toLowerCase()).codePointAt(0)!
}

/** `changed` if it is one character, else `character`. */
const single = (character: string, changed: string): string =>
  [...changed].length === 1 ? changed : character

function endOfSymbol(text: string, at: number, symbol: number): number {
  let end = at + (text.codePointAt(at)! > 65_535 ? 2 : 1)
  if (symbol === SPACE) while (end < text.length && symbolAt(text, end) === SPACE) end++
  return end
}

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
