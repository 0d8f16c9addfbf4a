// Members named with @ in a comment: by name, by address, by the part of it before its @, or as @[name].

import { plain } from './plain-text.ts'

/** What a member can be called. */
export interface Called {
  name: string
  email: string
}

/** A place in a comment that calls somebody. */
export interface Call {
  /** What follows the @, as far as a name may reach. */
  words: string
  /** It was written as @[…], so that it is these words as a whole. */
  whole: boolean
  /** The search text for members: a part of a name or address. */
  sought: string
}

/** No more names than this are looked up in one comment. */
const MOST = 20

const mentionMark =
  /(?<![\p{L}\p{N}_@.\\])@(?:\[([^\n[\]@]{1,200}(?:@[\p{L}\p{N}.-]{1,100})?)\]|(?=([\p{L}\p{N}][^\n@]{0,200}(?:@[\p{L}\p{N}.-]{1,100})?)))/uy

const addressHere = /^[\p{L}\p{N}_.+%'-]+@[\p{L}\p{N}.-]+[\p{L}\p{N}]/u
const wordHere = /^[\p{L}\p{N}_.+-]+/u

/** What calls members at these places of a text, each once; a place is that of an @. */
export function callsIn(text: string, places: readonly number[]): Call[] {
  const calls = new Map<string, Call>()
  for (const place of places) {
    const found = markAt(text, place)
    if (!found) continue
    const { written, words, whole } = found
    const sought = addressHere.exec(words)?.[0] ?? (whole ? words : firstWord(words))
    if (sought && calls.size < MOST) calls.set(written + words, { words, whole, sought })
  }
  return [...calls.values()]
}

const firstWord = (words: string): string => wordHere.exec(words)?.[0].replace(/(?<![.-])[.-]+$/, '') ?? ''

/** The member who is named: the one with the longest matching name or address; null if there is none, or several with one name. */
export function calledBy<M extends Called>(call: Call, members: readonly M[]): M | null {
  let best = { length: 0, members: [] as M[] }
  for (const member of members) {
    const length = reach(call, member)
    if (length > best.length) best = { length, members: [member] }
    else if (length > 0 && length === best.length) best.members.push(member)
  }
  return best.members.length === 1 ? best.members[0]! : null
}

/** How many characters of the words are this member's name or address; 0 where they are not. */
function reach({ words, whole }: Call, { name, email }: Called): number {
  const lower = words.toLowerCase()
  const named = [email, email.split('@')[0]!, name]
    .map(each => plain(each).toLowerCase())
    .filter(each => each && (whole ? lower === each : begins(lower, each)))
  return Math.max(0, ...named.map(each => each.length))
}

/** A name ends where its word does: "@Anabel" is not Ana, and "@ana@other.example" not the Ana of here. */
const begins = (words: string, name: string): boolean =>
  words.startsWith(name) && !/^(?:[\p{L}\p{N}_@]|[-.+][\p{L}\p{N}_]*@)/u.test(words.slice(name.length))

/** A mention where it stands in a text: its length with @ and brackets, and the name as it is written there. */
export interface Mentioned {
  start: number
  length: number
  name: string
}

/** The mention of one of these names that begins with the @ there. */
export function mentionAt(text: string, start: number, names: readonly string[]): Mentioned | null {
  const found = markAt(text, start)
  if (!found) return null
  const { written, words, whole } = found
  const lower = words.toLowerCase()
  const reaches = names
    .map(name => name.toLowerCase())
    .filter(name => (whole ? lower === name : begins(lower, name)))
    .map(({ length }) => length)
  const length = Math.max(0, ...reaches)
  return length === 0
    ? null
    : { start, length: whole ? written.length : 1 + length, name: words.slice(0, length) }
}

/** The mentions of these names at these places of a text, in their order. */
export function* mentionsOf(
  text: string,
  places: readonly number[],
  names: readonly string[],
): Generator<Mentioned> {
  for (const place of places) {
    const found = mentionAt(text, place, names)
    if (found) yield found
  }
}

interface Mark extends Omit<Call, 'sought'> {
  /** The @, with brackets and what they hold. */
  written: string
}

function markAt(text: string, start: number): Mark | null {
  mentionMark.lastIndex = start
  const [written, inBrackets, after] = mentionMark.exec(text) ?? []
  const words = (inBrackets ?? after)?.trim()
  return written && words ? { written, words, whole: inBrackets !== undefined } : null
}
