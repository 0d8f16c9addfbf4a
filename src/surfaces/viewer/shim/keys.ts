// The keys that the shell hears from within the page: Ctrl+P, to print, and to comment Ctrl+Alt+M or, on words that are selected, C; never while somebody types.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'
import { isSelectionTold } from './selecting.ts'

const fields = 'input,textarea,select,[contenteditable]'

export function passKeys(channel: Channel): void {
  listen('keydown', onKey, true)

  function onKey(event: KeyboardEvent): void {
    const { altKey, ctrlKey, key, metaKey, target } = event
    const isPrint = key === 'p' && ctrlKey !== metaKey
    const isComment =
      !(target as Partial<Element>).closest?.(fields) &&
      (ctrlKey || altKey || metaKey
        ? ctrlKey && altKey && event.code === 'KeyM' && !event.getModifierState('AltGraph')
        : isSelectionTold && key === 'c')
    if (!event.isTrusted || !(isPrint || isComment)) return
    event.preventDefault()
    channel.send({ type: 'key', key: isPrint ? 'print' : 'comment' })
  }
}
