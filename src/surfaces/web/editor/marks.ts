// The marks that the bar above the source inserts: Markdown around the selection, or before its lines.

import { EditorSelection, type Text } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import type { markWords } from '../words/editor-source.ts'

export interface Mark {
  name: keyof typeof markWords
  /** Key as the editor names it; `Mod` is Ctrl, on a Mac Cmd. */
  key?: string
  run: Command
}

/** Sets marks around each selection, or takes them away where they stand already. */
const around =
  (before: string, after = before): Command =>
  view => {
    const { state } = view
    const spec = state.changeByRange(range => {
      const [from, to] = [range.from - before.length, range.to + after.length]
      const stands = state.sliceDoc(from, range.from) === before && state.sliceDoc(range.to, to) === after
      const [open, close] = stands ? ['', ''] : [before, after]
      const changes = stands
        ? [
            { from, to: range.from },
            { from: range.to, to },
          ]
        : [
            { from: range.from, insert: open },
            { from: range.to, insert: close },
          ]
      const shift = stands ? -before.length : open.length
      return { changes, range: EditorSelection.range(range.anchor + shift, range.head + shift) }
    })
    view.dispatch(state.update(spec, { userEvent: 'input', scrollIntoView: true }))
    return true
  }

/** Begins every line of the selection with a mark, or takes it away where all have it. */
const beforeLines =
  (mark: string): Command =>
  view => {
    const { state } = view
    const { from, to } = state.selection.main
    const lines = linesOf(state.doc, from, to)
    const all = lines.every(line => line.text.startsWith(mark))
    const changes = lines.map(line =>
      all ? { from: line.from, to: line.from + mark.length } : { from: line.from, insert: mark },
    )
    view.dispatch({ changes, userEvent: 'input', scrollIntoView: true })
    return true
  }

function linesOf(doc: Text, from: number, to: number) {
  const first = doc.lineAt(from).number
  const last = doc.lineAt(to).number
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index))
}

/** The selection becomes the words of a link, and its address is written next. */
const link: Command = view => {
  const { from, to } = view.state.selection.main
  const words = view.state.sliceDoc(from, to)
  const at = from + words.length + 3
  view.dispatch({
    changes: { from, to, insert: `[${words}](https://)` },
    selection: words ? { anchor: at, head: at + 'https://'.length } : { anchor: from + 1 },
    userEvent: 'input',
    scrollIntoView: true,
  })
  return true
}

export const marks: readonly Mark[] = [
  { name: 'bold', key: 'Mod-b', run: around('**') },
  { name: 'italic', key: 'Mod-i', run: around('*') },
  { name: 'code', run: around('`') },
  { name: 'link', key: 'Mod-k', run: link },
  { name: 'heading', run: beforeLines('## ') },
  { name: 'list', run: beforeLines('- ') },
  { name: 'numbers', run: beforeLines('1. ') },
  { name: 'quote', run: beforeLines('> ') },
]
