// The documentation in the browser: results while one types, commands to copy, and the heading that is being read.

import { element } from '../layout/element.ts'
import { fieldOf } from '../layout/event-field.ts'
import { parts } from '../words/common.ts'
import { showFound } from './docs-results.tsx'
import { type SearchEntry, searchDocs } from './docs-search.ts'
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
  const results = searchDocs(await entries(), query)
  if (field.value.trim() === query) showFound(list, { query, results })
}

function hideResults(): void {
  if (list) list.hidden = true
}

/** The form still works without the entries. */
function showFailure(): void {
  if (list && field?.value.trim()) showFound(list, null)
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
    const around = element('div', { className: 'doc-code' })
    const button = element('button', { type: 'button', className: 'button small', textContent: parts.copy })
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
