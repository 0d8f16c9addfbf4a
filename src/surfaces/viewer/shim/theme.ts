// The theme signal: `data-theme` and the class `dark` on the page's root element.

import type { Theme } from '../protocol.ts'
import type { Channel } from './channel.ts'

/** Follows the shell's choice; the function returned gives it to the root element of a page just opened. */
export function followTheme(channel: Channel): () => void {
  const night = matchMedia('(prefers-color-scheme: dark)')
  let theme: Theme = 'auto'
  const apply = (message?: { theme?: Theme }) => {
    theme = message?.theme ?? theme
    const root = document.documentElement
    if (!root) return
    root.dataset.theme = theme
    root.classList.toggle('dark', theme === 'dark' || (theme === 'auto' && night.matches))
  }
  channel.on('start', apply)
  channel.on('theme', apply)
  night.addEventListener('change', apply as () => void)
  return apply
}
