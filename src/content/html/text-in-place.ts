// New words for single texts of an HTML page, put into its source so that every other byte stays as it was.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element
type TextNode = DefaultTreeAdapterTypes.TextNode

/** Elements whose text is no text of the page. The frame in which texts are edited skips the same ones. */
const skipped = new Set(
  'script style template noscript title textarea svg math select iframe object embed audio video canvas xmp plaintext noembed noframes'.split(
    ' ',
  ),
)

/** The attribute by which the served copy names the elements whose texts can be edited. */
const MARK = 'data-recto-text'

/** A text by the mark of its element and its place among the element's own texts, such as `12.0`. */
export interface NewText {
  node: string
  /** The old text, as the reader saw it. */
  was: string
  text: string
}

export type Replaced = { source: string } | { refused: number; why: 'unknown' | 'unproven' }

/** The texts of an element, which is marked by `name`. */
interface Place {
  name: string
  /** The offset of the mark in the source; null for the body of a file that has no tag for it. */
  at: number | null
  texts: TextNode[]
}

/**
 * Every element with text of its own, in document order. One that the parser made by itself, or made twice from one
 * tag, cannot be named in the source and is left out.
 */
function placesIn(html: string): Place[] {
  const found = new Map<number | null, Place[]>()
  let number = 0
  for (const element of elements(html)) {
    const texts = element.childNodes.filter(isText)
    const start = element.sourceCodeLocation?.startTag?.startOffset ?? null
    const name = element.tagName === 'body' ? 'body' : String(++number)
    if (start === null && name !== 'body') continue
    const at = start === null ? null : start + 1 + element.tagName.length
    found.set(start, [...(found.get(start) ?? []), { name, at, texts }])
  }
  return [...found.values()]
    .flatMap(same => (same.length === 1 ? same : []))
    .filter(({ texts }) => texts.some(says))
}

const isText = (node: Node): node is TextNode => node.nodeName === '#text'
const isElement = (node: Node): node is Element => 'tagName' in node

/** White space between elements is none of the reader's words; in tables it could not even be replaced. */
const says = ({ value }: TextNode): boolean => /\S/.test(value)

function* elements(html: string): Generator<Element> {
  const pending: Node[] = [parse(html, { sourceCodeLocationInfo: true })]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isElement(node)) {
      if (skipped.has(node.tagName)) continue
      yield node
    }
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child)
  }
}

/** The page with its marks: for the frame alone, never stored. Null for a page that bears such marks of its own. */
export function markTexts(file: string): string | null {
  const [bom, html] = parted(file)
  if (html.includes(MARK)) return null
  const places = placesIn(html).filter(({ at }) => at !== null)
  let marked = ''
  let done = 0
  for (const { name, at } of places.sort((a, b) => a.at! - b.at!)) {
    marked += `${html.slice(done, at!)} ${MARK}="${name}"`
    done = at!
  }
  return bom + marked + html.slice(done)
}

/** A byte order mark is none of the page: the parser would take it for its first word. */
const parted = (file: string): [bom: string, html: string] =>
  file.startsWith('\ufeff') ? ['\ufeff', file.slice(1)] : ['', file]

/**
 * Puts the new texts in the places of the old ones. A text is replaced only if its part of the source provably says what
 * the reader saw, and the page then says exactly what it should. Otherwise the edit is named and nothing is replaced.
 */
export function replaceTexts(file: string, edits: readonly NewText[]): Replaced {
  const [bom, html] = parted(file)
  const places = new Map(placesIn(html).map(place => [place.name, place]))
  const changes: Change[] = []
  for (const [index, { node, was, text }] of edits.entries()) {
    const [name = '', place = ''] = node.split('.')
    const found = places.get(name)?.texts[Number(place)]
    if (!found || found.value !== was || !says(found)) return { refused: index, why: 'unknown' }
    const stretch = stretchOf(html, found)
    if (!stretch || changes.some(change => change.node === found)) return { refused: index, why: 'unproven' }
    changes.push({ node: found, stretch, text })
  }
  const expected = wordsOf(html, new Map(changes.map(change => [change.node, change.text])))
  // Beside a lone `&` new letters could say something else; then the whole text is written anew.
  for (const write of [narrowed, whole]) {
    const source = spliced(
      html,
      changes.map(({ stretch, text }) => write(stretch, text)),
    )
    if (wordsOf(source, new Map()) === expected) return { source: bom + source }
  }
  return { refused: 0, why: 'unproven' }
}

