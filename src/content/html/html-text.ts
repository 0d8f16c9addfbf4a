// The text a reader sees in an HTML page, its title and its headings; fed in chunks, memory bounded.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { edgesOf, folded, isSeparating, unspaced } from '../../domain/page-words.ts'

/** One heading: level 1 to 6 and its text. */
export interface Heading {
  level: number
  text: string
}

const words = (list: string): Set<string> => new Set(list.split(' '))

const unseen = words(
  'script style template noscript title math iframe object audio video canvas select datalist textarea noembed noframes',
)
const voids = words('area base br col embed hr img input link meta source track wbr param')
const paragraphs = words('p h1 h2 h3 h4 h5 h6 pre blockquote ul ol dl table figure hr details')
const closesParagraph = words(
  'p h1 h2 h3 h4 h5 h6 pre blockquote ul ol dl table figure hr details div li tr td th thead tbody tfoot dt dd section article header hgroup footer main nav menu search aside address caption figcaption summary dialog form fieldset legend option body',
)
/** Boxes that stand within a line. */
const boxes = words('button meter progress')
/** Elements of a drawing that are drawn only where something else names them. */
const undrawn = words('defs symbol clippath mask pattern marker')
const siblings: Record<string, Set<string>> = {
  li: words('li'),
  dt: words('dt dd'),
  dd: words('dt dd'),
  td: words('td th'),
  th: words('td th'),
  tr: words('tr td th caption'),
  thead: words('caption'),
  tbody: words('thead tbody tr td th caption'),
  tfoot: words('thead tbody tr td th caption'),
  option: words('option'),
}
const hidingStyle =
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])|font-size\s*:\s*0(?![.\d]*[1-9])/i
/** The attributes by which an element of a drawing says what its style could say. */
const styling = words('display visibility opacity font-size')

/** Text in a drawing is read in its labels, and as everywhere in a page that it embeds. */
type Place = 'page' | 'shapes' | 'label'

interface Opened {
  tag: string
  /** The place that the text right inside it belongs to. */
  place: Place
  /** The gap that it keeps between its words and those around it. */
  gap: number
}

/** Distance to what came before, weakest first. */
const gaps = ['', ' ', '\t', '\n', '\n\n'] as const
const WORD = 1
const CELL = 2
const LINE = 3
const PARAGRAPH = 4

/** Words as they stand in the file: where each begins in the text, and from where to where it was read. Lists of numbers, because there may be millions. */
export interface ReadWords {
  starts: number[]
  froms: number[]
  ends: number[]
}

/** Shorter chunks wait for the next, because a name may reach back no further than one chunk. */
const SHORTEST = 4096

/** How far up an unmatched end tag looks; keeps hostile nests linear. */
const LOOK_UP = 256

/**
 * Reads HTML as browsers roughly do and keeps what is visible. Unlike a full parser it builds no tree, so
 * 50 MB of images cost no memory. `full` turns true when `limit` characters of text are there.
 */
export class HtmlText implements TokenizerCallbacks {
  title: string | null = null
  private titled = false
  readonly headings: Heading[] = []
  private readonly limit: number
  private readonly places: ReadWords | null
  private readonly tokenizer = new Tokenizer({}, this)
  private readonly parts: string[] = []
  private size = 0
  private gap = 0
  private waiting = ''
  private previous = ''
  private current = ''
  private offset = 0
  private readonly open: Opened[] = []
  /** Depth of the outermost element that hides its content; -1 while everything is visible. */
  private hiddenAt = -1
  private pre = 0
  /** White space at the end of a block of code, shown only where more of the block follows. */
  private held = ''
  private math = 0
  private tag = ''
  private attribute = ''
  private style = ''
  private hides = false
  private hasOwnX = false
  private heading: Heading | null = null

  /** @param places gets where in the file the words stand, in their order */
  constructor(limit = Number.POSITIVE_INFINITY, places: ReadWords | null = null) {
    this.limit = limit
    this.places = places
  }

  get full(): boolean {
    return this.size >= this.limit
  }

  /** The visible text so far: blocks on their own lines, table cells parted by tabs. */
  get text(): string {
    return this.parts.join('')
  }

