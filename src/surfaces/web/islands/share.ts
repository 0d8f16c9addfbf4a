// Sharing on the page itself: the section of the sharing page in a dialog, whose forms are sent without leaving.

import { element } from './viewer/notice.ts'

const dialog = element('dialog', { className: 'dialog share-dialog' })
dialog.setAttribute('aria-labelledby', 'share-title')
const close = element('button', { type: 'button', className: 'tool share-close', title: 'Close' })
close.append(element('span', { textContent: 'Close' }))
const body = element('div', {})
dialog.append(close, body)
document.body.append(dialog)
let saved = false

/** A page of ours as a document that runs nothing. */
function request(method: string, address: string, form?: URLSearchParams): Promise<Document | null> {
  return new Promise(resolve => {
    const sent = new XMLHttpRequest()
    sent.open(method, address)
    sent.responseType = 'document'
    sent.setRequestHeader('Accept', 'text/html')
    sent.onload = () => resolve(sent.responseXML)
    sent.onerror = () => resolve(null)
    sent.send(form ?? null)
  })
}

function announce(text: string): void {
  const status = document.querySelector('#status')
  if (status) status.textContent = text
}

/** Shows the section of the page that was answered; where there is none, the address itself is opened. */
function show(page: Document | null, address: string): void {
  const section = page?.querySelector<HTMLElement>('#share')
  if (!section) {
    location.assign(address)
    return
  }
  body.replaceChildren(document.importNode(section, true))
  const said = section.dataset.said
  if (!said) return
  saved = true
  const audience = document.querySelector('.page-header > .audience')
  const now = body.querySelector('.share-now .audience')
  if (audience && now) audience.replaceWith(now.cloneNode(true))
  announce(`Saved. ${said}`)
  const note = element('p', { className: 'done', tabIndex: -1, textContent: `Saved. ${said}` })
  body.querySelector('.share-now')?.replaceWith(note)
}

async function open(address: string): Promise<void> {
  show(await request('GET', address), address)
  if (!dialog.open && body.hasChildNodes()) dialog.showModal()
  body.querySelector<HTMLElement>('#add')?.focus()
}

/** Sends the form as the browser would; what has to be read first takes the focus. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new FormData(form, submitter)
  const texts = [...fields].map(([name, value]): [string, string] => [name, String(value)])
  show(await request('POST', form.action, new URLSearchParams(texts)), form.action)
  const next = ['.error-summary', '.pending', '.done', '#add'].find(each => body.querySelector(each))
  body.querySelector<HTMLElement>(next ?? '#share')?.focus()
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const link = target?.closest<HTMLAnchorElement>('a[data-share], a[data-share-again]')
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    void open(link.href)
  }
  if (target?.closest('.share-close') || target === dialog) dialog.close()
}

/** Choosing an audience shows at once what it would do. */
function onChange(event: Event): void {
  const radio =
    event.target instanceof HTMLInputElement && event.target.name === 'visibility' ? event.target : null
  const preview = body.querySelector<HTMLButtonElement>('button[name="step"][value="preview"]')
  if (radio && preview) radio.form?.requestSubmit(preview)
}

dialog.addEventListener('submit', event => {
  const { target, submitter } = event as SubmitEvent
  if (!(target instanceof HTMLFormElement)) return
  event.preventDefault()
  void send(target, submitter)
})
dialog.addEventListener('change', onChange)
dialog.addEventListener('close', () => {
  if (saved) announce('')
  saved = false
})
document.addEventListener('click', onClick)
