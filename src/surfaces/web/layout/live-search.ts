// The list of pages follows what is typed into its search: the page that the search leads to is fetched, and its list stands here.

import { callWords } from '../words/call.ts'
import { pages as words } from '../words/pages.ts'
import { TYPING_PAUSE } from './event-field.ts'
import { fetchPage } from './fetch-page.ts'
import { raise } from './top-layer.ts'

/** The list as it was before anything was looked for, with its filters. */
let list = location.href
let asked = 0
let waiting: ReturnType<typeof setTimeout> | undefined

document.querySelector<HTMLInputElement>('#search')?.addEventListener('input', ({ currentTarget }) => {
  const { form } = currentTarget as HTMLInputElement
  // The list of what others shared is another page.
  if (location.pathname !== new URL(form!.action).pathname) return
  clearTimeout(waiting)
  waiting = setTimeout(() => void search(form!).catch(reportError), TYPING_PAUSE)
})

async function search(form: HTMLFormElement): Promise<void> {
  asked += 1
  const question = asked
  const address = addressOf(form)
  const shown = document.querySelector('#list')!
  shown.ariaBusy = 'true'
  const page = await fetchPage(address)
  if (question !== asked) return
  shown.ariaBusy = null
  if (page?.querySelector('#list')) show(page, address)
  // A reader who was signed out meanwhile is led to the sign-in.
  else if (page && new URL(page.URL).pathname !== location.pathname) location.assign(address)
  else document.querySelector('#status')!.textContent = callWords.silent
}

/** The address that the form leads to; without words, that of the list before. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (value !== '') query.append(name, String(value))
  if (!new URLSearchParams(location.search).has('q')) list = location.href
  if (query.get('q')?.trim()) return `${form.action}?${query}`
  query.delete('q')
  return new URL(list).searchParams.has('q') ? `${form.action}?${query}` : list
}

/** Boxes stay checked and the focus stays where it was, as far as the new list has them. */
function show(page: Document, address: string): void {
  const checked = [...document.querySelectorAll<HTMLInputElement>('#list .row > :checked')]
  const focused =
    document.activeElement?.closest('[data-live]') && document.activeElement?.getAttribute('href')
  for (const part of document.querySelectorAll('[data-live]'))
    part.replaceWith(document.importNode(page.getElementById(part.id)!, true))
  const shown = document.querySelector('#list')!
  for (const { name } of checked) {
    const box = shown.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
    if (box) box.checked = true
  }
  if (focused) document.querySelector<HTMLElement>(`[data-live] [href="${CSS.escape(focused)}"]`)?.focus()
  const bar = shown.querySelector<HTMLElement>('.bulk')
  if (bar) raise(bar)
  history.replaceState(null, '', address)
  document.querySelector('#status')!.textContent = ''
  const count = shown.querySelectorAll('.row-link').length
  const more = shown.querySelector('[rel=next]') !== null
  document.querySelector('#found')!.textContent = words.found(count, more)
}
