// Sharing on the page itself: the section of the sharing page in a dialog, whose forms are sent without leaving.

import { element } from '../artifact-viewer/notice.ts'
import { fetchPage } from '../layout/fetch-page.ts'
import { shareWords as words } from '../words/share.ts'
import { offerMembers } from './member-search.ts'

const dialog = element('dialog', { className: 'dialog share-dialog' })
dialog.setAttribute('aria-labelledby', 'share-title')
const close = element('button', { type: 'button', className: 'tool share-close', title: words.close })
close.setAttribute('aria-label', words.close)
close.append(element('span', { textContent: '×', ariaHidden: 'true' }))
const body = element('div', {})
dialog.append(close, body)
document.body.append(dialog)

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
  if (isChange(form)) changing = answer
  else asking = sent
  const page = await answer
  if (turn === asked) show(page, address)
  else heed(page)
  return turn === asked
}

/** Shows the section of the page that was answered; where there is none, the address itself is opened. */
function show(page: Document | null, address: string): void {
  const section = page?.querySelector<HTMLElement>('#share')
  if (!section) {
    location.assign(address)
    return
  }
  const shown = document.importNode(section, true)
  for (const button of shown.querySelectorAll<HTMLElement>('form[data-save] > button')) button.hidden = true
  body.replaceChildren(shown)
  offerMembers(shown.querySelector('#add')!)
  const said = heed(page)
  if (said !== undefined) tell(shown, said)
}

/** Milliseconds that a message stays. */
const STAYS = 6000

function tell(section: HTMLElement, text: string): void {
  const note = element('p', { className: 'flash', textContent: text })
  note.setAttribute('role', 'status')
  section.querySelector('h1')!.after(note)
  setTimeout(() => note.remove(), STAYS)
}

/** What was saved stands in the header from now on. */
function heed(page: Document | null): string | undefined {
  const said = page?.querySelector<HTMLElement>('#share')?.dataset.said
  if (said === undefined) return undefined
  const audience = document.querySelector('.page-header .facts > .audience')
  const now = page!.querySelector('.share-now .audience')
  if (now) {
    audience?.replaceChildren(...document.importNode(now, true).childNodes)
    const bar = document.querySelector('.published [data-done]')
    if (bar) bar.textContent = now.getAttribute('title')
  }
  return said
}

/** A first step may only ask; nothing else may overtake the others. */
const isChange = (form?: URLSearchParams): boolean => form !== undefined && form.get('step') !== 'audience'

async function open(address: string): Promise<void> {
  if (!(await ask(address))) return
  if (!dialog.open && body.hasChildNodes()) dialog.showModal()
  body.querySelector<HTMLElement>('#add')?.focus()
}

/** Follows the link where the dialog cannot be shown. */
function openOrFollow(address: string): void {
  open(address).catch(error => {
    reportError(error)
    location.assign(address)
  })
}

/** Sends the form as the browser would; what has to be read first takes the focus. Who chooses goes on choosing. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new FormData(form, submitter)
  const texts = [...fields].map(([name, value]): [string, string] => [name, String(value)])
  const chosen = document.activeElement?.closest('select')?.id
  if (!(await ask(form.action, new URLSearchParams(texts)))) return
  const next = ['.error-summary', ...(chosen ? [`#${chosen}`] : []), '.pending', '#add']
  const to = next.map(each => body.querySelector<HTMLElement>(each)).find(Boolean)
  ;(to ?? body.querySelector<HTMLElement>('#share'))?.focus()
}

function onClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const link = target?.closest<HTMLAnchorElement>('a[data-share], a[data-share-again]')
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    openOrFollow(link.href)
  }
  if (target?.closest('.share-close') || target === dialog) dialog.close()
}

/** Choosing acts at once, or shows what it would do. */
function onChange(event: Event): void {
  const list = event.target instanceof HTMLSelectElement ? event.target : null
  list?.closest<HTMLFormElement>('form[data-save]')?.requestSubmit()
}

dialog.addEventListener('submit', event => {
  const { target, submitter } = event as SubmitEvent
  if (!(target instanceof HTMLFormElement)) return
  event.preventDefault()
  send(target, submitter).catch(reportError)
})
dialog.addEventListener('change', onChange)
document.addEventListener('click', onClick)

/** A request for access leads here by mail, with the address of who asks. */
const requested = new URLSearchParams(location.search).get('share')
const shareLink = document.querySelector<HTMLAnchorElement>('a[data-share]')
if (requested !== null && shareLink) openOrFollow(`${shareLink.href}?add=${encodeURIComponent(requested)}`)

/** The page of sharing itself. */
const field = document.querySelector<HTMLInputElement>('main #add')
if (field) offerMembers(field)
