// Finds a phrase in linear time, with runs of white space as one blank: patterns and the platform's search are quadratic at worst.

/** Maps a character (a code point) to the one it counts as. Characters that count alike are taken for one another. */
export type Fold = (character: number) => number

/** The character that every run of white space counts as. */
export const SPACE = 32

/** Counts every character as itself, and white space as a blank. */
export const exact: Fold = character => (isSpace(character) ? SPACE : character)

/** White space as `\s` in a pattern means it. */
export function isSpace(character: number): boolean {
  if (character < 128) return character === 32 || (character >= 9 && character <= 13)
  return /\s/.test(String.fromCodePoint(character))
}

/** The text without its white space. */
export const bare = (text: string): string => text.replace(/\s+/g, '')

/** Returns for each beginning the length of its longest proper beginning that is also its end (Knuth, Morris, Pratt 1977). */
export function bordersOf(length: number, symbol: (at: number) => number): Int32Array {
  const borders = new Int32Array(length)
  for (let at = 1, border = 0; at < length; at++) {
    while (border > 0 && symbol(at) !== symbol(border)) border = borders[border - 1]!
    if (symbol(at) === symbol(border)) border++
    borders[at] = border
  }
  return borders
}

/** Finds each occurrence of the phrase, none within another, from `from` on. */
export function* occurrencesOf(
  text: string,
  phrase: string,
  fold: Fold = exact,
  from = 0,
): Generator<{ start: number; end: number }, undefined> {
  const sought = symbolsOf(phrase.trim(), fold)
  const { length } = sought
  if (length === 0) return
  const borders = bordersOf(length, at => sought[at]!)
  const starts = new Int32Array(length)
  let [matched, count] = [0, 0]
  for (let at = from; at < text.length; count++) {
    const symbol = fold(text.codePointAt(at)!)
    starts[count % length] = at
    at = endOfSymbol(text, at, symbol, fold)
    while (matched > 0 && symbol !== sought[matched]) matched = borders[matched - 1]!
    if (symbol === sought[matched]) matched++
    if (matched < length) continue
    yield { start: starts[(count + 1) % length]!, end: at }
    matched = 0
  }
}

function symbolsOf(text: string, fold: Fold): Int32Array {
  const symbols: number[] = []
  for (let at = 0; at < text.length; ) {
    const symbol = fold(text.codePointAt(at)!)
    symbols.push(symbol)
    at = endOfSymbol(text, at, symbol, fold)
  }
  return Int32Array.from(symbols)
}

function endOfSymbol(text: string, at: number, symbol: number, fold: Fold): number {
  let end = at + (text.codePointAt(at)! > 65_535 ? 2 : 1)
  if (symbol === SPACE) while (end < text.length && fold(text.codePointAt(end)!) === SPACE) end++
  return end
}
