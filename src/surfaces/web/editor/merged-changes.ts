// The changes that needed no choice, each in its place among the choices: those nearest to one are there, the rest is shown when asked for.

import { diffWordsWithSpace } from 'diff'
import { isConflict, type Part, type SettledChange } from '../../../content/diff/merge-parts.ts'
import { element } from '../artifact-viewer/notice.ts'
import { conflictWords } from '../words/editor.ts'
import { press } from './ways-out.ts'

export interface MergedChanges {
  /** By the index of their part. */
  elements: ReadonlyMap<number, HTMLElement>
  /** The button that shows all of them; none where there is nothing else to show. */
  toggle: HTMLElement[]
}

export const isMerged = (part: Part | undefined): part is SettledChange =>
  part !== undefined && typeof part !== 'string' && !isConflict(part)

/** `by` is who saved the other version. */
export function mergedChanges(parts: readonly Part[], by: string): MergedChanges {
  const elements = new Map(
    parts.flatMap((part, at): [number, HTMLElement][] => (isMerged(part) ? [[at, hidden()]] : [])),
  )
  const show = (at: number) => fill(elements.get(at)!, parts[at] as SettledChange, by)
  for (const at of elements.keys()) if (isNextToConflict(parts, at)) show(at)
  const rest = () => [...elements].filter(([, { hidden }]) => hidden)
  if (rest().length === 0) return { elements, toggle: [] }
  const toggle = press(
    conflictWords.showMerged(elements.size),
    () => {
      const first = rest()[0]![1]
      for (const [at] of rest()) show(at)
      toggle.remove()
      first.focus()
    },
    'as-link',
  )
  return { elements, toggle: [toggle] }
}

const hidden = (): HTMLElement => element('p', { className: 'merged-change', hidden: true, tabIndex: -1 })

/** Characters of one change that are shown. */
const SHOWN = 1200

function fill(into: HTMLElement, { base, merged, by }: SettledChange, name: string): void {
  const [before, after] = [cut(base.trim()), cut(merged.trim())]
  const isGone = after === ''
  const words = isGone ? [element('del', { textContent: before })] : marked(before, after)
  const text = element('span', { className: 'say', dir: 'auto' }, words)
  const who = {
    mine: conflictWords.youMerged,
    theirs: conflictWords.theyMerged(name),
    both: conflictWords.bothMerged,
  }[by]
  into.replaceChildren(text, element('span', { className: 'badge', textContent: who }))
  into.hidden = false
}

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text)

/** Nothing but blanks between it and a choice. */
const isNextToConflict = (parts: readonly Part[], at: number): boolean =>
  [-1, 1].some(side => {
    const [next, beyond] = [parts[at + side], parts[at + 2 * side]]
    const isBlank = typeof next === 'string' && next.trim() === ''
    return beyond !== undefined && isBlank && isConflict(beyond)
  })

/** Longest text whose words are compared, in characters. */
const COMPARED = 4000

/** The text with the words marked that this side wrote. */
export function marked(base: string, text: string): Node[] {
  if (base.length + text.length > COMPARED) return [new Text(text)]
  return diffWordsWithSpace(base, text)
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => (added ? element('ins', { textContent: value }) : new Text(value)))
}
