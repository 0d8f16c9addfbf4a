// Two people's words where both changed the same passage: chosen one by one, with the mouse or by n, p, 1, 2, 3 and 4.

import { keepBoth } from '../../../content/diff/keep-both.ts'
import { type Conflict, isConflict, type Part, settledText } from '../../../content/diff/merge-parts.ts'
import { element } from '../artifact-viewer/notice.ts'
import { conflictWords } from '../words/editor.ts'
import type { Form } from './file-encoding.ts'
import { marked, mergedChanges } from './merged-changes.ts'
import { press } from './ways-out.ts'

type LineEnd = Form['end']

type Choice = 'mine' | 'theirs' | 'both' | 'edit'

const choices: readonly Choice[] = ['mine', 'theirs', 'both', 'edit']

/** How the file breaks its lines, and who saved meanwhile. */
export interface Between {
  end: LineEnd
  by: string
}

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

/** `done` gets the whole text once every passage is chosen and the reader goes on. */
export function passagesOf(parts: readonly Part[], between: Between, done: (text: string) => void): Passages {
  const state = element('p', { className: 'hint' })
  state.setAttribute('role', 'status')
  const clashes = parts.flatMap((part, at) =>
    isConflict(part) ? [{ clash: part, at, before: parts[at - 1], after: parts[at + 1] }] : [],
  )
  const count = () => passages.filter(passage => passage.text() !== null).length
  const tell = () => {
    state.textContent = conflictWords.count(count(), passages.length)
    go.disabled = count() < passages.length
  }
  const passages = clashes.map(({ clash, at, ...beside }, index) =>
    passageOf(clash, { index, of: clashes.length, ...between, ...beside, changed: tell }),
  )
  const go = press(conflictWords.merge, () => done(joined(parts, passages)), 'button primary')
  const merged = mergedChanges(parts, between.by)
  const inOrder = parts.flatMap((_, at) => {
    const choice = clashes.findIndex(clash => clash.at === at)
    return choice === -1 ? (merged.elements.get(at) ?? []) : passages[choice]!.element
  })
  const list = element('div', { className: 'passages' }, [
    ...inOrder,
    element('p', { className: 'actions conflict-foot' }, [
      element('span', { className: 'conflict-count' }, [state, ...merged.toggle]),
      go,
    ]),
  ])
  list.addEventListener('keydown', event => onKey(event, passages, go))
  tell()
  return { element: list, focus: () => passages[0]?.element.focus() }
}

function joined(parts: readonly Part[], passages: readonly Passage[]): string {
  let clash = 0
  return parts
    .map(part => (isConflict(part) ? (passages[clash++]!.text() ?? '') : settledText(part)))
    .join('')
}

