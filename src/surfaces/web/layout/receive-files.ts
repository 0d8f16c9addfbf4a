// Files that are dropped on a page of ours or chosen there are published, and never opened by the browser.

import { uploadsNotLoaded } from '../words/common.ts'

/** Loads the module that publishes files, on first use. */
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

/** The place to drop them is asked for, each time that files move: an answer may have been lost. */
let isAreaWanted = false

function showArea(is: boolean): void {
  clearTimeout(leaving)
  if (!is && !isAreaWanted) return
  isAreaWanted = is
  use(uploads => uploads.showArea(is))
}

document.addEventListener('dragover', event => {
  if (!carriesFiles(event)) return
  if (isTaken(event)) return showArea(false)
  event.preventDefault()
  showArea(true)
})
document.addEventListener('dragleave', event => {
  if (carriesFiles(event) && !event.relatedTarget) showArea(false)
})
document.addEventListener('drop', event => {
  if (!carriesFiles(event)) return
  showArea(false)
  if (isTaken(event)) return
  event.preventDefault()
  const files = [...event.dataTransfer!.files]
  use(uploads => uploads.publishAll(files))
})

/** Milliseconds after which files that a page's frame told of are gone; while they are there it tells of them twice a second. */
const GONE = 1200

let leaving: ReturnType<typeof setTimeout> | undefined

/** Time at which the pointer moved last, in milliseconds since the page was opened. */
let moved = Number.NEGATIVE_INFINITY

document.addEventListener('recto:files', ({ timeStamp }) => {
  if (timeStamp - moved < GONE) return
  showArea(true)
  leaving = setTimeout(showArea, GONE, false)
})
/** Nobody drags while the pointer moves: a page that says so would cover the header. */
document.addEventListener('pointermove', ({ timeStamp }) => {
  moved = timeStamp
  showArea(false)
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