interface Change {
  node: TextNode
  stretch: Stretch
  text: string
}

/** Characters of the source, and what stands there instead. */
interface Splice {
  start: number
  end: number
  words: string
}

function spliced(html: string, changes: readonly Splice[]): string {
  let source = ''
  let done = 0
  for (const { start, end, words } of [...changes].sort((a, b) => a.start - b.start)) {
    source += html.slice(done, start) + words
    done = end
  }
  return source + html.slice(done)
}

/** Tags and texts of the whole page in their order, as one text that differs where the pages do. */
function wordsOf(html: string, instead: ReadonlyMap<TextNode, string>): string {
  const parts: string[] = []
  const known = [...instead].map(
    ([{ sourceCodeLocation }, value]) => [sourceCodeLocation?.startOffset, value] as const,
  )
  const byStart = new Map(known)
  const pending: Node[] = [parse(html, { sourceCodeLocationInfo: instead.size > 0 })]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isText(node)) {
      const value = byStart.get(node.sourceCodeLocation?.startOffset) ?? node.value
      if (value !== '') parts.push(`"${value}"/`)
    } else parts.push(`<${node.nodeName}>${'attrs' in node ? JSON.stringify(node.attrs) : ''}/`)
    if ('content' in node) pending.push(node.content)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  return parts.join('')
}

/** One character of a text as the source writes it. */
interface Unit {
  raw: string
  value: string
}

interface Stretch {
  start: number
  units: Unit[]
}

/** The text's part of the source, character by character; null if the two do not provably say the same. */
function stretchOf(html: string, { value, sourceCodeLocation: at }: TextNode): Stretch | null {
  if (!at) return null
  const raw = html.slice(at.startOffset, at.endOffset)
  for (const skip of [0, /^\r?\n/.exec(raw)?.[0].length ?? 0]) {
    const units = unitsOf(raw.slice(skip))
    if (units?.map(unit => unit.value).join('') === value) return { start: at.startOffset + skip, units }
  }
  return null
}

const unit = /&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z0-9]{1,31});?|\r\n?|[\s\S]/gu

/** Null if the part holds markup, which a text does not. */
function unitsOf(raw: string): Unit[] | null {
  if (/<[A-Za-z/!?]|\0/.test(raw)) return null
  return (raw.match(unit) ?? []).map(piece => ({ raw: piece, value: saidBy(piece) }))
}

const meanings = new Map<string, string>()

function saidBy(piece: string): string {
  if (piece[0] === '\r') return '\n'
  if (piece.length === 1 || piece[0] !== '&') return piece
  const known = meanings.get(piece)
  if (known !== undefined) return known
  const value = parseFragment(piece)
    .childNodes.filter(isText)
    .map(node => node.value)
    .join('')
  if (meanings.size < 2000) meanings.set(piece, value)
  return value
}

/** Writes only the difference; equal characters at both ends keep their source. */
function narrowed({ start, units }: Stretch, text: string): Splice {
  let [first, from] = [0, 0]
  while (first < units.length && text.startsWith(units[first]!.value, from))
    from += units[first++]!.value.length
  let [last, to] = [units.length, text.length]
  while (
    last > first &&
    to - units[last - 1]!.value.length >= from &&
    text.endsWith(units[last - 1]!.value, to)
  )
    to -= units[--last]!.value.length
  const begin = start + width(units.slice(0, first))
  const words = escaped(text.slice(from, to), units)
  return { start: begin, end: begin + width(units.slice(first, last)), words }
}

const whole = ({ start, units }: Stretch, text: string): Splice => ({
  start,
  end: start + width(units),
  words: escaped(text, units),
})

const width = (units: readonly Unit[]): number => units.reduce((sum, { raw }) => sum + raw.length, 0)

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Writes words as the source does, with the line breaks that the text has already. */
function escaped(words: string, units: readonly Unit[]): string {
  const windows = units.some(({ raw }) => raw === '\r\n')
  return words.replace(/[&<>]/g, sign => signs[sign]!).replaceAll('\n', windows ? '\r\n' : '\n')
}
