// The two keys that the shell hears from within the page: Ctrl+P, to print, and Ctrl+Alt+M, to comment, never while somebody types.

import type { Channel } from './channel.ts'
import { listen } from './natives.ts'

/** Somebody types there. */
export const fields = 'input,textarea,select,[contenteditable]'

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
  if (!altKey || !ctrlKey || (target as Partial<Element>).closest?.(fields)) return null
  return event.code === 'KeyM' && !event.getModifierState('AltGraph') && 'm'
}
