// Tasks that make a new file of old ones; its bytes go back as they will be stored.
import { onlyPlaces } from '../text/find-matches.ts'
import { merge3 } from './merge.ts'

/** `conflicts` are the bytes of the JSON of a `Conflict[]`. */
export type MergedFile = { bytes: Uint8Array } | { conflicts: Uint8Array }

/** `merge3` as a file. */
export function mergedFile(base: string, mine: string, theirs: string, budget: number): MergedFile {
  const result = merge3(base, mine, theirs, budget)
  return 'conflicts' in result
    ? { conflicts: Buffer.from(JSON.stringify(result.conflicts)) }
    : { bytes: Buffer.from(result.merged) }
}

/** A passage to replace. */
export interface Edit {
  oldText: string
  newText: string
}

/** Why nothing was changed: the old text of the edit at `edit` is missing, occurs several times, or touches another one. */
export interface RefusedEdit {
  refused: 'none' | 'many' | 'overlap'
  edit: number
}

export type EditedFile = { bytes: Uint8Array } | RefusedEdit

/** Replaces every `oldText`, each of which must occur exactly once; all or nothing (contract section 3). */
export function editedFile(source: string, edits: readonly Edit[]): EditedFile {
  const starts = onlyPlaces(
    source,
    edits.map(edit => edit.oldText),
  )
  const places: (Edit & { edit: number; start: number })[] = []
  for (const [edit, start] of starts.entries()) {
    if (typeof start === 'string') return { refused: start, edit }
    places.push({ ...edits[edit]!, edit, start })
  }
  places.sort((a, b) => a.start - b.start)
  let result = ''
  let done = 0
  for (const { edit, start, oldText, newText } of places) {
    if (start < done) return { refused: 'overlap', edit }
    result += source.slice(done, start) + newText
    done = start + oldText.length
  }
  return { bytes: Buffer.from(result + source.slice(done)) }
}