  write(chunk: string): void {
    this.waiting += chunk
    if (this.waiting.length >= SHORTEST) this.feed()
  }

  private feed(): void {
    const chunk = this.waiting
    this.waiting = ''
    this.offset += this.current.length
    this.previous = this.current
    this.current = chunk
    this.tokenizer.write(chunk)
  }

  end(): void {
    this.feed()
    this.tokenizer.end()
    this.endHeading()
  }

  private slice(start: number, end: number): string {
    const from = start - this.offset
    if (from >= 0) return this.current.slice(from, end - this.offset)
    const before = this.previous.slice(
      Math.max(0, this.previous.length + from),
      this.previous.length + end - this.offset,
    )
    return end > this.offset ? before + this.current.slice(0, end - this.offset) : before
  }

  ontext(start: number, end: number): void {
    if (this.hiddenAt >= 0 && !this.isInTitle) return
    this.add(this.slice(start, end), start)
  }

  /** Its last sign stands for the whole reference. */
  ontextentity(codepoint: number, end: number): void {
    this.add(String.fromCodePoint(codepoint), end - 1)
  }

  private get place(): Place {
    return this.open.at(-1)?.place ?? 'page'
  }

  /** In the title of the page: that of a drawing is one of its labels. */
  private get isInTitle(): boolean {
    const within = this.open.at(-1)
    return within?.tag === 'title' && within.place === 'page'
  }

  private add(text: string, from: number): void {
    if (this.isInTitle) this.addToTitle(text)
    else if (this.hiddenAt >= 0 || this.full || this.place === 'shapes') return
    else if (this.pre > 0) this.addToBlock(text, from)
    else this.addFolded(text, from)
  }

  private addToTitle(text: string): void {
    if (!this.titled && (this.title?.length ?? 0) < 4096) this.title = (this.title ?? '') + text
  }

  private addFolded(text: string, from: number): void {
    const [first, end] = edgesOf(text)
    if (first > 0) this.widen(WORD)
    if (first === end) return
    const words = text.slice(first, end)
    this.push(folded(words), from + first, words)
    if (end < text.length) this.widen(WORD)
  }

  private addToBlock(text: string, from: number): void {
    const kept = this.gap === PARAGRAPH ? text.replace(/^\r?\n/, '') : text
    this.addKept(kept, from + text.length - kept.length)
  }

  private addKept(text: string, from: number): void {
    const [first, end] = edgesOf(text)
    if (first < end) this.push(text.slice(0, end), from, undefined, this.held)
    this.held = first < end ? text.slice(end) : this.held + text
  }

  /** @param written the text as the file has it, from that offset on */
  private push(text: string, from: number, written = text, held = ''): void {
    const lead = (this.size === 0 ? '' : gaps[this.gap]!) + held
    if (this.places) this.locate(this.size + lead.length, from, written, written.length !== text.length)
    this.gap = 0
    this.parts.push(lead, text)
    this.size += lead.length + text.length
    if (this.heading && this.heading.text.length < 1000) this.heading.text += lead + text
  }

  private locate(start: number, from: number, written: string, isFolded: boolean): void {
    let at = start
    const words = isFolded ? written.matchAll(unspaced) : [{ 0: written, index: 0 }]
    for (const { 0: word, index } of words) {
      this.places!.starts.push(at)
      this.places!.froms.push(from + index)
      this.places!.ends.push(from + index + word.length)
      at += word.length + 1
    }
  }

  private widen(gap: number): void {
    if (gap > WORD) this.held = ''
    if (gap > this.gap) this.gap = gap
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.slice(start, end).toLowerCase()
    this.hasOwnX = false
    this.hides =
      this.place === 'page'
        ? unseen.has(this.tag)
        : /^(script|style)$/.test(this.tag) || undrawn.has(this.tag)
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.slice(start, Math.min(end, start + 32)).toLowerCase()
    this.style = ''
    if (this.attribute === 'hidden') this.hides = true
    if (this.attribute === 'x') this.hasOwnX = true
  }

  onattribdata(start: number, end: number): void {
    if (this.isStyling && this.style.length < 2000)
      this.style += this.slice(start, Math.min(end, start + 2000))
  }

