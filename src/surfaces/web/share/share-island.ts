// Sharing on the page itself: the section of the sharing page in a dialog, whose forms are sent without leaving.

import { element } from '../artifact-viewer/notice.ts'
import { fetchPage } from '../layout/fetch-page.ts'

const dialog = element('dialog', { className: 'dialog share-dialog' })
dialog.setAttribute('aria-labelledby', 'share-title')
const close = element('button', { type: 'button', className: 'tool share-close', title: 'Close' })
close.append(element('span', { textContent: 'Close' }))
const body = element('div', {})
dialog.append(close, body)
document.body.append(dialog)
let saved = false

/** What is under way; a question may be left, a change may not. */
let asking: XMLHttpRequest | null = null
/** Counts what was asked: only the answer to the latest is shown. */
let asked = 0
let changing: Promise<unknown> = Promise.resolve()

/** Shows what the address answers, unless something else was asked meanwhile; false then. Nothing is asked beside a change. */
async function ask(address: string, form?: URLSearchParams): Promise<boolean> {
  const turn = ++asked
  asking?.abort()
  await changing
  if (turn !== asked) return false
  const sent = new XMLHttpRequest()
  const answer = fetchPage(address, form, sent)
  if (form?.get('step') === 'save') changing = answer
  else asking = sent
  const page = await answer
  if (turn === asked) show(page, address)
  else heed(page)
  return turn === asked
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
  const said = heed(page)
  if (said === undefined) return
  const note = element('p', { className: 'flash', tabIndex: -1, textContent: `Saved. ${said}` })
  body.querySelector('.share-now')?.replaceWith(note)
}

/** What was saved is told, and stands in the header from now on. */
function heed(page: Document | null): string | undefined {
  const said = page?.querySelector<HTMLElement>('#share')?.dataset.said
  if (said === undefined) return undefined
  saved = true
  const audience = document.querySelector('.page-header .facts > .audience')
  const now = page!.querySelector('.share-now .audience')
  if (now) audience?.replaceChildren(...document.importNode(now, true).childNodes)
  const bar = document.querySelector('.published [data-done]')
  if (bar) bar.textContent = said
  announce(`Saved. ${said}`)
  return said
}

async function open(address: string): Promise<void> {
  if (!(await ask(address))) return
  if (!dialog.open && body.hasChildNodes()) dialog.showModal()
  body.querySelector<HTMLElement>('#add')?.focus()
}

/** Sends the form as the browser would; what has to be read first takes the focus. Who chooses goes on choosing. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new FormData(form, submitter)
  const texts = [...fields].map(([name, value]): [string, string] => [name, String(value)])
  const chooses = document.activeElement?.matches('input[name=visibility]')
  if (!(await ask(form.action, new URLSearchParams(texts)))) return
  const next = ['.error-summary', ...(chooses ? [chosen] : []), '.pending', '.flash', '#add']
  const to = next.map(each => body.querySelector<HTMLElement>(each)).find(Boolean)
  ;(to ?? body.querySelector<HTMLElement>('#share'))?.focus()
}

const chosen = 'input[name=visibility]:checked'

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

/** A request for access leads here by mail, with the address of who asks. */
const requested = new URLSearchParams(location.search).get('share')
const shareLink = document.querySelector<HTMLAnchorElement>('a[data-share]')
if (requested !== null && shareLink) void open(`${shareLink.href}?add=${encodeURIComponent(requested)}`)
