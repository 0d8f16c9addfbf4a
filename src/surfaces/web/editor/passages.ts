// Two people's words where both changed the same passage: chosen one by one, with the mouse or by n, p, 1, 2, 3 and 4.

import type { Conflict, Part } from '../../../content/diff/merge.ts'
import { element } from '../artifact-viewer/notice.ts'
import type { Form } from './file-encoding.ts'
import { press } from './ways-out.ts'

type LineEnd = Form['end']

type Choice = 'mine' | 'theirs' | 'both' | 'edit'

const choices: readonly [Choice, string][] = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
  ['both', 'Both, theirs first'],
  ['edit', 'Edit'],
]

export interface Passages {
  element: HTMLElement
  focus(): void
}

/** One passage, and what was chosen for it; null while nothing is. */
interface Passage {
  element: HTMLElement
  choose(choice: Choice): void
  text(): string | null
}

/** `end` is the file's line break. `done` gets the whole text once every passage is settled and the reader goes on. */
export function passagesOf(parts: readonly Part[], end: LineEnd, done: (text: string) => void): Passages {
  const state = element('p', { className: 'hint' })
  state.setAttribute('role', 'status')
  const clashes = parts.filter(part => typeof part !== 'string')
  const count = () => passages.filter(passage => passage.text() !== null).length
  const tell = () => {
    state.textContent = `${count()} of ${passages.length} settled.`
    go.disabled = count() < passages.length
  }
  const passages = clashes.map((clash, index) =>
    passageOf(clash, { index, of: clashes.length, end, changed: tell }),
  )
  const go = press('Put together and review', () => done(joined(parts, passages)), 'button primary')
  const list = element('div', { className: 'passages' }, [
    ...passages.map(passage => passage.element),
    element('p', { className: 'actions' }, [go]),
    state,
  ])
  list.addEventListener('keydown', event => onKey(event, passages, go))
  tell()
  return { element: list, focus: () => passages[0]?.element.focus() }
}

function joined(parts: readonly Part[], passages: readonly Passage[]): string {
  let clash = 0
  return parts.map(part => (typeof part === 'string' ? part : (passages[clash++]!.text() ?? ''))).join('')
}

function onKey(event: KeyboardEvent, passages: readonly Passage[], go: HTMLButtonElement): void {
  const target = event.target as HTMLElement
  if (target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return
  const at = passages.findIndex(passage => passage.element.contains(target))
  const step = { n: 1, p: -1 }[event.key]
  const choice = choices[Number(event.key) - 1]?.[0]
  if (step) {
    const next = at < 0 ? passages.length - 1 : at + step
    const to = passages[next]?.element ?? (step > 0 ? go : undefined)
    to?.focus()
  } else if (choice && at >= 0) passages[at]!.choose(choice)
  else return
  event.preventDefault()
}

interface Around {
  index: number
  of: number
  end: LineEnd
  changed(): void
}

function passageOf(clash: Conflict, { index, of, end, changed }: Around): Passage {
  const own = element('textarea', { className: 'source', hidden: true, rows: 5, spellcheck: false })
  own.setAttribute('aria-label', `Your words for passage ${index + 1}`)
  let chosen: Choice | null = null
  const choose = (choice: Choice) => {
    if (choice === 'edit' && chosen !== 'edit')
      own.value = chosen ? words(clash, chosen, end) : words(clash, 'both', end)
    chosen = choice
    own.hidden = choice !== 'edit'
    radios.get(choice)!.checked = true
    if (choice === 'edit') own.focus()
    changed()
  }
  const radios = new Map(choices.map(([choice]) => [choice, radio(index, () => choose(choice))]))
  const group = element('section', { className: 'passage-choice', tabIndex: -1 }, [
    element('h3', { textContent: `Passage ${index + 1} of ${of}, around line ${clash.line}` }),
    element('div', { className: 'sides' }, [side('Mine', clash.mine), side('Theirs', clash.theirs)]),
    fieldset(radios),
    own,
  ])
  group.setAttribute('aria-label', `Passage ${index + 1} of ${of}`)
  group.setAttribute('role', 'group')
  return {
    element: group,
    choose,
    text: () =>
      chosen === null ? null : chosen === 'edit' ? lines(own.value, clash, end) : words(clash, chosen, end),
  }
}

function fieldset(radios: ReadonlyMap<Choice, HTMLInputElement>): HTMLElement {
  const legend = element('legend', { className: 'visually-hidden', textContent: 'What stays' })
  const labels = choices.map(([choice, word], index) =>
    element('label', {}, [
      radios.get(choice)!,
      element('kbd', { textContent: `${index + 1}` }),
      new Text(` ${word}`),
    ]),
  )
  return element('fieldset', { className: 'choice inline' }, [legend, ...labels])
}

function radio(index: number, onChange: () => void): HTMLInputElement {
  const made = element('input', { type: 'radio', name: `passage-${index}` })
  made.addEventListener('change', onChange)
  return made
}

const side = (name: string, text: string): HTMLElement =>
  element('div', {}, [
    element('p', { className: 'hint', textContent: text === '' ? `${name}: taken out` : name }),
    ...(text === '' ? [] : [element('pre', { className: 'passage', textContent: text, dir: 'auto' })]),
  ])

function words({ mine, theirs }: Conflict, choice: Exclude<Choice, 'edit'>, end: LineEnd): string {
  if (choice !== 'both') return choice === 'mine' ? mine : theirs
  return theirs === '' || theirs.endsWith('\n') ? theirs + mine : theirs + end + mine
}

/** What was typed, with the line breaks of the file; it ends its line where the passage did. */
function lines(typed: string, { mine, theirs }: Conflict, end: LineEnd): string {
  const both = mine + theirs
  const ended = both.endsWith('\n') && typed !== '' && !typed.endsWith('\n') ? `${typed}\n` : typed
  return end === '\n' ? ended : ended.replaceAll('\n', end)
}