function onKey(event: KeyboardEvent, passages: readonly Passage[], go: HTMLButtonElement): void {
  const target = event.target as HTMLElement
  if (target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return
  const at = passages.findIndex(passage => passage.element.contains(target))
  const step = { n: 1, p: -1 }[event.key]
  const choice = choices[Number(event.key) - 1]
  if (step) {
    const next = at < 0 ? passages.length - 1 : at + step
    const to = passages[next]?.element ?? (step > 0 ? go : undefined)
    to?.focus()
  } else if (choice && at >= 0) passages[at]!.choose(choice)
  else return
  event.preventDefault()
}

interface Around extends Between {
  index: number
  of: number
  /** What stands before and behind it, merged already or chosen apart. */
  before: Part | undefined
  after: Part | undefined
  changed(): void
}

function passageOf(clash: Conflict, { index, of, end, by, before, after, changed }: Around): Passage {
  const own = element('textarea', { className: 'source input', hidden: true, rows: 5, spellcheck: false })
  own.setAttribute('aria-label', conflictWords.own(index + 1))
  const result = element('p', { className: 'say', dir: 'auto' })
  const will = element('div', { className: 'will-say', hidden: true }, [
    element('p', { className: 'small muted', textContent: conflictWords.willSay }),
    result,
  ])
  let chosen: Choice | null = null
  const text = () =>
    chosen === null ? null : chosen === 'edit' ? lines(own.value, clash, end) : textOf(clash, chosen, end)
  const tell = () => {
    result.textContent = text() || conflictWords.removed
    will.hidden = chosen === null || chosen === 'edit'
    changed()
  }
  const choose = (choice: Choice) => {
    if (choice === 'edit' && chosen !== 'edit') own.value = textOf(clash, chosen ?? 'both', end)
    chosen = choice
    own.hidden = choice !== 'edit'
    radios.get(choice)!.checked = true
    if (choice === 'edit') own.focus()
    tell()
  }
  own.addEventListener('input', tell)
  const radios = new Map(choices.map(choice => [choice, radio(index, () => choose(choice))]))
  const group = element('section', { className: 'passage-choice', tabIndex: -1 }, [
    element('p', {
      className: 'small muted',
      textContent: conflictWords.place(index + 1, of, clash.line),
    }),
    ...context(before, 'last'),
    picks(clash, radios, by),
    ...(clash.base === '' ? [] : [earlier(clash.base)]),
    own,
    will,
    ...context(after, 'first'),
  ])
  group.setAttribute('aria-label', conflictWords.place(index + 1, of, clash.line))
  group.setAttribute('role', 'group')
  return { element: group, choose, text }
}

/** Both sides beside each other, and below them what else can be done. */
function picks(clash: Conflict, radios: ReadonlyMap<Choice, HTMLInputElement>, by: string): HTMLElement {
  const pick = (choice: 'mine' | 'theirs', name: string) =>
    element('label', { className: 'pick' }, [
      radios.get(choice)!,
      element('span', {}, [
        element('strong', { textContent: name }),
        clash[choice] === ''
          ? element('span', { className: 'say muted', textContent: conflictWords.removed })
          : element('span', { className: 'say', dir: 'auto' }, marked(clash.base, clash[choice])),
      ]),
    ])
  const chip = (choice: Choice, name: string) =>
    element('label', { className: 'chip' }, [radios.get(choice)!, new Text(name)])
  return element('fieldset', { className: 'picks' }, [
    element('legend', { className: 'badge warn', textContent: conflictWords.chooseOne }),
    element('div', { className: 'sides' }, [
      pick('mine', conflictWords.yours),
      pick('theirs', conflictWords.theirs(by)),
    ]),
    element('p', { className: 'actions' }, [
      chip('both', conflictWords.both),
      chip('edit', conflictWords.write),
    ]),
  ])
}

const earlier = (text: string): HTMLElement =>
  element('details', { className: 'small' }, [
    element('summary', { textContent: conflictWords.before }),
    element('p', { className: 'say', dir: 'auto', textContent: text }),
  ])

/** Characters of what stands beside a choice. */
const CONTEXT = 240

/** The line nearest to the choice, so that its sentence is read where it stands. */
function context(part: Part | undefined, side: 'first' | 'last'): HTMLElement[] {
  if (typeof part !== 'string') return []
  const lines = part.split(/\r?\n/).filter(line => line.trim() !== '')
  const line = side === 'first' ? lines[0] : lines.at(-1)
  if (line === undefined) return []
  const cut = side === 'first' ? line.slice(0, CONTEXT) : line.slice(-CONTEXT)
  return [element('p', { className: 'say around', dir: 'auto', textContent: cut })]
}

function radio(index: number, onChange: () => void): HTMLInputElement {
  const made = element('input', { type: 'radio', name: `passage-${index}` })
  made.addEventListener('change', onChange)
  return made
}

const textOf = ({ mine, theirs }: Conflict, choice: Choice, end: LineEnd): string =>
  choice === 'mine' ? mine : choice === 'theirs' ? theirs : keepBoth(theirs, mine, end)

/** What was typed, with the line breaks of the file; it ends its line where the passage did. */
function lines(typed: string, { mine, theirs }: Conflict, end: LineEnd): string {
  const both = mine + theirs
  const ended = both.endsWith('\n') && typed !== '' && !typed.endsWith('\n') ? `${typed}\n` : typed
  return end === '\n' ? ended : ended.replaceAll('\n', end)
}
