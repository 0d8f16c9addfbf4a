// Files dropped or pasted anywhere on a page of the dashboard, or chosen in the empty list, are published, one after the other; none is opened by the browser.

import { publishing } from '../words/pages.ts'
import { fieldOf, isInSourceEditor } from './event-field.ts'
import { isElsewhere } from './organization-elsewhere.ts'

/** Absent for those who may only read. */
const area = document.querySelector<HTMLElement>('[data-dropping]')
const question = document.querySelector<HTMLDialogElement>('[data-pasted]')
const uploads = document.querySelector<HTMLElement>('[data-uploads]')

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

const isTaken = (event: Event): boolean => event.defaultPrevented || isInSourceEditor(event)

function showArea(is: boolean): void {
  if (area) area.hidden = !is
}

document.addEventListener('dragover', event => {
  if (!carriesFiles(event) || isTaken(event)) return
  event.preventDefault()
  showArea(true)
})
document.addEventListener('dragleave', event => {
  if (!event.relatedTarget) showArea(false)
})
document.addEventListener('drop', event => {
  if (!carriesFiles(event) || isTaken(event)) return
  event.preventDefault()
  showArea(false)
  if (area) publishAll([...event.dataTransfer!.files]).catch(reportError)
})

document.addEventListener('click', event => {
  const isChoosing = event.target instanceof Element && event.target.closest('[data-choose]')
  if (!area || !isChoosing || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const field = document.createElement('input')
  field.type = 'file'
  field.multiple = true
  field.addEventListener('change', () => void publishAll([...field.files!]).catch(reportError))
  field.click()
})

document.addEventListener('paste', event => {
  if (!area || !question || fieldOf(event) || isTaken(event)) return
  const files = filesIn(event.clipboardData)
  if (files.length === 0) return
  event.preventDefault()
  ask(files).catch(reportError)
})

function filesIn(data: DataTransfer | null): File[] {
  if (data?.files.length) return [...data.files]
  const text = data?.getData('text/plain') ?? ''
  if (text.trim() === '') return []
  return [new File([text], /^\s*</.test(text) ? 'page.html' : 'page.md')]
}

/** How much of a pasted text is shown before it is published. */
const SHOWN = 400

async function ask(files: File[]): Promise<void> {
  const [first] = files
  const shown = question!.querySelector('[data-pasted-text]')!
  shown.textContent = /^page\.(md|html)$/.test(first!.name)
    ? (await first!.slice(0, 4 * SHOWN).text()).slice(0, SHOWN)
    : files.map(({ name }) => name).join(', ')
  question!.returnValue = ''
  const onClose = () => {
    if (question!.returnValue) publishAll(files).catch(reportError)
  }
  question!.addEventListener('close', onClose, { once: true })
  question!.showModal()
  question!.querySelector<HTMLElement>('.primary')!.focus()
}

interface Published {
  shortId?: string
  warnings?: string[]
  detail?: string
}

/** One file leads to its page, several back to the list; where one fails, all that was said stays. */
async function publishAll(files: File[]): Promise<void> {
  const lines = files.map(lineFor)
  uploads!.querySelector('ul')!.replaceChildren(...lines.map(({ item }) => item))
  uploads!.hidden = false
  if (await isElsewhere(area!.dataset.dropping || null)) {
    for (const { say } of lines) say(publishing.elsewhere)
    return
  }
  const made: Published[] = []
  for (const [at, file] of files.entries()) made.push(await publish(file, lines[at]!))
  if (made.some(({ shortId }) => !shortId)) return
  const [only] = made
  location.assign(
    made.length === 1
      ? `/${only!.shortId}?done=${only!.warnings?.length ? 'warned' : 'published'}`
      : '/app?done=published',
  )
}

interface Line {
  item: HTMLElement
  bar: HTMLProgressElement
  say(words: string): void
}

function lineFor(file: File): Line {
  const item = document.createElement('li')
  const name = document.createElement('bdi')
  const words = document.createElement('span')
  const bar = document.createElement('progress')
  name.textContent = file.name
  name.className = 'cut'
  words.className = 'small muted num'
  words.textContent = publishing.waiting
  bar.className = 'progress'
  bar.max = 1
  bar.value = 0
  bar.setAttribute('aria-label', file.name)
  item.append(name, words, bar)
  return { item, bar, say: text => (words.textContent = text) }
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)

function publish(file: File, { bar, say }: Line): Promise<Published> {
  const body = new FormData()
  body.append('visibility', 'private')
  body.append('file', file)
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    bar.value = total ? loaded / total : 0
    say(publishing.sent(megabytes(loaded), megabytes(total)))
  })
  return new Promise(done => {
    const end = (answer: Published) => {
      say(answer.shortId ? publishing.published : (answer.detail ?? publishing.failed))
      bar.hidden = true
      done(answer)
    }
    request.addEventListener('load', () => end(answerOf(request)))
    request.addEventListener('error', () => end({}))
    request.open('POST', '/v1/artifacts')
    request.send(body)
  })
}

function answerOf({ status, responseText }: XMLHttpRequest): Published {
  try {
    const answer: Published = JSON.parse(responseText)
    return status === 201 ? answer : { ...(answer.detail && { detail: answer.detail }) }
  } catch {
    return {}
  }
}
