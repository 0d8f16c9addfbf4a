// Reads the parts of an HTML page from its source as it comes: no tree, and no more of it than a drawing needs.
import { Parser } from 'htmlparser2'
import { type Block, MOST_BLOCKS, type PageShape } from './page-shape.ts'
import { type FilledSelectors, fillOf, leadingColors, readStyle, strongColors } from './strong-colors.ts'

/** Characters of source that are read. */
const LOOKED_AT = 262_144

/** Elements open at a time beyond which no more is read: each costs the parser as many steps as are open. */
const DEEPEST = 512

/** Characters read between two looks at how deep they lead. */
const SLICE = 8192

const words = (list: string): Set<string> => new Set(list.split(' '))
const skipped = words('script noscript template title object audio datalist select nav')
const pictures = words('img picture video iframe')
const endsText = words(
  'p div section article header footer main nav aside li dt dd tr td th blockquote pre br hr form figure figcaption',
)
const areas = words('header section div main article aside footer nav')
const boxes = words('div span i b td')

/** The number of empty boxes that make a chart. */
const BARS = 4

const voids = words('area base br col embed hr img input link meta source track wbr param')

/** Depth and block of what is read now; what lies in it counts to it. */
interface Open {
  depth: number
  block: Block
}

interface Marks {
  bars: number
  curves: number
  dots: number
}

export class HtmlShape {
  readonly #blocks: Block[] = []
  readonly #colors: string[] = []
  readonly #parser: Parser
  #rules: FilledSelectors = { fills: new Map(), grids: new Set() }
  #read = 0
  #depth = 0
  #skips = -1
  #inStyle = false
  #style = ''
  #open: Open | null = null
  #text: { kind: 'text'; size: number } | null = null
  /** Depth of the element that has nothing in it so far, and how many such there were one after another. */
  #bare = -1
  #empties = 0
  #drawn: Marks = { bars: 0, curves: 0, dots: 0 }