  onattribentity(codepoint: number): void {
    if (this.isStyling) this.style += String.fromCodePoint(codepoint)
  }

  onattribend(): void {
    if (!this.isStyling) return
    const style = this.attribute === 'style' ? this.style : `${this.attribute}:${this.style}`
    if (hidingStyle.test(style)) this.hides = true
  }

  /** Attributes of a drawing's elements style them too. */
  private get isStyling(): boolean {
    const { attribute } = this
    return attribute === 'style' || ((this.place !== 'page' || this.tag === 'svg') && styling.has(attribute))
  }

  onopentagend(): void {
    const { tag } = this
    this.closeImplied(tag)
    const isSvg = tag === 'svg' || this.place !== 'page'
    const gap = this.gapOf(tag, isSvg)
    this.separate(gap)
    if (voids.has(tag)) return
    this.open.push({ tag, gap: this.hiddenAt < 0 ? gap : 0, place: this.placeIn(tag, isSvg) })
    if (this.hides && this.hiddenAt < 0) this.hiddenAt = this.open.length - 1
    if (tag === 'pre') this.pre++
    if (tag === 'math') this.math++
    if (/^h[1-6]$/.test(tag)) this.startHeading(Number(tag[1]))
  }

  private placeIn(tag: string, isSvg: boolean): Place {
    if (!isSvg || tag === 'foreignobject') return 'page'
    if (tag === 'svg') return 'shapes'
    return tag === 'text' || tag === 'title' ? 'label' : this.place
  }

  /** Only elements of SVG and MathML may close themselves. */
  onselfclosingtag(): void {
    const isForeign = this.place !== 'page' || this.math > 0 || /^(svg|math)$/.test(this.tag)
    this.onopentagend()
    if (isForeign) this.close(this.tag)
  }

  onclosetag(start: number, end: number): void {
    const tag = this.slice(start, end).toLowerCase()
    if (tag === 'br' || tag === 'p') this.separate(this.gapOf(tag, false))
    this.close(tag)
  }

  private startHeading(level: number): void {
    this.endHeading()
    if (this.hiddenAt < 0) this.heading = { level, text: '' }
  }

  private endHeading(): void {
    const text = this.heading?.text.replace(/\s+/g, ' ').trim()
    if (this.heading && text) this.headings.push({ level: this.heading.level, text })
    this.heading = null
  }

  private gapOf(tag: string, isSvg: boolean): number {
    const name = tag === 'foreignobject' ? 'foreignObject' : tag
    if (!isSeparating({ name, isSvg, hasOwnX: this.hasOwnX })) return 0
    if (isSvg) return LINE
    if (boxes.has(tag)) return WORD
    if (tag === 'td' || tag === 'th') return CELL
    return paragraphs.has(tag) || (tag === 'br' && this.gap >= LINE) ? PARAGRAPH : LINE
  }

  private separate(gap: number): void {
    if (this.hiddenAt < 0) this.widen(gap)
  }

  /** End tags that HTML lets authors leave out. */
  private closeImplied(tag: string): void {
    for (let top = this.open.at(-1)?.tag; top !== undefined; top = this.open.at(-1)?.tag) {
      const ends = (top === 'p' && closesParagraph.has(tag)) || siblings[tag]?.has(top)
      if (!ends) return
      this.close(top)
    }
  }

  private close(tag: string): void {
    const lowest = Math.max(0, this.open.length - LOOK_UP)
    let at = this.open.length - 1
    while (at >= lowest && this.open[at]!.tag !== tag) at--
    if (at < lowest) return
    let gap = 0
    while (this.open.length > at) {
      const closed = this.open.pop()!
      gap = Math.max(gap, closed.gap)
      this.left(closed)
    }
    if (this.hiddenAt >= this.open.length) this.hiddenAt = -1
    this.separate(gap)
  }

  private left({ tag, place }: Opened): void {
    if (tag === 'title' && place === 'page') this.titled = this.title !== null
    if (tag === 'pre') this.pre--
    if (tag === 'math') this.math--
    if (/^h[1-6]$/.test(tag)) this.endHeading()
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
}
