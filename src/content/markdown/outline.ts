// Headings of a page: their text, their addresses, and the list of contents.
import { oneLine } from '../characters.ts'

/** One heading of a rendered page; `id` is the attribute, `#id` its address. */
export interface OutlineEntry {
  level: number
  text: string
  id: string
}

/**
 * Gathers headings in their order. Each has the address that its author chose, else one as GitHub gives it: `#my-title`;
 * where that is taken, also by a footnote, `#my-title-1`.
 */
export class Outline {
  readonly entries: OutlineEntry[] = []
  private readonly prefix: string
  private readonly hasFootnotes: boolean
  private readonly taken = new Map<string, number>()

  constructor(prefix: string, hasFootnotes: boolean) {
    this.prefix = prefix
    this.hasFootnotes = hasFootnotes
  }

  add(level: number, text: string, chosen?: string): OutlineEntry {
    const entry = { level, text: oneLine(text, 300), id: this.prefix + this.unique(chosen || slug(text)) }
    this.entries.push(entry)
    return entry
  }

  private unique(base: string): string {
    if (this.hasFootnotes && ofFootnote.test(base) && !this.taken.has(base)) this.taken.set(base, 0)
    let candidate = base
    for (let count = this.taken.get(base); count !== undefined && this.taken.has(candidate); ) {
      candidate = `${base}-${++count}`
      this.taken.set(base, count)
    }
    this.taken.set(candidate, 0)
    return candidate
  }
}

/** The ids of footnotes and of the places that name them. */
const ofFootnote = /^fn(ref)?\d+(:\d+)?$/

/** A heading's words as part of an address: small letters, punctuation left out, blanks as hyphens. */
export function slug(text: string): string {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\s/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
  return words.replaceAll(' ', '-') || 'section'
}
