// Ways to do the same thing as tabs. What is chosen once is chosen in every group, and remembered; without a script all ways stand below each other.
import { docs } from '../words/docs.ts'

const KEY = 'recto-docs-way'

interface Way {
  name: string
  tab: HTMLButtonElement
  panel: HTMLElement
}

type Group = readonly Way[]

/** Makes tabs of every group on the page. */
export function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.doc-tabs')].map(groupOf)
  const choose = (name: string) => {
    for (const group of groups) if (group.some(way => way.name === name)) show(group, name)
  }
  for (const group of groups) {
    show(group, group[0]!.name)
    for (const way of group) way.tab.addEventListener('click', () => remember(way.name, choose))
    for (const way of group) way.tab.addEventListener('keydown', event => onKey(event, group, way))
  }
  const known = localStorage.getItem(KEY)
  if (known !== null) choose(known)
}

function remember(name: string, choose: (name: string) => void): void {
  localStorage.setItem(KEY, name)
  choose(name)
}

function groupOf(around: HTMLElement, at: number): Group {
  const list = document.createElement('div')
  list.className = 'doc-tab-list'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', docs.ways)
  const group = [...around.querySelectorAll<HTMLElement>('.doc-tab')].map((panel, index) => {
    const name = panel.dataset.name ?? ''
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.textContent = name
    tab.id = `way-${at}-${index}`
    panel.id = `${tab.id}-panel`
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    panel.querySelector('.doc-tab-name')?.remove()
    list.append(tab)
    return { name, tab, panel }
  })
  around.prepend(list)
  return group
}

function show(group: Group, name: string): void {
  for (const way of group) {
    const isChosen = way.name === name
    way.tab.setAttribute('aria-selected', String(isChosen))
    way.tab.tabIndex = isChosen ? 0 : -1
    way.panel.hidden = !isChosen
  }
}

/** Arrow keys walk through the tabs of a group and choose, as the pattern of tabs has it. */
function onKey(event: KeyboardEvent, group: Group, way: Way): void {
  const at = group.indexOf(way)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: group.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  const next = group.at(to % group.length)!
  next.tab.click()
  next.tab.focus()
}
