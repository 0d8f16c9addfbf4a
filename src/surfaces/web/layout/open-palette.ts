// The palette opens by Ctrl or Command and K from anywhere, and by / where no search stands on the page; it is fetched when it is wanted first.

import { palette as words } from '../words/palette.ts'
import type { Command } from './commands.ts'
import { fieldOf } from './event-field.ts'

const commands = document.querySelector<HTMLElement>('[data-commands]')?.dataset.commands

function toggle(event: Event): void {
  if (!commands) return
  event.preventDefault()
  const typed = collectTyped()
  import('./palette.tsx')
    .then(({ togglePalette }) => togglePalette(JSON.parse(commands) as Command[], typed()))
    .catch(() => {
      typed()
      document.querySelector('#status')!.textContent = words.notOpened
    })
}

/** Keeps what is typed before the palette is there; ends when it is asked for it. */
function collectTyped(): () => string {
  let text = ''
  const collect = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    text += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', collect, true)
  return () => {
    removeEventListener('keydown', collect, true)
    return text
  }
}

document.addEventListener('keydown', event => {
  if (isWanted(event)) toggle(event)
})

function isWanted(event: KeyboardEvent): boolean {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
  if (event.key === '/') return isPlain && !fieldOf(event) && !document.querySelector('#search')
  return (
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  )
}

document.addEventListener('click', event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return
  if (event.target.closest('[data-opens-palette]')) toggle(event)
})
