// The state that the rules of a renderer share while they write one page.
import { randomUUID } from 'node:crypto'
import { ID_PREFIX } from '../../domain/author-ids.ts'
import type { Formulas } from './formula.ts'
import type { Highlighting } from './highlight.ts'
import { Outline } from './outline.ts'
import { TableNames } from './table-names.ts'

export interface Parts {
  highlighting: Highlighting
  formulas: Formulas
  /** Value of `rel` on links that leave the page. */
  linkRel: string
  hasFootnotes: boolean
}

/**
 * A page is written in one of two ways. Directly, where it holds no raw HTML: then every tag is ours. Or by
 * way of a tree that is sanitised: then what trusted renderers made is left out, marked by its number and a
 * word that no author can know, and put in afterwards.
 */
export class PageState {
  /** How the current region is written. */
  direct = true
  readonly parts: Parts
  readonly outline: Outline
  private readonly tables = new TableNames()
  private readonly word = randomUUID()
  private readonly slots: { html: string; text: string }[] = []

  constructor(parts: Parts) {
    this.parts = parts
    this.outline = new Outline(ID_PREFIX, parts.hasFootnotes)
  }

  /** Set before ids: the sanitiser adds it where there is one. */
  get idPrefix(): string {
    return this.direct ? ID_PREFIX : ''
  }

  /** Returns the name of the next table. */
  tableName(caption = ''): string {
    return this.tables.next({ caption, heading: this.outline.entries.at(-1)?.text ?? '' })
  }

  /** `html` from a trusted renderer, `text` what of it counts as text. */
  trusted(html: string, text: string): string {
    if (this.direct) return html
    this.slots.push({ html, text })
    return `\ue000${this.word}:${this.slots.length - 1}\ue001`
  }

  /** Text parted where something was left out; what stands in attributes and elsewhere is never filled in. */
  pieces(text: string): (string | { html: string })[] {
    return text
      .split(this.mark)
      .map((piece, index) => (index % 2 === 0 ? piece : { html: this.slot(piece).html }))
  }

  /** The text of a heading, formulas by their source. */
  textOf(text: string): string {
    return text.replace(this.mark, (_, number: string) => this.slot(number).text)
  }

  private get mark(): RegExp {
    return new RegExp(`\ue000${this.word}:(\\d+)\ue001`, 'g')
  }

  private slot(number: string): { html: string; text: string } {
    return this.slots[Number(number)] ?? { html: '', text: '' }
  }
}
