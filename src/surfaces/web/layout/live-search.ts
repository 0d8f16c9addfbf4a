// The list of pages follows what is typed into its search: the page that the search leads to is fetched, and its list stands here.

import { callWords } from '../words/call.ts'
import { pages as words } from '../words/pages.ts'
import { fetchPage } from './fetch-page.ts'
import { raise } from './top-layer.ts'

/** Milliseconds without a letter before the server is asked. */
const PAUSE = 120

let asked = 0
let waiting: ReturnType<typeof setTimeout> | undefined

document.querySelector<HTMLInputElement>('#search')?.addEventListener('input', ({ currentTarget }) => {
  const { form } = currentTarget as HTMLInputElement
  clearTimeout(waiting)
  waiting = setTimeout(() => void search(form!).catch(reportError), PAUSE)
})

async function search(form: HTMLFormElement): Promise<void> {
  asked += 1
  const question = asked
  const address = addressOf(form)
  const list = document.querySelector('#list')!
  list.ariaBusy = 'true'
  const page = await fetchPage(address)
  if (question !== asked) return
  list.ariaBusy = null
  if (!page) document.querySelector('#status')!.textContent = callWords.silent
  else if (page.querySelector('#list')) show(page, address)
  // Somebody who was signed out meanwhile is led to the sign-in.
  else location.assign(address)
}

/** That of the form; without words it is the list. */
function addressOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  const query = new URLSearchParams(fields.filter(([, value]) => value.trim()).map(each => [...each]))
  return query.size > 0 ? `${form.action}?${query}` : form.action
}

function show(page: Document, address: string): void {
  for (const part of document.querySelectorAll('[data-live]'))
    part.replaceWith(document.importNode(page.getElementById(part.id)!, true))
  const list = document.querySelector('#list')!
  const bar = list.querySelector<HTMLElement>('.bulk')
  if (bar) raise(bar)
  history.replaceState(null, '', address)
  const count = list.querySelectorAll('.row-link').length
  document.querySelector('#found')!.textContent = words.found(count, !!list.querySelector('[rel=next]'))
}
