// The parts of a page, from the top: headings, text, lists, tables, pictures, charts, areas in colour.

/** One thing on the page. Sizes are characters of text, or how many parts there are. */
export type Block =
  | { kind: 'title' | 'heading' | 'text' | 'code' | 'quote'; size: number }
  | { kind: 'list'; size: number; done: number }
  | { kind: 'table'; rows: number; columns: number }
  | { kind: 'chart'; form: 'bars' | 'curve' | 'dots' }
  | { kind: 'picture' }
  /** Boxes beside each other, as of figures. */
  | { kind: 'cards'; size: number }
  /** An area over the whole width in a strong colour. */
  | { kind: 'band'; size: number }

export interface PageShape {
  blocks: readonly Block[]
  /** Its leading colours, the strongest first. */
  colors: readonly string[]
}

/** More than a small drawing has room for. */
export const MOST_BLOCKS = 16

/** A task of one that is done. */
export const taskDone = /^\s*\[[xX]\]/
