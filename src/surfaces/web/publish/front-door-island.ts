// The front door with a script: a file dropped anywhere or chosen is published at once, a pasted text after one question.

import { fieldOf } from '../layout/event-field.ts'

const claim = document.querySelector<HTMLAnchorElement>('[data-claim-path]')
if (claim) history.replaceState(null, '', claim.pathname)

const form = document.querySelector<HTMLFormElement>('[data-front-door]')
if (form) receiveFiles(form)

function receiveFiles(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('#file')!
  const text = form.querySelector<HTMLTextAreaElement>('#text')!
  const leaf = form.closest<HTMLElement>('.leaf')!

  const take = (files: FileList | undefined): boolean => {
    if (!files?.length) return false
    input.files = files
    text.value = ''
    form.requestSubmit()
    return true
  }
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

  input.addEventListener('change', () => input.files?.length && form.requestSubmit())
  form.addEventListener('submit', event => {
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    const title = form.querySelector<HTMLElement>('[data-drop-title]')!
    setTimeout(() => (title.textContent = title.dataset.busy!), 200)
  })
  addEventListener('pageshow', event => {
    if (event.persisted) location.reload()
  })
  document.addEventListener('dragover', event => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    leaf.classList.add('over')
  })
  document.addEventListener('dragleave', event => {
    if (!event.relatedTarget) leaf.classList.remove('over')
  })
  document.addEventListener('drop', event => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    leaf.classList.remove('over')
    take(event.dataTransfer?.files)
  })
  document.addEventListener('paste', event => {
    if (take(event.clipboardData?.files)) return event.preventDefault()
    if (fieldOf(event)) return
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    if (pasted === '') return
    text.value = pasted
    form.querySelector<HTMLElement>('#paste')!.showPopover()
    text.focus()
    event.preventDefault()
  })
}
