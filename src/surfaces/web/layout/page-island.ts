// Conveniences of every page: files that are dropped, copying, times that stay true, menus that close, fields that take the focus on an error.

import './receive-files.ts'
import './theme-choice.ts'
import './toasts.ts'
import { copying } from '../words/common.ts'
import { relativeTime } from './text.ts'

/** Copies what `data-copy` holds and says so where the button stood. */
async function copy(button: HTMLElement): Promise<void> {
  const label = button.querySelector('[data-copy-label]') ?? button
  const before = label.textContent
  try {
    await navigator.clipboard.writeText(button.dataset.copy!)
    label.textContent = copying.done
  } catch {
    label.textContent = copying.byHand
    selectBeside(button)
  }
  announce(label.textContent)
  setTimeout(() => {
    label.textContent = before
  }, 2000)
}

function selectBeside(button: HTMLElement): void {
  const text = button.parentElement?.querySelector('[data-copy-source]')
  if (text) getSelection()?.selectAllChildren(text)
}

function announce(text: string): void {
  const status = document.querySelector('#status')
  if (status) status.textContent = text
}

function refreshTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative]')) {
    time.textContent = relativeTime(new Date(time.dateTime), new Date())
    time.title = new Date(time.dateTime).toLocaleString()
  }
}

function onClick(event: Event): void {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest<HTMLElement>('[data-copy]')
  if (button) copy(button).catch(reportError)
  const menu = target?.closest<HTMLElement>('[popover].menu')
  if (menu && !button && target?.closest('a, button')) menu.hidePopover()
}

/** Arrow keys walk a menu, as they do elsewhere. */
function onKey(event: KeyboardEvent): void {
  const menu = event.target instanceof Element ? event.target.closest('[popover].menu') : null
  if (!menu || event.target instanceof HTMLSelectElement || !/^Arrow(Up|Down)$/.test(event.key)) return
  const items = [...menu.querySelectorAll<HTMLElement>('a, button')].filter(item => item.offsetParent)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = (at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length
  items[next]?.focus()
  event.preventDefault()
}

/** Has a screen reader speak what a form did. The word for it leaves the address, so that a reload does not repeat it. */
function tellDone(): void {
  const done = document.querySelector('[data-done]')
  if (!done) return
  const address = new URL(location.href)
  address.searchParams.delete('done')
  history.replaceState(null, '', address)
  const text = done.textContent
  done.textContent = ''
  requestAnimationFrame(() => {
    done.textContent = text
  })
}

document.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
refreshTimes()
tellDone()
setInterval(refreshTimes, 60_000)
document.querySelector<HTMLElement>('.error-summary')?.focus()