  constructor() {
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#begin(name, attributes),
      onclosetag: name => this.#end(name),
      ontext: text => this.#say(text),
    })
  }

  get full(): boolean {
    return this.#read >= LOOKED_AT || this.#blocks.length >= MOST_BLOCKS || this.#depth > DEEPEST
  }

  write(chunk: string): void {
    for (let at = 0; at < chunk.length && !this.full; at += SLICE) {
      const slice = chunk.slice(at, at + Math.min(SLICE, LOOKED_AT - this.#read))
      this.#parser.write(slice)
      this.#read += slice.length
    }
  }

  end(): PageShape {
    this.#parser.end()
    const blocks = this.#blocks.filter(block => !('size' in block) || block.size > 0)
    return { blocks, colors: leadingColors(this.#colors) }
  }

  #begin(name: string, attributes: Record<string, string>): void {
    if (!voids.has(name)) this.#depth++
    this.#bare = this.#depth
    if (this.#skips >= 0) return
    if (skipped.has(name) || 'hidden' in attributes) this.#skips = this.#depth
    else if (name === 'style') this.#inStyle = true
    else if (this.#open) this.#within(this.#open, name, attributes)
    else this.#enter(name, attributes)
    if (attributes.style) this.#colors.push(...strongColors(attributes.style))
  }

  /** A block begins, or a text ends. */
  #enter(name: string, attributes: Record<string, string>): void {
    if (endsText.has(name)) this.#text = null
    const block = this.#blockOf(name, attributes)
    if (!block) return
    this.#text = null
    const before = this.#blocks.at(-1)
    if (block.kind === 'cards' && block.size > 0 && before?.kind === 'cards') before.size++
    else this.#blocks.push(block)
    if (!voids.has(name)) this.#open = { depth: this.#depth, block }
  }

  #blockOf(name: string, attributes: Record<string, string>): Block | null {
    if (name === 'h1') return { kind: 'title', size: 0 }
    if (/^h[2-6]$/.test(name)) return { kind: 'heading', size: 0 }
    if (name === 'ul' || name === 'ol') return { kind: 'list', size: 0, done: 0 }
    if (name === 'table') return { kind: 'table', rows: 0, columns: 0 }
    if (name === 'pre') return { kind: 'code', size: 0 }
    if (name === 'blockquote') return { kind: 'quote', size: 0 }
    if (name === 'canvas') return { kind: 'chart', form: 'bars' }
    if (name === 'svg') return isSmall(attributes) ? null : this.#beginChart()
    if (pictures.has(name)) return isSmall(attributes) ? null : { kind: 'picture' }
    return areas.has(name) ? this.#areaOf(name, attributes) : null
  }

  #beginChart(): Block {
    this.#drawn = { bars: 0, curves: 0, dots: 0 }
    return { kind: 'chart', form: 'bars' }
  }

  #areaOf(name: string, attributes: Record<string, string>): Block | null {
    const classes = (attributes.class ?? '').toLowerCase().split(/\s+/).slice(0, 20)
    if (classes.some(isCard)) return { kind: 'cards', size: 1 }
    const selectors = [...classes.map(each => `.${each}`), name]
    if (selectors.some(selector => this.#rules.grids.has(selector))) return { kind: 'cards', size: 0 }
    const filled = selectors.some(selector => this.#rules.fills.has(selector))
    return filled || (attributes.style && fillOf(attributes.style)) ? { kind: 'band', size: 0 } : null
  }

  /** Parts of a table, a list or a drawing. */
  #within({ block, depth }: Open, name: string, attributes: Record<string, string>): void {
    if (block.kind === 'table') {
      if (name === 'tr') block.rows++
      else if (name === 'td' || name === 'th') block.columns++
    } else if (block.kind === 'list') {
      if (name === 'li') block.size++
      else if (name === 'input' && 'checked' in attributes) block.done++
    } else if (block.kind === 'cards') {
      if (this.#depth === depth + 1) block.size++
    } else if (block.kind === 'chart') this.#mark(name)
    if (attributes.fill) this.#colors.push(...strongColors(attributes.fill))
    if (attributes.stroke) this.#colors.push(...strongColors(attributes.stroke))
  }

  #mark(name: string): void {
    if (name === 'rect') this.#drawn.bars++
    else if (name === 'path' || name === 'polyline' || name === 'line') this.#drawn.curves++
    else if (name === 'circle' || name === 'ellipse') this.#drawn.dots++
  }

  #say(text: string): void {
    if (this.#inStyle) {
      if (this.#style.length < LOOKED_AT) this.#style += text
      return
    }
    const size = this.#skips >= 0 ? 0 : text.trim().length
    if (size === 0) return
    this.#bare = -1
    this.#empties = 0
    const block = this.#open?.block
    if (!block) this.#sayLoose(size)
    else if ('size' in block && block.kind !== 'list' && block.kind !== 'cards') block.size += size
  }

  #sayLoose(size: number): void {
    if (!this.#text) {
      this.#text = { kind: 'text', size: 0 }
      this.#blocks.push(this.#text)
    }
    this.#text.size += size
  }

  #end(name: string): void {
    if (voids.has(name)) return
    if (name === 'style') this.#readStyle()
    if (this.#skips === this.#depth) this.#skips = -1
    if (this.#open?.depth === this.#depth) this.#closeBlock(this.#open.block)
    else if (!this.#open && this.#bare === this.#depth && boxes.has(name)) this.#countEmpty()
    if (endsText.has(name)) this.#text = null
    this.#bare = -1
    this.#depth--
  }

  /** Boxes with nothing in them, beside each other, are the bars of a chart. */
  #countEmpty(): void {
    this.#empties++
    if (this.#empties === BARS) this.#blocks.push({ kind: 'chart', form: 'bars' })
  }

  #readStyle(): void {
    if (!this.#inStyle) return
    this.#inStyle = false
    this.#rules = readStyle(this.#style)
    this.#colors.push(...strongColors(this.#style))
  }

  #closeBlock(block: Block): void {
    this.#open = null
    if (block.kind === 'table' && block.rows > 0) block.columns = Math.round(block.columns / block.rows)
    if (block.kind === 'chart') block.form = formOf(this.#drawn)
  }
}

const formOf = ({ bars, curves, dots }: Marks): 'bars' | 'curve' | 'dots' =>
  bars >= Math.max(2, dots) || bars + curves + dots === 0 ? 'bars' : dots > curves ? 'dots' : 'curve'

/** An icon, by the size it says, or by the grid it is drawn on. */
const isSmall = ({ width, height, viewbox }: Record<string, string>): boolean =>
  [width, height, viewbox?.trim().split(/[\s,]+/)[2]].some(
    size => size !== undefined && /^\d{1,2}(px)?$/.test(size) && Number.parseInt(size, 10) <= 48,
  )

const isCard = (word: string): boolean => word.length < 40 && /(?:^|[-_])(?:tile|kpi|stat|metric)$/.test(word)
