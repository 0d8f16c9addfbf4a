// Files that are dropped on a page of ours or chosen there are published, and never opened by the browser.

import { uploadsNotLoaded } from '../words/common.ts'

/** What publishes them is fetched when it is wanted first. */
function use(act: (uploads: typeof import('./uploads.tsx')) => Promise<void>): void {
  import('./uploads.tsx').then(act).catch(error => {
    reportError(error)
    document.querySelector('#status')!.textContent = uploadsNotLoaded
  })
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** The editor of the source takes what is dropped on any part of it. It stands in a shadow tree. */
const isTaken = (event: Event): boolean =>
  event.defaultPrevented ||
  event.composedPath().some(node => node instanceof Element && node.matches('.cm-editor'))

document.addEventListener('dragover', event => {
  if (!carriesFiles(event) || isTaken(event)) return
  event.preventDefault()
  clearTimeout(leaving)
  use(uploads => uploads.showArea(true))
})

/** Milliseconds after which files that a page's frame told of are gone; while they are there it tells of them twice a second. */
const GONE = 1200

let leaving: ReturnType<typeof setTimeout> | undefined

document.addEventListener('recto:files', () => {
  clearTimeout(leaving)
  use(uploads => uploads.showArea(true))
  leaving = setTimeout(() => use(uploads => uploads.showArea(false)), GONE)
})
document.addEventListener('dragleave', event => {
  if (carriesFiles(event) && !event.relatedTarget) use(uploads => uploads.showArea(false))
})
document.addEventListener('drop', event => {
  if (!carriesFiles(event) || isTaken(event)) return
  event.preventDefault()
  const files = [...event.dataTransfer!.files]
  use(uploads => uploads.showArea(false))
  use(uploads => uploads.publishAll(files))
})

document.addEventListener('click', event => {
  const { target } = event
  const button = target instanceof Element ? target.closest('[data-choose], [data-paste]') : null
  if (!button) return
  event.preventDefault()
  if (button.matches('[data-choose]')) choose()
  else use(uploads => uploads.publishClipboard())
})

function choose(): void {
  const field = document.createElement('input')
  field.type = 'file'
  field.multiple = true
  field.addEventListener('change', () => use(uploads => uploads.publishAll([...field.files!])))
  field.click()
}
