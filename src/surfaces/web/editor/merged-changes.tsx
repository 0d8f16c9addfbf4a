// The changes of a merge that needed no choice, and the words in a text that one side wrote.

import { diffWordsWithSpace } from 'diff'
import type { JSX } from 'preact'
import { isConflict, type Part, type SettledChange } from '../../../content/diff/merge-parts.ts'
import { Badge } from '../layout/controls.tsx'
import { conflictWords as words } from '../words/editor.ts'

export const isMerged = (part: Part | undefined): part is SettledChange =>
  part !== undefined && typeof part !== 'string' && !isConflict(part)

/** True where only blanks stand between the part and a choice. */
export const isNextToConflict = (parts: readonly Part[], at: number): boolean =>
  [-1, 1].some(side => {
    const [next, beyond] = [parts[at + side], parts[at + 2 * side]]
    const isBlank = typeof next === 'string' && next.trim() === ''
    return beyond !== undefined && isBlank && isConflict(beyond)
  })

interface MergedChangeProps {
  change: SettledChange
  /** Name of the person who saved the other version. */
  name: string
  /** Takes the keyboard when it comes. */
  isAsked: boolean
}

/** A change that is merged already, with who made it. */
export function MergedChange({ change, name, isAsked }: MergedChangeProps): JSX.Element {
  const { base, merged, by } = change
  const [before, after] = [shortened(base.trim()), shortened(merged.trim())]
  const who = { mine: words.youMerged, theirs: words.theyMerged(name), both: words.bothMerged }[by]
  return (
    <p class="merged-change" tabIndex={-1} ref={isAsked ? focusOnce : null}>
      <span class="say" dir="auto">
        {after === '' ? <del>{before}</del> : <Marked base={before} text={after} />}
      </span>
      <Badge>{who}</Badge>
    </p>
  )
}

/** Focuses an element when it comes, as its `ref`. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus()

/** Characters of one change that are shown. */
const SHOWN = 1200

const shortened = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text

/** Longest text whose words are compared, in characters. */
const COMPARED = 4000

/** The text with the words marked that this side wrote. */
export function Marked({ base, text }: { base: string; text: string }): JSX.Element {
  if (base.length + text.length > COMPARED) return <>{text}</>
  return (
    <>
      {diffWordsWithSpace(base, text)
        .filter(({ removed }) => !removed)
        .map(({ value, added }, at) => (added ? <ins key={at}>{value}</ins> : value))}
    </>
  )
}
