// Draws a page in miniature from what it is made of: 40 by 52, shapes alone, at most about 700 characters.
import { type Drawing, drawingText, type Layer } from '../../domain/drawing.ts'
import type { Block, PageShape } from './page-shape.ts'

const LEFT = 6
const WIDTH = 28
const BOTTOM = 47

/** Characters of path data; the drawing as an image stays under 1 KB. */
const MOST = 420

export function drawPage({ blocks, colors }: PageShape): string | null {
  if (blocks.length === 0) return null
  const pen = new Pen()
  for (const block of blocks) if (!pen.full) draw(pen, block)
  return drawingText({ colors, layers: pen.layers } satisfies Drawing)
}

/** Goes down the sheet and keeps what was drawn. */
class Pen {
  readonly layers: Partial<Record<Layer, string>> = {}
  y = 8
  #size = 0

  get full(): boolean {
    return this.y > BOTTOM || this.#size > MOST
  }

  /** How wide a line may be: the turned corner takes the upper right. */
  get room(): number {
    return this.y < 14 ? 19 : WIDTH
  }

  /** As many of the rows as there is room for, at least one. */
  rows(wanted: number, height: number): number {
    return Math.max(1, Math.min(wanted, Math.floor((BOTTOM + 1.5 - this.y) / height)))
  }

  add(layer: Layer, path: string): void {
    this.layers[layer] = (this.layers[layer] ?? '') + path
    this.#size += path.length
  }

  line(layer: Layer, x: number, width: number, y = this.y): void {
    this.add(layer, `M${short(x)} ${short(y)}h${short(width)}`)
  }

  box(layer: Layer, x: number, y: number, width: number, height: number): void {
    this.add(layer, `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`)
  }

  dot(layer: Layer, x: number, y: number, radius: number): void {
    const arc = `a${short(radius)} ${short(radius)} 0 1 1 `
    this.add(
      layer,
      `M${short(x - radius)} ${short(y)}${arc}${short(2 * radius)} 0${arc}${short(-2 * radius)} 0`,
    )
  }
}

const short = (value: number): string => String(Math.round(value * 10) / 10).replace(/^(-?)0\./, '$1.')

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

const share = (size: number, of: number, least: number): number => between(least, size / of, 1)

function draw(pen: Pen, block: Block): void {
  if (block.kind === 'title') heading(pen, between(9, block.size * 0.75, 22))
  else if (block.kind === 'heading') heading(pen, between(6, block.size * 0.6, 18))
  else if (block.kind === 'text' || block.kind === 'quote') text(pen, block.size, block.kind === 'quote')
  else if (block.kind === 'list') list(pen, block.size, block.done)
  else if (block.kind === 'table') table(pen, block.rows, block.columns)
  else if (block.kind === 'chart') chart(pen, block.form)
  else if (block.kind === 'cards') cards(pen, block.size)
  else if (block.kind === 'band') band(pen, block.size)
  else area(pen, block.kind === 'code' ? 7 : 13)
}

function heading(pen: Pen, width: number): void {
  if (pen.y > 8) pen.y += 1
  pen.line('title', LEFT + 0.3, Math.min(width, pen.room))
  pen.y += 5.2
}

function text(pen: Pen, size: number, quoted: boolean): void {
  const wanted = Math.ceil(size / 70)
  const rows = pen.rows(Math.min(4, wanted), 3.5)
  const x = quoted ? LEFT + 3 : LEFT
  if (quoted) pen.box('color', LEFT - 1, pen.y - 1, 1, rows * 3.5 - 1.5)
  for (let row = 0; row < rows; row++, pen.y += 3.5) {
    const last = row === rows - 1
    const whole = pen.room - (x - LEFT)
    pen.line('lines', x, whole * (last ? share(size % 70 || 70, 70, 0.3) : row % 2 ? 0.94 : 1))
  }
  pen.y += 1.5
}

function list(pen: Pen, size: number, done: number): void {
  const rows = pen.rows(Math.min(5, size), 4.4)
  for (let row = 0; row < rows; row++, pen.y += 4.4) {
    // A line of no length has round ends: a dot in few characters.
    pen.line(row < Math.max(done, 1) ? 'curve' : 'lines', LEFT + 0.5, 0)
    pen.line('lines', LEFT + 5, Math.min(pen.room - 5, [19, 14, 21, 16, 11][row]!))
  }
  pen.y += 1
}

function table(pen: Pen, rows: number, columns: number): void {
  const across = Math.min(4, Math.max(2, columns))
  const step = (WIDTH + 2) / across
  pen.box('tint', LEFT - 1, pen.y - 1.2, WIDTH + 2, 3.2)
  pen.y += 4.8
  const down = pen.rows(Math.min(5, Math.max(1, rows - 1)), 4)
  for (let row = 0; row < down; row++, pen.y += 4)
    for (let column = 0; column < across; column++)
      pen.line('lines', LEFT + column * step, step * ((row + column) % 3 === 1 ? 0.4 : 0.62))
  pen.y += 1
}

const heights = [7, 5.5, 9, 7.5, 11, 10, 13]

function chart(pen: Pen, form: 'bars' | 'curve' | 'dots'): void {
  const floor = Math.min(pen.y + 13, BOTTOM + 1)
  const part = between(0.3, (floor - pen.y) / 13, 1)
  if (form === 'bars')
    for (const [at, height] of heights.entries())
      pen.box('color', LEFT - 1 + at * 4.3, floor - height * part, 3, height * part)
  else if (form === 'curve') pen.add('curve', `M${LEFT} ${short(floor - 2)}l6.5-5 6 3 7-8 8.5 4`)
  else {
    pen.dot('tint', LEFT + 8, floor - 7 * part, 6.5 * part)
    pen.dot('color', LEFT + 19, floor - 5 * part, 5 * part)
  }
  pen.y = floor + 4
}

function cards(pen: Pen, size: number): void {
  const across = Math.min(4, Math.max(2, size))
  const step = (WIDTH + 2) / across
  for (let at = 0; at < across; at++)
    pen.box(at === across - 1 ? 'tint' : 'plain', LEFT - 1 + at * step, pen.y - 1, step - 1.4, 6)
  pen.y += 9
}

function band(pen: Pen, size: number): void {
  const height = 15
  const top = pen.y === 8 ? 13 : pen.y
  pen.box('color', 1, top, 38, height)
  if (size > 0) pen.line('light', LEFT, 18 * share(size, 60, 0.5), top + 6)
  if (size > 30) pen.line('light', LEFT, 11, top + 10.5)
  pen.y = top + height + 5
}

function area(pen: Pen, height: number): void {
  const drawn = Math.max(3, Math.min(height, BOTTOM + 2 - pen.y))
  pen.box('plain', LEFT - 1, pen.y - 1, WIDTH + 2, drawn)
  pen.y += drawn + 3
}
