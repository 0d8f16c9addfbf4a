// The source in CodeMirror: one text with its grammar, search, history of steps, and the review of a merge.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { bracketMatching, indentOnInput, syntaxTree } from '@codemirror/language'
import { goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { searchPhrases } from '../words/editor-source.ts'
import { headingsIn, type SourceHeading } from './headings.ts'
import { look } from './look.ts'
import { type Mark, marks } from './marks.ts'

export interface SourceOptions {
  format: 'html' | 'markdown'
  /** Name of the text for a screen reader. */
  label: string
  changed(): void
  /** More of the text was parsed, so there may be more headings. */
  parsed(): void
  /** Another place is in sight, or the cursor is elsewhere. */
  moved(): void
}

/** A place in the text, said by its headings: see the frame's `follow`. */
export interface Place {
  index: number
  share: number
  headings: number
  /** Pixels that the page stays behind, so that the words at the cursor stand level on both sides. */
  below: number
}

export interface Source {
  text(): string
  /** Puts in another text, as one step that can be undone. */
  replace(text: string): void
  headings(): SourceHeading[]
  goTo(position: number): void
  /** Returns the place of the first line in sight. */
  place(): Place
  /** Shows what differs from another text; null ends it. */
  review(other: string | null): void
  mark(mark: Mark): void
  search(): void
  focus(): void
}

/** Opens the text in `host`, behind a border of its own: the editor's styles are sheets, which our policy lets through. */
export function openSource(host: HTMLElement, text: string, options: SourceOptions): Source {
  const root = host.attachShadow({ mode: 'open' })
  const reviewing = new Compartment()
  const state = EditorState.create({ doc: text, extensions: [...extensions(options), reviewing.of([])] })
  const view = new EditorView({ state, root, parent: root })
  view.scrollDOM.addEventListener('scroll', () => options.moved(), { passive: true })
  const review = (original: string | null) =>
    view.dispatch({ effects: reviewing.reconfigure(original === null ? [] : reviewOf(original)) })
  return {
    text: () => view.state.sliceDoc(),
    replace: other =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: other },
        selection: { anchor: 0 },
      }),
    headings: () => headingsIn(view.state),
    goTo: position => {
      view.dispatch({
        selection: { anchor: position },
        effects: EditorView.scrollIntoView(position, { y: 'start' }),
      })
      view.focus()
    },
    place: () => placeIn(view),
    review,
    mark: ({ run }) => {
      run(view)
      view.focus()
    },
    search: () => openSearchPanel(view),
    focus: () => view.focus(),
  }
}

/** Line breaks are `\n` alone; what else a file has is a character of its line, so that nothing is lost. */
const extensions = ({ format, label, changed, parsed, moved }: SourceOptions): Extension[] => [
  EditorState.lineSeparator.of('\n'),
  EditorView.clipboardInputFilter.of(pasted => pasted.replace(/\r\n?/g, '\n')),
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches(),
  highlightActiveLine(),
  search(),
  format === 'markdown' ? markdown({ base: markdownLanguage }) : html(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', dir: 'auto', tabindex: '0' }),
  EditorState.phrases.of(searchPhrases),
  EditorView.updateListener.of(update => {
    if (update.docChanged) changed()
    else if (syntaxTree(update.startState) !== syntaxTree(update.state)) parsed()
    if (update.selectionSet) moved()
  }),
  keymap.of([
    ...(format === 'markdown' ? marks.flatMap(({ key, run }) => (key ? [{ key, run }] : [])) : []),
    { key: 'F7', run: goToNextChunk, shift: goToPreviousChunk },
    ...searchKeymap,
    ...historyKeymap,
    indentWithTab,
    ...defaultKeymap,
  ]),
  look,
]

const reviewOf = (original: string): Extension =>
  unifiedMergeView({
    original: EditorState.create({ doc: original, extensions: EditorState.lineSeparator.of('\n') }).doc,
    mergeControls: false,
    gutter: true,
    diffConfig: { scanLimit: 2000, timeout: 80 },
  })

function placeIn(view: EditorView): Place {
  const headings = headingsIn(view.state)
  const { at, below } = atCursor(view) ?? { at: atTop(view), below: 0 }
  if (at === null) return { index: -1, share: 0, headings: headings.length, below }
  const index = headings.findLastIndex(({ from }) => from <= at)
  const from = headings[index]?.from ?? 0
  const to = headings[index + 1]?.from ?? view.state.doc.length
  return { index, share: to > from ? (at - from) / (to - from) : 0, headings: headings.length, below }
}

/** Returns the place of the cursor; null without the focus, or with the cursor out of sight. */
function atCursor(view: EditorView): { at: number; below: number } | null {
  if (!view.hasFocus) return null
  const at = view.state.selection.main.head
  const [cursor, box] = [view.coordsAtPos(at), view.scrollDOM.getBoundingClientRect()]
  if (!cursor || cursor.top < box.top || cursor.bottom > box.bottom) return null
  return { at, below: box.top - cursor.top }
}

/** The first place in sight, the end of the text at its end; null at the very top. */
function atTop(view: EditorView): number | null {
  const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM
  if (scrollTop === 0) return null
  if (scrollTop >= scrollHeight - clientHeight - 1) return view.state.doc.length
  const top = view.lineBlockAtHeight(scrollTop)
  return top.from + (top.height ? Math.min(1, (scrollTop - top.top) / top.height) : 0) * top.length
}
