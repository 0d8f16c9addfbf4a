// The keys that the shell hears from within the page: Ctrl+P, to print, Ctrl+Alt+M, to comment, and C, on words that are selected.

import type { Channel } from './channel.ts'
import { listen, listenLast } from './natives.ts'

/** C is heard after all that the page has there, which may prevent it, and stays a key of the page. */
export function passKeys(channel: Channel): void {
  listen('keydown', hear, true)

  function hear(event: KeyboardEvent): void {
    const key = event.isTrusted && !event.defaultPrevented && ours(event)
    if (key === 'c' && event.eventPhase === 1) listenLast(window, event, hear)
    else if (key) {
      if (key !== 'c') event.preventDefault()
      channel.send({ type: 'key', key })
    }
  }
}

function ours(event: KeyboardEvent) {
  const { key, ctrlKey, altKey, metaKey } = event
  const [target] = event.composedPath() as HTMLElement[]
  if (key === 'p' && ctrlKey !== metaKey) return key
  if (target!.isContentEditable || 'autocomplete' in target!) return null
  if (altKey) return ctrlKey && event.code === 'KeyM' && 'm'
  return key === 'c' && !ctrlKey && !metaKey && key
}
