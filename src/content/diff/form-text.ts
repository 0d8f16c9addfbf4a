// Texts as the editor's form sends them: with the line breaks of their file, and settled where they clash with another version.
import { keepBoth } from './keep-both.ts'
import { BUDGET, mergeParts } from './merge.ts'
import { type Conflict, isConflict, type Part, settledText } from './merge-parts.ts'

/** What was chosen for a clash; nothing yet where it is undefined. */
export type Choice = string | undefined

const withFileBreaks = (text: string, before: string | null): string => {
  const unix = text.replaceAll('\r\n', '\n')
  const wasWindows = before?.includes('\r\n') && !/(?<!\r)\n/.test(before)
  return wasWindows ? unix.replaceAll('\n', '\r\n') : unix
}

/** The text as a file: browsers send all line breaks alike, so it gets those of the file it was edited from. */
export const formFile = (text: string, before: string | null): Uint8Array =>
  Buffer.from(withFileBreaks(text, before))

/** Where the text, edited from `before`, clashes with another version. */
export const formConflicts = (text: string, before: string, theirs: string, budget = BUDGET): Conflict[] =>
  partsOf(text, before, theirs, budget).filter(isConflict)

/** The text merged with another version, each clash as chosen; null while a choice is missing. */
export function settledFile(
  text: string,
  before: string,
  theirs: string,
  choices: readonly Choice[],
  budget = BUDGET,
): Uint8Array | null {
  let clash = 0
  const texts = partsOf(text, before, theirs, budget).map(part =>
    isConflict(part) ? chosen(part, choices[clash++]) : settledText(part),
  )
  return texts.includes(null) ? null : Buffer.from(texts.join(''))
}

const partsOf = (text: string, before: string, theirs: string, budget: number): Part[] =>
  mergeParts(before, withFileBreaks(text, before), theirs, budget)

function chosen({ mine, theirs }: Conflict, choice: Choice): string | null {
  if (choice === 'mine') return mine
  if (choice === 'theirs') return theirs
  if (choice !== 'both') return null
  return keepBoth(theirs, mine, mine.includes('\r\n') ? '\r\n' : '\n')
}
