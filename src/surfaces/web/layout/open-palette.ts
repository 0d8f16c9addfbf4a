// The palette opens by Ctrl or Command and K from anywhere, and by / where no search stands on the page.

import { search as searchPages } from '../../../operations/artifacts/search.ts'
import type { RowOf } from '../../../operations/kernel/operation.ts'
import { listMembers } from '../../../operations/organization/members.ts'
import { palette as words } from '../words/palette.ts'
import { call } from './call.ts'
import { fieldOf } from './event-field.ts'

const palette = document.querySelector<HTMLDialogElement>('[data-palette]')
const field = palette?.querySelector('input')

document.addEventListener('keydown', event => {
  if (!palette || !isWanted(event)) return
  event.preventDefault()
  if (palette.open) palette.close()
  else open()
})

function isWanted(event: KeyboardEvent): boolean {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
  if (event.key === '/') return isPlain && !fieldOf(event) && !document.querySelector('#search')
  return (
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  )
}

document.addEventListener('click', event => {
  const target = event.target instanceof Element ? event.target : null
  if (!palette || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (target === palette) palette.close()
  else if (target?.closest('[data-opens-palette]')) {
    event.preventDefault()
    open()
  }
})

function open(): void {
  field!.value = ''
  show('pages', [])
  sift()
  palette!.showModal()
  loadPeople().catch(reportError)
}

const group = (name: string) => palette!.querySelector<HTMLElement>(`[data-group=${name}]`)!
const options = () =>
  [...palette!.querySelectorAll<HTMLElement>('[role=option]')].filter(option => !option.closest('[hidden]'))

/** Puts results into a group, which is seen only while it has some. */
function show(name: string, found: readonly HTMLElement[]): void {
  for (const old of group(name).querySelectorAll('[role=option]')) old.remove()
  group(name).append(...found)
  group(name).hidden = found.length === 0
}

let people: Promise<readonly RowOf<typeof listMembers>[]> | undefined

/** Once for each page; whoever may not list the members finds none. */
async function loadPeople(): Promise<void> {
  people ??= rowsOf(call(listMembers, { limit: 100 }))
  await people
  await showPeople()
}

/** Words typed, in small letters. */
const typed = (): string[] => field!.value.toLowerCase().split(/\s+/).filter(Boolean)

const fits = (text: string): boolean => typed().every(word => text.toLowerCase().includes(word))

async function showPeople(): Promise<void> {
  const all = typed().length > 0 ? await (people ?? []) : []
  const found = all.filter(({ name, email }) => fits(`${name} ${email}`)).slice(0, 4)
  show(
    'people',
    found.map(({ name, email }) =>
      optionOf(`/app?owner=${encodeURIComponent(email)}`, words.pagesOf(name), email),
    ),
  )
  settle()
}

/** Commands are there from the beginning; those that fit stay, and those that are always wanted. */
function sift(): void {
  const commands = [...group('commands').querySelectorAll<HTMLElement>('[role=option]')]
  for (const command of commands) command.hidden = !('always' in command.dataset || fits(command.textContent))
  group('commands').hidden = commands.every(command => command.hidden)
  settle()
}

/** Nothing where the server refuses, or does not answer. */
const rowsOf = <Row>(listed: Promise<{ data: readonly Row[] }>): Promise<readonly Row[]> =>
  listed.then(
    ({ data }) => data,
    () => [],
  )

let asked = 0
let waiting: ReturnType<typeof setTimeout> | undefined

async function search(): Promise<void> {
  const question = ++asked
  const q = field!.value.trim()
  const found = q === '' ? [] : await rowsOf(call(searchPages, { q, in: 'artifacts', limit: 6 }))
  if (question !== asked) return
  show('pages', found.map(pageOption))
  settle()
}

function pageOption({ shortId, name, snippet }: RowOf<typeof searchPages>): HTMLElement {
  const option = optionOf(`/${shortId}`, name, snippet)
  const leaf = new Image(36, 46)
  leaf.className = 'leaf-drawing'
  leaf.alt = ''
  leaf.src = `/v1/artifacts/${shortId}/drawing`
  option.prepend(leaf)
  return option
}

function optionOf(href: string, title: string, below: string): HTMLElement {
  const option = document.createElement('a')
  option.href = href
  option.className = 'menu-item two-lines'
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  const lines = [title, below].map(text => {
    const line = document.createElement('bdi')
    line.className = 'cut'
    line.dir = 'auto'
    line.append(...marked(text))
    return line
  })
  const text = document.createElement('span')
  text.className = 'cut'
  text.append(...lines)
  option.append(text)
  return option
}

/** A text in which the words typed are marked. */
function marked(text: string): (string | HTMLElement)[] {
  const word = typed().find(each => text.toLowerCase().includes(each))
  const at = word === undefined ? -1 : text.toLowerCase().indexOf(word)
  if (at < 0) return [text]
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + word!.length)
  return [text.slice(0, at), mark, text.slice(at + word!.length)]
}

/** The first that was looked for is the active one; without one, Enter searches the text of all pages. */
function settle(): void {
  const all = options()
  palette!.querySelector<HTMLElement>('[data-none]')!.hidden = all.length > 0
  activate(all.find(option => option.closest('[data-group=pages]') || fits(option.textContent)))
}

function activate(option: HTMLElement | undefined): void {
  for (const [at, each] of options().entries()) {
    each.id = `palette-${at}`
    each.setAttribute('aria-selected', String(each === option))
  }
  if (option) field!.setAttribute('aria-activedescendant', option.id)
  else field!.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

const active = () => options().find(option => option.getAttribute('aria-selected') === 'true')

field?.addEventListener('input', () => {
  sift()
  showPeople().catch(reportError)
  clearTimeout(waiting)
  waiting = setTimeout(() => void search().catch(reportError), 120)
})
field?.addEventListener('keydown', event => {
  const option = active()
  if (/^Arrow(Up|Down)$/.test(event.key)) {
    const all = options()
    const next = all.indexOf(option!) + (event.key === 'ArrowDown' ? 1 : -1)
    activate(all[(next + all.length) % all.length])
  } else if (event.key === 'Enter' && option) option.click()
  else return
  event.preventDefault()
})
