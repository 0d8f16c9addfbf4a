// The reader's choice of light, dark or auto: set before the first paint, remembered here, told to the page shown.

const key = 'recto-theme'
const choices = ['light', 'dark', 'auto']

const remembered = (): string => {
  try {
    return localStorage.getItem(key) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function choose(theme: string): void {
  const chosen = choices.includes(theme) ? theme : 'auto'
  document.documentElement.dataset.theme = chosen
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]'))
    button.setAttribute('aria-pressed', String(button.dataset.themeChoice === chosen))
  document.dispatchEvent(new CustomEvent('recto:theme', { detail: chosen }))
}

function onClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-theme-choice]')
  if (!button) return
  try {
    localStorage.setItem(key, button.dataset.themeChoice!)
  } catch {
    // Without storage the choice lasts as long as this page.
  }
  choose(button.dataset.themeChoice!)
}

choose(remembered())
document.addEventListener('DOMContentLoaded', () => choose(remembered()))
document.addEventListener('click', onClick)
addEventListener('storage', event => event.key === key && choose(remembered()))
