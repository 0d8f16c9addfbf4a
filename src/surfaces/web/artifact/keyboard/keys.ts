// The keys of an artifact's page: one table, from which the keyboard, its dialog and the documentation come.

export type KeyAction =
  | 'comment'
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

/** Those with a `key` act where the focus is outside fields and outside the published page. */
export const keyTable: readonly KeyRow[] = [
  { shown: ['c'], key: 'c', action: 'comment', does: 'Comment on what is selected, or on the whole page' },
  { shown: ['Ctrl+Alt+M'], action: 'comment', does: 'The same, from within the page too' },
  {
    shown: ['e'],
    key: 'e',
    action: 'pick',
    does: 'Point at a part of the page: arrow keys go from one to the next, Enter takes it, Esc leaves',
  },
  { shown: ['p', 'r'], does: 'Pointing at a picture: a point of it, or a region' },
  {
    shown: ['←', '↑', '↓', '→'],
    does: 'Move the point or size the region, with Shift in large steps; Enter takes it, Esc goes a step back',
  },
  { shown: ['j'], key: 'j', action: 'next', does: 'Next thread' },
  { shown: ['k'], key: 'k', action: 'previous', does: 'Previous thread' },
  { shown: ['Enter'], key: 'Enter', action: 'open', does: 'Mark the thread and show where it belongs' },
  { shown: ['r'], key: 'r', action: 'reply', does: 'Reply to the thread' },
  { shown: ['x'], key: 'x', action: 'turn', does: 'Resolve the thread, or open it again' },
  { shown: ['t'], key: 't', action: 'contents', does: 'Contents of the page' },
  { shown: ['v'], key: 'v', action: 'versions', does: 'History of its versions' },
  { shown: ['s'], key: 's', action: 'share', does: 'Share it' },
  { shown: ['f'], key: 'f', action: 'full', does: 'Full screen, and back' },
  { shown: ['F6', 'Shift+F6'], key: 'F6', action: 'region', does: 'Move between header, page and comments' },
  { shown: ['Ctrl+Enter', '⌘+Enter'], does: 'Send what you wrote' },
  { shown: ['Esc'], does: 'Cancel, or close what is open' },
  { shown: ['?'], key: '?', action: 'help', does: 'This list' },
]

/** Keys that write no letter go on acting where people have turned the others off. */
export const isLetter = (key: string): boolean => key.length === 1
