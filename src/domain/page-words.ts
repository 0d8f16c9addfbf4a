// The words of a page, the same for the server and in the frame: what separates them, what holds none, how white space counts.

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements that separate words whatever a style says: blocks, cells, items of lists, line breaks (contract section 5), and boxes within a line, at whose inner edges no white space is shown. */
export const separating = names(
  'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu meter nav ol optgroup option p plaintext progress pre search section summary table tbody td tfoot th thead tr ul xmp',
)

/** Elements whose text is none of the page's. */
const unread = names(
  'script style template noscript title textarea math select iframe object embed audio video canvas',
)

/** Of a drawing only these hold words. */
export const labels = names('text title foreignObject')

/** The facts of an element that both a parsed file and a browser know. */
export interface TextElement {
  name: string
  isSvg: boolean
  hasOwnX: boolean
}

/** The way text in an element counts: with its white space folded, as it is, or not at all as long as no label begins. */
export type TextMode = 'folded' | 'kept' | 'shapes'

/** Returns how text in the element counts, given how text around it does; null if nothing in it is text. */
export function modeIn({ name, isSvg }: TextElement, around: TextMode): TextMode | null {
  if (isSvg && labels.has(name)) return 'folded'
  if (unread.has(name)) return null
  if (name === 'svg') return 'shapes'
  return name === 'pre' ? 'kept' : around
}

/** True where the element separates the words in it from those around it. In a drawing, elements with a place of their own do. */
export const isSeparating = ({ name, isSvg, hasOwnX }: TextElement): boolean =>
  isSvg ? labels.has(name) || (name === 'tspan' && hasOwnX) : separating.has(name)

const spaces = /[ \t\n\f\r\u00a0]/
/** White space that is more or other than one blank. */
const foldable = /[ \t\n\f\r\u00a0]{2,}|[\t\n\f\r\u00a0]/g

/** The text that folding leaves as it is. */
export const unspaced = /[^ \t\n\f\r\u00a0]+/g

/** Finds where the words in the text begin and end; both are its length if it has none. */
export function edgesOf(data: string): [first: number, end: number] {
  let [first, end] = [0, data.length]
  while (first < end && spaces.test(data[first]!)) first++
  while (end > first && spaces.test(data[end - 1]!)) end--
  return first === end ? [data.length, data.length] : [first, end]
}

/** Turns any white space in the words into one blank. */
export const folded = (words: string): string => words.replace(foldable, ' ')

/** Joins text nodes in document order: one blank wherever words are separated, white space elsewhere folded. */
export class PageWords {
  text = ''
  #isApart = false
  /** White space at the end of kept text: shown only where more of it follows. */
  #held = ''

  /** Notes that an element that separates words begins or ends. */
  separate(): void {
    this.#isApart = true
    this.#held = ''
  }

  /** Adds the text of a node, and returns where its words begin in the page's text; null if it has none. */
  add(data: string, mode: TextMode): number | null {
    if (mode === 'shapes' || data === '') return null
    const edges = edgesOf(data)
    if (mode === 'kept') return this.#keep(data, edges)
    const [first, end] = edges
    if (first > 0) this.#isApart = true
    if (first === end) return null
    const start = this.#push(folded(data.slice(first, end)))
    this.#isApart = end < data.length
    return start
  }

  #keep(data: string, [first, end]: [number, number]): number | null {
    if (first === end) {
      this.#held += data
      return null
    }
    const held = this.#held
    this.#held = data.slice(end)
    return this.#push(held + data.slice(0, end)) + held.length
  }

  #push(words: string): number {
    if (this.text && this.#isApart) this.text += ' '
    this.#isApart = false
    const start = this.text.length
    this.text += words
    return start
  }
}

/** Returns the offset in the data of a text node that lies `count` characters into its words. */
export function offsetInNode(data: string, mode: TextMode, count: number): number {
  if (mode === 'kept') return Math.max(0, Math.min(count, data.length))
  const [first, end] = edgesOf(data)
  let at = first
  for (let left = count; left > 0 && at < end; left--) {
    const isBlank = spaces.test(data[at]!)
    at++
    while (isBlank && at < end && spaces.test(data[at]!)) at++
  }
  return at
}

/** Counts the characters of a text node's words that stand before the offset in its data. */
export function offsetInWords(data: string, mode: TextMode, offset: number): number {
  if (mode === 'kept') return Math.min(offset, data.length)
  const [first, end] = edgesOf(data)
  return folded(data.slice(first, Math.max(first, Math.min(offset, end)))).length
}
