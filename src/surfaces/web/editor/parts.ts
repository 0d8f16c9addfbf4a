// The parts of the editor on its page: the bar above, source and preview side by side, note and save below.

import { element } from '../artifact-viewer/notice.ts'
import type { EditorPage } from './editor-page.ts'
import { press } from './ways-out.ts'

export interface Parts {
  root: HTMLElement
  bar: HTMLElement
  headings: HTMLSelectElement
  notices: HTMLElement
  panes: HTMLElement
  source: HTMLElement
  preview: HTMLElement
  /** Where the page's words are edited in their places. */
  words: HTMLElement
  note: HTMLInputElement
  save: HTMLButtonElement
  state: HTMLElement
  others: HTMLElement
  size: HTMLElement
}

/** Builds the parts; `show` hears which of the two sides of a narrow window is wanted. */
export function buildParts(page: EditorPage, show: (preview: boolean) => void): Parts {
  const { shortId, format } = page
  const headings = element('select', { className: 'jump' })
  headings.setAttribute('aria-label', 'Go to a heading')
  const bar = element('div', { className: 'editor-bar' })
  const notices = element('div', { className: 'editor-notices' })
  const source = element('div', { className: 'editor-source' })
  const preview = element('div', { className: 'editor-preview' })
  const words = element('div', { className: 'editor-preview editor-words', hidden: true })
  const panes = element('div', { className: 'editor-panes' }, [source, preview, words])
  const note = element('input', { id: 'editor-note', type: 'text', maxLength: 500 })
  const save = press('Save', () => undefined, 'button primary')
  save.title = 'Ctrl+S or Cmd+S'
  const state = element('p', { className: 'hint', id: 'editor-state' })
  state.setAttribute('role', 'status')
  const others = element('p', { className: 'hint editing-now', hidden: true })
  const size = element('span', { className: 'hint' })
  const foot = element('div', { className: 'editor-foot' }, [
    element('div', { className: 'field' }, [
      element('label', { htmlFor: 'editor-note', textContent: 'Note for this version' }),
      note,
    ]),
    element('p', { className: 'actions' }, [
      save,
      element('a', { className: 'button', href: `/${shortId}`, textContent: 'Back to the page' }),
      size,
    ]),
    state,
    others,
    helpFor(format),
  ])
  const root = element('section', { className: 'live-editor' }, [bar, notices, panes, foot])
  root.setAttribute('aria-label', `Editor of ${page.name}`)
  const sides = sideSwitch(root, show)
  const tools = element('div', { className: 'tools' }, [headings, sides])
  bar.append(tools)
  return { root, bar, headings, notices, panes, source, preview, words, note, save, state, others, size }
}

/** One of the two sides is in sight where the window is narrow; both where it is wide, or the source alone. */
function sideSwitch(root: HTMLElement, show: (preview: boolean) => void): HTMLElement {
  const narrow = matchMedia('(width < 900px)')
  const button = press('Preview', () => set(root.dataset.side !== 'preview'), 'button side')
  const set = (preview: boolean) => {
    root.dataset.side = preview ? 'preview' : 'source'
    button.setAttribute('aria-pressed', String(preview))
    show(preview)
  }
  narrow.addEventListener('change', () => set(!narrow.matches))
  set(!narrow.matches)
  return button
}

function helpFor(format: EditorPage['format']): HTMLElement {
  const lines = [
    'Ctrl+S saves (Cmd+S on a Mac). Ctrl+F finds and replaces; Escape closes it.',
    'Tab indents. Press Escape, then Tab, to leave the text with the keyboard.',
    'F7 and Shift+F7 go from change to change while you review a merge.',
    ...(format === 'markdown' ? ['Ctrl+B, Ctrl+I and Ctrl+K make bold, italic and a link.'] : []),
    'What you write is kept in this browser a second after you typed, until you save it.',
  ]
  return element('details', { className: 'help' }, [
    element('summary', { textContent: 'Keyboard and drafts' }),
    element(
      'ul',
      {},
      lines.map(textContent => element('li', { textContent })),
    ),
  ])
}
