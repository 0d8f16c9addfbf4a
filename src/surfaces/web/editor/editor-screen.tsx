// The editor's screen, in the page's header and below: each change draws it anew.

import { createRef, render } from 'preact'
import { editorWords as words } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'
import { type Acts, EditorBody, HeaderState, HeaderTools, type Places, type Shown } from './editor-view.tsx'

export class EditorScreen {
  readonly #host: HTMLElement
  readonly #page: EditorPage
  readonly #acts: Acts
  readonly #facts = document.querySelector<HTMLElement>('.page-header .facts')!
  readonly #tools = document.querySelector<HTMLElement>('.page-header .tools')!
  readonly places: Places = {
    source: createRef(),
    preview: createRef(),
    inPlace: createRef(),
    note: createRef(),
    save: createRef(),
    saveNow: createRef(),
    savePopover: createRef(),
  }
  shown: Readonly<Shown>

  /** Takes the place of what the server drew. */
  constructor(host: HTMLElement, page: EditorPage, acts: Acts) {
    this.#host = host
    this.#page = page
    this.#acts = acts
    this.shown = {
      ...{
        view: 'source',
        base: page.version,
        next: page.version + 1,
        said: words.saved,
        size: '',
        headings: [],
      },
      ...{ editors: [], card: null, isChoosing: false, isInPlace: false, previewSaid: '' },
    }
    for (const mount of [host, this.#facts, this.#tools]) mount.replaceChildren()
    this.show({})
  }

  show(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change }
    const { shown, places } = this
    render(<HeaderState {...shown} />, this.#facts)
    render(<HeaderTools shown={shown} acts={this.#acts} save={places.save} />, this.#tools)
    render(<EditorBody page={this.#page} shown={shown} places={places} acts={this.#acts} />, this.#host)
  }
}
