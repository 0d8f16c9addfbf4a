// The documentation in the browser: results while one types, commands to copy, and the heading that is being read.

import { fieldOf } from '../layout/event-field.ts'
import { parts } from '../words/common.ts'
import { excerptOf, type SearchEntry, searchDocs } from './docs-search.ts'
import { addTabs } from './docs-tabs.ts'

const field = document.querySelector<HTMLInputElement>('#doc-search')
const list = document.querySelector<HTMLElement>('#doc-results')

let loading: Promise<SearchEntry[]> | undefined
const entries = (): Promise<SearchEntry[]> => {
  loading ??= readEntries()
  // A failed request is sent again at the next use.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

async function readEntries(): Promise<SearchEntry[]> {
  const answer = await fetch('/docs/search.json')
  if (!answer.ok) throw new Error(`search.json answered ${answer.status}`)
  return answer.json()
}

async function showResults(): Promise<void> {
  if (!field || !list) return
  const query = field.value.trim()
  if (query === '') return hideResults()
  const found = searchDocs(await entries(), query)
  if (field.value.trim() !== query) return
  const nothing = element('li', 'doc-nothing', field.dataset.nothing ?? '')
  list.replaceChildren(...(found.length === 0 ? [nothing] : found.map(entry => row(entry, query))))
  list.hidden = false
}

function hideResults(): void {
  if (list) list.hidden = true
}

/** The form still works without the entries. */
function showFailure(): void {
  if (!list || !field?.value.trim()) return
  list.replaceChildren(element('li', 'doc-nothing', field.dataset.failed ?? ''))
  list.hidden = false
}

function row(entry: SearchEntry, query: string): HTMLElement {
  const link = document.createElement('a')
  link.href = entry.path === '' || entry.path.startsWith('#') ? `/docs${entry.path}` : `/docs/${entry.path}`
  link.append(
    element('strong', '', entry.heading || entry.page),
    element('span', 'muted', entry.heading ? ` ${entry.page}` : ''),
    element('span', 'doc-excerpt', excerptOf(entry, query)),
  )
  const item = document.createElement('li')
  item.append(link)
  return item
}

function element(name: string, className: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/** Arrow keys walk from the field through the results and back. */
function onArrow(event: KeyboardEvent): void {
  const links = [...(list?.querySelectorAll('a') ?? [])]
  if (!field || list?.hidden || links.length === 0) return
  const stops: HTMLElement[] = [field, ...links]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const to = (at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length
  stops[to]?.focus()
  event.preventDefault()
}

function onKey(event: KeyboardEvent): void {
  const opens = event.key === '/' ? !fieldOf(event) : event.key === 'k' && (event.ctrlKey || event.metaKey)
  if (opens) {
    event.preventDefault()
    field?.select()
  }
  if (event.key === 'Escape') hideResults()
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onArrow(event)
}

/** Each block of code gets a button, which `page-island.ts` listens to. */
function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.doc-article pre')) {
    const around = element('div', 'doc-code', '')
    const button = element('button', 'button small', parts.copy)
    button.setAttribute('type', 'button')
    button.dataset.copy = block.textContent?.trimEnd() ?? ''
    block.replaceWith(around)
    around.append(block, button)
  }
}

/** The heading whose text is on the screen, in the list at the right. */
function followReading(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.doc-headings a')]
  const targets = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  const mark = () => {
    const passed = targets.findLastIndex(target => (target?.getBoundingClientRect().top ?? 0) < 120)
    for (const [at, link] of links.entries())
      if (at === Math.max(0, passed)) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  }
  if (links.length === 0) return
  addEventListener('scroll', mark, { passive: true })
  mark()
}

field?.addEventListener('focus', () => void entries().catch(() => undefined))
field?.addEventListener('input', () => void showResults().catch(showFailure))
document.addEventListener('keydown', onKey)
document.addEventListener('click', event => {
  if (!(event.target as Element).closest('.doc-search')) hideResults()
})
addTabs()
addCopyButtons()
followReading()
