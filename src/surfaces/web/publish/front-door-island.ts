// The front door with a script: a file that is chosen is published at once.

import '../layout/receive-pastes.ts'

const claim = document.querySelector<HTMLAnchorElement>('[data-claim-path]')
if (claim) history.replaceState(null, '', claim.pathname)

const form = document.querySelector<HTMLFormElement>('[data-front-door]')
if (form) sendAtOnce(form)

function sendAtOnce(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('#file')!
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
}
