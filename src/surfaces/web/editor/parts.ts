// The parts of the editor: in the page's header what is said of the text, the views and saving; below it the tools, source and page.

import { element } from '../artifact-viewer/notice.ts'
import { editorWords as words } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'
import { press } from './ways-out.ts'

export type View = 'source' | 'split' | 'page'

export interface Parts {
  root: HTMLElement
  /** The buttons above the source. */
  bar: HTMLElement
  headings: HTMLSelectElement
  notices: HTMLElement
  panes: HTMLElement
  source: HTMLElement
  preview: HTMLElement
  /** Where the page's words are edited in their places. */
  words: HTMLElement
  note: HTMLInputElement
  /** Opens the note, beside which the text is saved. */
  save: HTMLButtonElement
  saveNow: HTMLButtonElement
  savePopover: HTMLElement
  becomes: HTMLElement
  state: HTMLElement
  others: HTMLElement
  size: HTMLElement
  views: HTMLElement
}

/** Builds the parts; `show` hears which view is wanted. */
export function buildParts(page: EditorPage, show: (view: View) => void): Parts {
  const headings = element('select', { className: 'heading-jump' })
  headings.setAttribute('aria-label', words.goToHeading)
  const size = element('span', { className: 'small muted' })
  const bar = element('div', { className: 'editor-bar' }, [headings, size, helpFor(page.format)])
  const notices = element('div', { className: 'editor-notices' })
  const text = element('div', { className: 'editor-text' })
  const source = element('div', { className: 'editor-source' }, [bar, text])
  const preview = element('div', { className: 'editor-preview' })
  const inPlace = element('div', { className: 'editor-preview editor-words', hidden: true })
  const panes = element('div', { className: 'editor-panes' }, [source, preview, inPlace])
  const root = element('section', { className: 'live-editor' }, [notices, panes])
  root.setAttribute('aria-label', words.editorOf(page.name))
  const state = element('p', { className: 'cut', id: 'editor-state' })
  state.setAttribute('role', 'status')
  const others = element('p', { className: 'editing-now', hidden: true })
  const views = viewSwitch(show)
  const saving = savingParts()
  document.querySelector('.page-header .facts')?.append(state)
  document.querySelector('.page-header .tools')?.append(others, views, saving.save)
  document.body.append(saving.savePopover)
  return {
    ...{ root, bar, headings, notices, panes, source: text, preview, words: inPlace },
    ...{ ...saving, state, others, size, views },
  }
}

/** Saving asks what changed, at the button. */
function savingParts() {
  const note = element('input', {
    ...{ id: 'editor-note', type: 'text', maxLength: 500, className: 'input' },
    autofocus: true,
  })
  const save = element('button', {
    type: 'button',
    className: 'button primary small',
    textContent: words.save,
    title: 'Ctrl+S',
  })
  save.setAttribute('popovertarget', 'save-note')
  const becomes = element('span', { className: 'small muted' })
  const saveNow = element('button', { type: 'submit', className: 'button primary small' })
  const form = element('form', { className: 'stack' }, [
    element('div', { className: 'field' }, [
      element('label', { htmlFor: 'editor-note', textContent: words.whatChanged }),
      note,
    ]),
    element('p', { className: 'save-line' }, [becomes, saveNow]),
  ])
  const savePopover = element('section', { id: 'save-note', className: 'popover beside-button' }, [form])
  savePopover.popover = 'auto'
  savePopover.setAttribute('aria-label', words.save)
  return { note, save, saveNow, savePopover, becomes }
}

function viewSwitch(show: (view: View) => void): HTMLElement {
  const group = element(
    'div',
    { className: 'segmented' },
    (['source', 'split', 'page'] as const).map(view => {
      const button = press(words[view], () => show(view), '')
      button.dataset.view = view
      return button
    }),
  )
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', words.views)
  return group
}

function helpFor(format: EditorPage['format']): HTMLElement {
  const lines = [...words.help, ...(format === 'markdown' ? [words.helpMarkdown] : [])]
  return element('details', { className: 'help' }, [
    element('summary', { textContent: '?', title: words.keyboard, ariaLabel: words.keyboard }),
    element(
      'ul',
      {},
      lines.map(textContent => element('li', { textContent })),
    ),
  ])
}
