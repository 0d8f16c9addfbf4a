// The palette opens by Ctrl or Command and K from anywhere, and by / where no search stands on the page; it is fetched when it is wanted first.

import { palette as words } from '../words/palette.ts'
import type { Command } from './commands.ts'
import { fieldOf } from './event-field.ts'

const commands = document.querySelector<HTMLElement>('[data-commands]')?.dataset.commands

function toggle(event: Event): void {
  if (!commands) return
  event.preventDefault()
  import('./palette.tsx')
    .then(({ togglePalette }) => togglePalette(JSON.parse(commands) as Command[]))
    .catch(() => {
      document.querySelector('#status')!.textContent = words.notOpened
    })
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
