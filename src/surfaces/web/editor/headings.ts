// The headings of a source as its grammar sees them: to jump to, and for the preview to keep pace with.

import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { partFrontMatter } from '../../../content/markdown/front-matter.ts'

export interface SourceHeading {
  level: number
  text: string
  /** Position in the text at which the heading's line begins. */
  from: number
}

/** Milliseconds in which the whole text is parsed; a text that takes longer has no headings until the editor has parsed on. */
const PATIENCE = 60

const markdownName = /^(?:ATX|Setext)Heading([1-6])$/

/** Returns the headings down to the fourth level that are not empty, as the frame counts them. */
export function headingsIn(state: EditorState): SourceHeading[] {
  const tree = ensureSyntaxTree(state, state.doc.length, PATIENCE)
  const found: SourceHeading[] = []
  const start = frontMatterEnd(state)
  tree?.iterate({
    enter: ({ name, from, to, node }) => {
      const level = Number(markdownName.exec(name)?.[1] ?? htmlLevel(name, state.sliceDoc(from, from + 3)))
      if (!level || from < start) return
      const text = words(state.sliceDoc(from, Math.min(to, from + 400)))
      if (level <= 4 && text) found.push({ level, text, from: node.from })
    },
  })
  return found
}

/** Characters in which front matter ends. */
const LONGEST = 70_000

/** Returns the position behind front matter, which the grammar takes for a heading; 0 without front matter. */
function frontMatterEnd(state: EditorState): number {
  const beginning = state.sliceDoc(0, LONGEST)
  return beginning.length - partFrontMatter(beginning).body.length
}

const htmlLevel = (name: string, start: string): number =>
  name === 'Element' ? Number(/^<h([1-6])$/i.exec(start)?.[1] ?? 0) : 0

/** A heading without its marks and tags. */
const words = (source: string): string =>
  source
    .replace(/<[^<>]*>/g, '')
    .trim()
    .replace(/^#{1,6}|(?<!#)#+$|\n[=-]+$/g, '')
    .replace(/[*_`]/g, '')
    .trim()
    .slice(0, 80)
