// The keyboard of an artifact's page: keys of the table act where the focus is in our own part and not in a field.

import type { PageFrame } from '../../artifact-viewer/page-frame.ts'
import { viewerWords } from '../../words/viewer.ts'
import { areOff } from './choice.ts'
import { isLetter, type KeyAction, keyTable } from './keys.ts'
import { nextRegion } from './regions.ts'

const actions = new Map(
  keyTable.flatMap(({ key, action }) => (key && action ? [[key, action] as const] : [])),
)

/** The element that an action clicks; without it on the page the key does nothing. */
const targets: Partial<Record<KeyAction, string>> = {
  contents: '[popovertarget=contents]:not([hidden])',
  versions: '[data-key=versions]',
  share: '[data-key=share]',
}

/** True where something was done. Threads and places on the page hear `recto:key` and cancel it. */
function act(action: KeyAction, backwards: boolean): boolean {
  if (action === 'region') return nextRegion(backwards)
  if (action === 'help') {
    help()
    return true
  }
  const selector = targets[action]
  if (selector === undefined)
    return !document.dispatchEvent(new CustomEvent('recto:key', { detail: action, cancelable: true }))
  const target = document.querySelector<HTMLElement>(selector)
  target?.click()
  return target !== null
}

function help(): void {
  import('./dialog.tsx')
    .then(({ showKeys }) => showKeys())
    .catch(() => {
      document.querySelector('#status')!.textContent = viewerWords.keysNotLoaded
    })
}

/** A field keeps the focus until the next frame after its dialog was closed. */
const closed = 'dialog:not([open])'

/** True where the reader writes, or stands on something that Enter presses: the key is left to it. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  const writing = 'dialog, [popover], input, textarea, select, [contenteditable]'
  const taken = key === 'Enter' ? `${writing}, a, button, summary` : isLetter(key) ? writing : 'dialog'
  if (!(target instanceof Element) || target.closest(closed)) return false
  return target.closest(taken) !== null
}

const isComment = ({ code, ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): boolean =>
  code === 'KeyM' && ctrlKey && altKey && !shiftKey && !metaKey

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (isComment(event) && !event.getModifierState('AltGraph')) {
    if (act('comment', false)) event.preventDefault()
    return
  }
  const action = actions.get(isLetter(event.key) ? event.key.toLowerCase() : event.key)
  if (!action || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
  if (isLetter(event.key) && (areOff() || (event.shiftKey && event.key !== '?'))) return
  if (act(action, event.shiftKey)) event.preventDefault()
}

const heard = new WeakSet<PageFrame>()

/** The page may forge the word: it counts only while somebody is in the frame and has just pressed something. */
function listen(frame: PageFrame): void {
  if (heard.has(frame)) return
  heard.add(frame)
  frame.on('key', ({ key }) => {
    if (document.activeElement !== frame.element || !navigator.userActivation?.isActive) return
    if (key === 'p') document.querySelector<HTMLElement>('[data-print]')?.click()
    if (key === 'm') act('comment', false)
    if (key === 'c' && !areOff()) act('commentOnSelection', false)
  })
}

document.addEventListener('keydown', onKey)
document.addEventListener('recto:frame', event => listen((event as CustomEvent<PageFrame>).detail))
document.dispatchEvent(new CustomEvent('recto:want-frame'))
document.addEventListener('click', event => {
  if (event.target instanceof Element && event.target.closest('[data-keys]')) help()
})
