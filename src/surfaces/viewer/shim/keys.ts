// The one key that the shell hears from within the page: Ctrl+Alt+M, to comment. Never while somebody types.

import type { Channel } from './channel.ts'

const fields = 'input, textarea, select, [contenteditable]'

export function passKeys(channel: Channel): void {
  addEventListener('keydown', onKey, true)

  function onKey(event: KeyboardEvent): void {
    const { code, ctrlKey, altKey, shiftKey, metaKey, isTrusted, target } = event
    const asked = code === 'KeyM' && ctrlKey && altKey && !shiftKey && !metaKey && isTrusted
    if (!asked || event.getModifierState('AltGraph')) return
    if (target instanceof Element && target.closest(fields)) return
    event.preventDefault()
    channel.send({ type: 'key', key: 'comment' })
  }
}
