// Publishing with a script: a file dropped or pasted anywhere on the page, and progress while it is sent.

import { addressesIn } from '../../../domain/pasted-addresses.ts'
import { fieldOf } from '../layout/event-field.ts'
import { isElsewhere } from '../layout/organization-elsewhere.ts'
import { publishing } from '../words/pages.ts'
import { publishForm } from '../words/publish.ts'

const form = document.querySelector<HTMLFormElement>('[data-publish]')!
const input = form.querySelector<HTMLInputElement>('#file')!
const text = form.querySelector<HTMLTextAreaElement>('#text')!
const drop = form.querySelector<HTMLElement>('[data-drop]')!
const sending = form.querySelector<HTMLElement>('[data-sending]')!
const bar = sending.querySelector('progress')!
const words = sending.querySelector<HTMLElement>('[data-sending-words]')!
const stop = sending.querySelector<HTMLButtonElement>('[data-stop]')!
const failure = document.querySelector<HTMLElement>('[data-failure]')!

/** Takes the files into the form's own field, as if they had been chosen there. */
function take(files: FileList | undefined): boolean {
  if (!files?.length) return false
  input.files = files
  input.focus()
  return true
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

document.addEventListener('dragover', event => {
  if (!carriesFiles(event)) return
  event.preventDefault()
  drop.classList.add('over')
})
document.addEventListener('dragleave', event => {
  if (!event.relatedTarget) drop.classList.remove('over')
})
document.addEventListener('drop', event => {
  if (!carriesFiles(event)) return
  event.preventDefault()
  drop.classList.remove('over')
  take(event.dataTransfer?.files)
})

document.addEventListener('paste', event => {
  if (take(event.clipboardData?.files)) return event.preventDefault()
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  if (fieldOf(event) || pasted === '') return
  text.value = pasted
  text.closest('details')!.open = true
  text.focus()
  event.preventDefault()
})

/** A text too long for a field of a form travels as a file. */
const fieldSize = 1_000_000

function fileToSend(): File | null {
  if (input.files?.length === 1 && text.value.trim() === '') return input.files[0]!
  if (input.files?.length || text.value.length <= fieldSize) return null
  const format = form.querySelector<HTMLSelectElement>('#format')!.value
  const isHtml = format === 'html' || (format === 'auto' && /^\s*</.test(text.value))
  return new File([text.value], isHtml ? 'page.html' : 'page.md')
}

/** The request that the API knows: the fields that were filled in, one `sharedWith` for each address. */
function bodyWith(file: File): FormData {
  const body = new FormData()
  const given = new FormData(form)
  for (const name of ['name', 'visibility', 'theme'])
    if (String(given.get(name) ?? '').trim()) body.append(name, String(given.get(name)))
  for (const address of addressesIn(String(given.get('sharedWith')))) body.append('sharedWith', address)
  body.append('file', file)
  return body
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)

function showProgress({ loaded, total }: ProgressEvent): void {
  bar.value = total ? loaded / total : 0
  words.textContent = publishForm.sent(megabytes(loaded), megabytes(total))
}

interface Refusal {
  detail?: string
  errors?: { field: string; message: string }[]
}

function answered({ status, responseText }: XMLHttpRequest): void {
  const answer = parsed(responseText)
  if (status === 201)
    location.assign(
      `/${encodeURIComponent(answer.shortId!)}?done=${answer.warnings?.length ? 'warned' : 'published'}`,
    )
  else fail(answer)
}

function parsed(json: string): Refusal & { shortId?: string; warnings?: string[] } {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}

function fail({ detail, errors }: Refusal): void {
  const lines = errors ?? [{ field: 'file', message: detail ?? publishing.failed }]
  failure.replaceChildren(...lines.map(line))
  failure.hidden = false
  failure.focus()
  busy(false)
}

function line({ field, message }: { field: string; message: string }): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${field}`
  link.textContent = message
  const paragraph = document.createElement('p')
  paragraph.append(link)
  return paragraph
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Progress is shown only where there is something to wait for. */
function busy(is: boolean): void {
  clearTimeout(timer)
  form.querySelector<HTMLButtonElement>('[type=submit]')!.disabled = is
  if (is) timer = setTimeout(() => (sending.hidden = false), 200)
  else sending.hidden = true
}

form.addEventListener('submit', event => {
  const file = fileToSend()
  if (!file) return
  event.preventDefault()
  failure.hidden = true
  busy(true)
  const madeFor = new FormData(form).get('organization') as string | null
  isElsewhere(madeFor)
    .then(is => (is ? fail({ detail: publishing.elsewhere }) : transfer(file)))
    .catch(error => {
      reportError(error)
      fail({})
    })
})

function transfer(file: File): void {
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', showProgress)
  request.addEventListener('load', () => answered(request))
  request.addEventListener('error', () => fail({}))
  request.addEventListener('abort', () => fail({ detail: publishForm.stopped }))
  stop.onclick = () => request.abort()
  request.open('POST', '/v1/artifacts')
  request.send(bodyWith(file))
}
