// The source in CodeMirror: one text with its grammar, search, history of steps, and the review of a merge.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { headingsIn, type SourceHeading } from './headings.ts'
import { look } from './look.ts'
import { type Mark, marks } from './marks.ts'

export interface SourceOptions {
  format: 'html' | 'markdown'
  /** What a screen reader calls the text. */
  label: string
  changed(): void
  scrolled(): void
}

/** A place in the text, said by its headings: see the frame's `follow`. */
export interface Place {
  index: number
  share: number
  headings: number
}

export interface Source {
  text(): string
  /** Another text, as one step that can be undone. */
  replace(text: string): void
  headings(): SourceHeading[]
  goTo(position: number): void
  /** Where the first line in sight stands. */
  place(): Place
  /** Shows what differs from another text; null ends it. */
  review(other: string | null): void
  marks: readonly Mark[]
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
  view.scrollDOM.addEventListener('scroll', () => options.scrolled(), { passive: true })
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
    marks: options.format === 'markdown' ? marks : [],
    mark: ({ run }) => {
      run(view)
      view.focus()
    },
    search: () => void openSearchPanel(view),
    focus: () => view.focus(),
  }
}

/** Line breaks are `\n` alone; what else a file has is a character of its line, so that nothing is lost. */
const extensions = ({ format, label, changed }: SourceOptions): Extension[] => [
  EditorState.lineSeparator.of('\n'),
  EditorView.clipboardInputFilter.of(pasted => pasted.replace(/\r\n?/g, '\n')),
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches(),
  search(),
  format === 'markdown' ? markdown({ base: markdownLanguage }) : html(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', dir: 'auto', tabindex: '0' }),
  EditorState.phrases.of(phrases),
  EditorView.updateListener.of(update => update.docChanged && changed()),
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

/** What stands in the panel of the search. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
}

const reviewOf = (original: string): Extension =>
  unifiedMergeView({
    original: EditorState.create({ doc: original, extensions: EditorState.lineSeparator.of('\n') }).doc,
    mergeControls: false,
    gutter: true,
    diffConfig: { scanLimit: 2000, timeout: 80 },
  })

function placeIn(view: EditorView): Place {
  const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM
  const headings = headingsIn(view.state)
  if (scrollTop === 0) return { index: -1, share: 0, headings: headings.length }
  const total = view.state.doc.length
  const top = view.lineBlockAtHeight(scrollTop)
  const into = top.height ? Math.min(1, (scrollTop - top.top) / top.height) : 0
  const at =
    scrollTop >= scrollHeight - clientHeight - 1 && scrollTop > 0 ? total : top.from + into * top.length
  const index = headings.findLastIndex(({ from }) => from <= at)
  const from = headings[index]?.from ?? 0
  const to = headings[index + 1]?.from ?? total
  return { index, share: to > from ? (at - from) / (to - from) : 0, headings: headings.length }
}
