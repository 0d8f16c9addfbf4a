// The keys of an artifact's page: one table, from which the keyboard, its dialog and the documentation come.

import { keyWords as words } from '../../words/keyboard.ts'

export type KeyAction =
  | 'comment'
  | 'commentOnSelection'
  | 'pick'
  | 'next'
  | 'previous'
  | 'open'
  | 'reply'
  | 'turn'
  | 'contents'
  | 'versions'
  | 'share'
  | 'full'
  | 'region'
  | 'help'

export interface KeyRow {
  /** As people write it; several are alternatives. */
  shown: readonly string[]
  does: string
  /** Absent where a form or a dialog sees to it. */
  action?: KeyAction
  /** `KeyboardEvent.key`, of a key pressed alone. */
  key?: string
}

/** Those with a `key` act where the focus is outside fields and outside the published page; `c` also there, on selected text. */
export const keyTable: readonly KeyRow[] = [
  { shown: ['c'], key: 'c', action: 'comment', does: words.comment },
  { shown: ['Ctrl+Alt+M'], action: 'comment', does: words.commentAnywhere },
  {
    shown: ['e'],
    key: 'e',
    action: 'pick',
    does: words.pick,
  },
  { shown: ['p', 'r'], does: words.shapes },
  {
    shown: ['←', '↑', '↓', '→'],
    does: words.arrows,
  },
  { shown: ['j'], key: 'j', action: 'next', does: words.next },
  { shown: ['k'], key: 'k', action: 'previous', does: words.previous },
  { shown: ['Enter'], key: 'Enter', action: 'open', does: words.open },
  { shown: ['r'], key: 'r', action: 'reply', does: words.reply },
  { shown: ['x'], key: 'x', action: 'turn', does: words.turn },
  { shown: ['t'], key: 't', action: 'contents', does: words.contents },
  { shown: ['v'], key: 'v', action: 'versions', does: words.versions },
  { shown: ['s'], key: 's', action: 'share', does: words.share },
  { shown: ['f'], key: 'f', action: 'full', does: words.full },
  { shown: ['F6', 'Shift+F6'], key: 'F6', action: 'region', does: words.region },
  { shown: ['Ctrl+Enter', '⌘+Enter'], does: words.send },
  { shown: ['Esc'], does: words.cancel },
  { shown: ['?'], key: '?', action: 'help', does: words.help },
]

/** Keys that write no letter go on acting where people have turned the others off. */
export const isLetter = (key: string): boolean => key.length === 1
