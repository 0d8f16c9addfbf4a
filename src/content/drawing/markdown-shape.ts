// Reads the parts of a Markdown file line by line: as much as a drawing needs, without a parser.
import { partFrontMatter } from '../markdown/front-matter.ts'
import { type Block, MOST_BLOCKS, type PageShape, taskDone } from './page-shape.ts'

/** Characters of source that are read. */
const LOOKED_AT = 65_536

const fence = /^\s{0,3}(`{3,}|~{3,})\s*(\w*)/
const item = /^\s*(?:[-+*]|\d{1,9}[.)])\s+/
const drawn = /^(?:mermaid|chart|vega)/i

export function markdownShape(source: string): PageShape {
  const { body } = partFrontMatter(source.slice(0, LOOKED_AT))
  const reader = new MarkdownShape()
  for (const line of body.split('\n')) {
    if (reader.blocks.length >= MOST_BLOCKS) break
    reader.line(line)
  }
  return { blocks: reader.blocks, colors: [] }
}

class MarkdownShape {
  readonly blocks: Block[] = []
  #fence: string | null = null
  #last: Block | null = null

  line(line: string): void {
    const mark = fence.exec(line)
    if (this.#fence) this.#code(line, mark?.[1])
    else if (mark) this.#openFence(mark[1]!, mark[2]!)
    else if (line.trim() === '') this.#last = null
    else this.#words(line)
  }

  #openFence(mark: string, language: string): void {
    this.#fence = mark.slice(0, 3)
    this.#add(drawn.test(language) ? { kind: 'chart', form: 'curve' } : { kind: 'code', size: 0 })
  }

  #code(line: string, mark: string | undefined): void {
    if (mark?.startsWith(this.#fence!)) this.#fence = this.#last = null
    else if (this.#last?.kind === 'code') this.#last.size += line.length
  }

  #words(line: string): void {
    const heading = /^ {0,3}(#{1,6})\s/.exec(line)?.[1]
    if (heading) this.#alone({ kind: heading === '#' ? 'title' : 'heading', size: line.length })
    else if (/^ {0,3}(=+|-{2,})\s*$/.test(line)) this.#underline(line)
    else if (/^\s*!\[/.test(line)) this.#alone({ kind: 'picture' })
    else if (/^\s*\|/.test(line)) this.#row(line.split('|').length - 2)
    else if (item.test(line)) this.#item(line.replace(item, ''))
    else this.#prose(/^\s*>/.test(line) ? 'quote' : 'text', line.trim().length)
  }

  /** A heading under which a line is drawn. */
  #underline(line: string): void {
    if (this.#last?.kind !== 'text') return
    this.blocks[this.blocks.length - 1] = {
      kind: line.includes('=') ? 'title' : 'heading',
      size: this.#last.size,
    }
    this.#last = null
  }

  #row(columns: number): void {
    if (this.#last?.kind === 'table') this.#last.rows++
    else this.#add({ kind: 'table', rows: 1, columns })
  }

  #item(words: string): void {
    if (this.#last?.kind !== 'list') this.#add({ kind: 'list', size: 0, done: 0 })
    const list = this.#last as Extract<Block, { kind: 'list' }>
    list.size++
    if (taskDone.test(words)) list.done++
  }

  #prose(kind: 'quote' | 'text', size: number): void {
    const last = this.#last
    if (last?.kind === kind) last.size += size
    else if (last?.kind !== 'list') this.#add({ kind, size })
  }

  #alone(block: Block): void {
    this.#add(block)
    this.#last = null
  }

  #add(block: Block): void {
    this.blocks.push(block)
    this.#last = block
  }
}
