// The reader's choice of light, dark or auto: made in a menu, kept in a cookie by which the server begins the next document,
// told to the page shown and to the other tabs.

const choices = ['light', 'dark', 'auto']
const cookie = 'recto-theme'
/** A year, in seconds. */
const AGE = 31_536_000

const tabs = new BroadcastChannel(cookie)

/** A browser that keeps no cookies keeps the choice as long as this page lives. */
function keep(theme: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, which self-hosters use.
  document.cookie = `${cookie}=${theme}; Path=/; Max-Age=${AGE}; SameSite=Lax${secure}`
}

function choose(theme: string): void {
  if (!choices.includes(theme)) return
  document.documentElement.dataset.theme = theme
  showChoice()
  document.dispatchEvent(new CustomEvent('recto:theme', { detail: theme }))
}

function showChoice(): void {
  const { theme } = document.documentElement.dataset
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]'))
    button.setAttribute('aria-pressed', String(button.dataset.themeChoice === theme))
}

function onClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-theme-choice]')
  if (!button) return
  const theme = button.dataset.themeChoice!
  keep(theme)
  choose(theme)
  tabs.postMessage(theme)
}

showChoice()
document.addEventListener('click', onClick)
tabs.onmessage = ({ data }) => choose(String(data))
