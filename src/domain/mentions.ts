// Members named with @ in a comment: by name, by address, by the part of it before its @, or as @[name].

import { plain } from './plain-text.ts'

/** An @ in a comment and what follows it, before it is known whether it names somebody. */
export interface Call {
  /** The text after the @, as far as a name may reach. */
  words: string
  /** It was written as @[…], so that it is these words as a whole. */
  whole: boolean
  /** The search text for members: a part of a name or address. */
  sought: string
}

const mentionMark =
  /(?<![@.\\]|[\p{L}\p{N}]_{0,3}|_{4})@(?:\[([^\n[\]@]{1,200}(?:@[\p{L}\p{N}.-]{1,100})?)\]|(?=([\p{L}\p{N}][^\n@]{0,200}(?:@[\p{L}\p{N}.-]{1,100})?)))/uy

const addressHere = /^[\p{L}\p{N}_.+%'-]+@[\p{L}\p{N}.-]+[\p{L}\p{N}]/u
const wordHere = /^[\p{L}\p{N}_.+-]+/u

/** Returns the call that begins with the @ there; null where nobody can be named. */
export function callAt(text: string, start: number): Call | null {
  const mark = markAt(text, start)
  if (!mark) return null
  const { words, whole } = mark
  const sought = addressHere.exec(words)?.[0] ?? (whole ? words : firstWord(words))
  return sought ? { words, whole, sought } : null
}

const firstWord = (words: string): string => wordHere.exec(words)?.[0].replace(/(?<![._-])[._-]+$/, '') ?? ''

/** Spells words as they are compared. */
export const comparable = (words: string): string => lower(plain(words))

/** Lower case in which every letter stays one letter (İ would become two), the same wherever it stands (Σ has two). */
const lower = (words: string): string => words.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')

/** Returns all that names this member after @, comparable. */
export const namesOf = ({ name, email }: { name: string; email: string }): string[] =>
  [email, email.split('@')[0]!, name].map(comparable).filter(Boolean)

/**
 * Returns the member who is named and the words that do it: the longest matching name or address counts. Null if nobody is
 * meant, or several with one name.
 */
export function calledBy<M extends { names: readonly string[] }>(
  call: Call,
  members: readonly M[],
): { member: M; words: string } | null {
  const reachOf = reaches(call)
  let best = { length: 0, members: [] as M[] }
  for (const member of members) {
    const length = reachOf(member.names)
    if (length > best.length) best = { length, members: [member] }
    else if (length > 0 && length === best.length) best.members.push(member)
  }
  const [member, ...others] = best.members
  return member && others.length === 0 ? { member, words: call.words.slice(0, best.length) } : null
}

/** Tells how many characters of the words are the longest of some comparable names; 0 where they are none. */
function reaches({ words, whole }: Pick<Call, 'words' | 'whole'>): (names: readonly string[]) => number {
  const here = lower(words)
  return names => {
    const reached = names.filter(name => (whole ? here === name : begins(here, name)))
    return Math.max(0, ...reached.map(({ length }) => length))
  }
}

/** A name ends where its word does: "@Anabel" and "@ana_b" are not Ana, nor "@ana@other.example" the Ana of here; but "_@ana_" is. */
const begins = (words: string, name: string): boolean =>
  words.startsWith(name) && !/^(?:_*[\p{L}\p{N}@]|[-.+][\p{L}\p{N}_]*@)/u.test(words.slice(name.length))

/** A mention where it stands in a text: its length with @ and brackets, and the words that name the member. */
export interface Mentioned {
  start: number
  length: number
  words: string
}

/** Returns the mention by one of these comparable names that begins with the @ there. */
export function mentionAt(text: string, start: number, names: readonly string[]): Mentioned | null {
  const mark = markAt(text, start)
  const length = mark ? reaches(mark)(names) : 0
  if (!mark || length === 0) return null
  const { written, words, whole } = mark
  return { start, length: whole ? written.length : 1 + length, words: words.slice(0, length) }
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
