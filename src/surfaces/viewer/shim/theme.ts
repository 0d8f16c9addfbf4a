// The theme signal: `data-theme` and the class `dark` on the page's root element.

import type { Theme } from '../protocol.ts'
import type { Channel } from './channel.ts'

/** Follows the shell's choice; the function returned gives it to the root element of a page just opened. */
export function followTheme(channel: Channel): () => void {
  const night = matchMedia('(prefers-color-scheme: dark)')
  let theme: Theme = 'auto'
  const apply = () => {
    const root = document.documentElement
    if (!root) return
    root.setAttribute('data-theme', theme)
    root.classList.toggle('dark', theme === 'dark' || (theme === 'auto' && night.matches))
  }
  const choose = (message: { theme: Theme }) => {
    theme = message.theme
    apply()
  }
  channel.on('start', message => {
    theme = message.theme
  })
  channel.on('theme', choose)
  night.addEventListener('change', apply)
  return apply
}
