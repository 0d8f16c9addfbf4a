// Members named with @ in a comment: by name, by address, by the part of it before its @, or as @[name].

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

/** The places of a Markdown text that may name a member, each once; what stands in code names nobody. */
export function callsIn(body: string): Call[] {
  const calls = new Map<string, Call>()
  for (const { written, words, whole } of marksIn(withoutCode(body))) {
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
    .map(each => each.toLowerCase())
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

/** All mentions of these names in a Markdown text, in their order. */
export function* mentionsOf(text: string, names: readonly string[]): Generator<Mentioned> {
  if (names.length === 0) return
  const words = withoutCode(text)
  for (let at = words.indexOf('@'); at >= 0; at = words.indexOf('@', at)) {
    const found = mentionAt(words, at, names)
    if (found) yield found
    at += found?.length ?? 1
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

function* marksIn(text: string): Generator<Mark> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at)) {
    const found = markAt(text, at)
    if (found) yield found
    at += found?.written.length ?? 1
  }
}

/** Fenced blocks and code spans are blanks, so that all else keeps its place; an unclosed fence reaches to the end, as in Markdown. */
function withoutCode(body: string): string {
  const kept: string[] = []
  let fence: string | null = null
  for (const line of body.split('\n')) {
    const found: string | undefined = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    kept.push(fence === null && found === undefined ? line : ' '.repeat(line.length))
    if (fence === null) fence = found ?? null
    else if (found?.startsWith(fence) && line.trim() === found) fence = null
  }
  return withoutSpans(kept.join('\n').split(/(`+)/))
}

/** `parts` are texts with runs of backticks between them; a run opens code where one as long follows. */
function withoutSpans(parts: readonly string[]): string {
  const unclosed = new Set<string>()
  let text = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!
    const close = at % 2 === 0 || unclosed.has(part) ? -1 : parts.indexOf(part, at + 1)
    if (close === -1 && at % 2 === 1) unclosed.add(part)
    text += close === -1 ? part : ' '.repeat(parts.slice(at, close + 1).join('').length)
    if (close !== -1) at = close
  }
  return text
}
