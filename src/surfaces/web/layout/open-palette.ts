// The palette opens by Ctrl or Command and K from anywhere, and by / where no search stands on the page; it is fetched when it is wanted first.

import { palette as words } from '../words/palette.ts'
import type { Command } from './commands.ts'
import { fieldOf } from './event-field.ts'

const commands = document.querySelector<HTMLElement>('[data-commands]')?.dataset.commands

let palette: Promise<typeof import('./palette.tsx')> | undefined

function toggle(event: Event): void {
  if (!commands) return
  event.preventDefault()
  const typed = collectTyped()
  palette ??= import('./palette.tsx')
  palette
    .then(({ togglePalette }) => togglePalette(JSON.parse(commands) as Command[], typed()))
    .catch(() => {
      palette = undefined
      typed()
      document.querySelector('#status')!.textContent = words.notOpened
    })
}

export interface Typed {
  text: string
  /** Enter was pressed after it. */
  isEntered: boolean
}

/** Keeps what is typed before the palette is there; ends when it is asked for it. */
function collectTyped(): () => Typed {
  const typed: Typed = { text: '', isEntered: false }
  const collect = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') typed.isEntered = true
    else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1)
    else if (event.key.length === 1) typed.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', collect, true)
  return () => {
    removeEventListener('keydown', collect, true)
    return typed
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
