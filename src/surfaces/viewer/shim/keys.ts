// The keys that the shell hears from within the page: Ctrl+P, to print, and to comment Ctrl+Alt+M or, on words that are selected, C; never while somebody types.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'
import { isSelectionTold } from './selecting.ts'

const fields = 'input,textarea,select,[contenteditable]'

export function passKeys(channel: Channel): void {
  listen('keydown', onKey, true)

  function onKey(event: KeyboardEvent): void {
    const key = event.isTrusted && ours(event)
    if (!key) return
    event.preventDefault()
    channel.send({ type: 'key', key })
  }
}

function ours(event: KeyboardEvent) {
  const { altKey, ctrlKey, key, metaKey, target } = event
  if (key === 'p' && ctrlKey !== metaKey) return key
  if ((target as Partial<Element>).closest?.(fields)) return null
  if (altKey && ctrlKey) return event.code === 'KeyM' && !event.getModifierState('AltGraph') && 'm'
  return isSelectionTold && key === 'c' && !altKey && !ctrlKey && !metaKey && key
}
