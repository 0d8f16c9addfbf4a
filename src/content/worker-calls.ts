// Comparing, merging and changing files: always in a process of its own, which reads them itself.
import type { Format } from '../domain/artifact.ts'
import type { RenderedChanges } from './anchors/rendered-changes.ts'
import type { Comparison } from './diff/comparison.ts'
import type { Labels } from './diff/diff.ts'
import type { Part } from './diff/merge-parts.ts'
import type { Edit, EditedFile, MergedFile } from './diff/new-files.ts'
import type { NewText, Replaced } from './html/text-in-place.ts'
import type { FileSource } from './render/file-source.ts'
import { sizeOf, type Turn } from './render/workers.ts'
import type { Input, Output, Task } from './worker.ts'

/** Milliseconds granted to so many characters or bytes: ten seconds, and two for each million. */
export const patience = (size: number): number => 10_000 + size / 500

/** Runs a task with time for all that it works on. */
export const runInWorker = <Name extends Task>(
  turn: Turn,
  task: Name,
  input: Input<Name>,
): Promise<Output<Name>> => turn.run(task, input, patience(sizeOf(input)))

/** A file and what it is. */
export interface PageFile {
  source: FileSource
  format: Format
}

/** Milliseconds after which differences become coarser. */
const BUDGET = 1000

/** `unifiedJson` of two files. */
export const compare = (turn: Turn, from: FileSource, to: FileSource, labels: Labels): Promise<Uint8Array> =>
  runInWorker(turn, 'unified', [from, to, labels, BUDGET])

/** `comparison` of two files. */
export const compareLines = (turn: Turn, from: FileSource, to: FileSource): Promise<Comparison> =>
  runInWorker(turn, 'comparison', [from, to, BUDGET])

/** `renderedChanges` of two files. */
export const compareRendered = (turn: Turn, before: PageFile, after: PageFile): Promise<RenderedChanges> =>
  runInWorker(turn, 'renderedChanges', [before, after, 2 * BUDGET])

/** `mergedFile` of three files. */
export const merge = (
  turn: Turn,
  base: FileSource,
  mine: FileSource,
  theirs: FileSource,
): Promise<MergedFile> => runInWorker(turn, 'mergedFile', [base, mine, theirs, 2 * BUDGET])

/** `mergeParts` of three files. */
export const mergePieces = (
  turn: Turn,
  base: FileSource,
  mine: FileSource,
  theirs: FileSource,
): Promise<Part[]> => runInWorker(turn, 'mergeParts', [base, mine, theirs, 2 * BUDGET])

/** `editedFile` of a file. */
export const edited = (turn: Turn, file: FileSource, edits: readonly Edit[]): Promise<EditedFile> =>
  runInWorker(turn, 'editedFile', [file, edits])

/** `markTexts` of a page. */
export const markedCopy = (turn: Turn, html: string): Promise<string | null> =>
  runInWorker(turn, 'markTexts', [html])

/** `replaceTexts` in a page. */
export const withNewTexts = (turn: Turn, html: string, texts: readonly NewText[]): Promise<Replaced> =>
  runInWorker(turn, 'replaceTexts', [html, texts])

/** `withoutInvisible` of a text that goes to a reader. */
export const visibleText = (turn: Turn, text: string): Promise<string> =>
  runInWorker(turn, 'withoutInvisible', [text])

/** `linkPicture` of a page. */
export const drawLinkPicture = (turn: Turn, name: string, drawing: string | null): Promise<Uint8Array> =>
  runInWorker(turn, 'linkPicture', [name, drawing])

/** `firstSentences` of a text. */
export const cardText = (turn: Turn, text: string, name: string): Promise<string | null> =>
  runInWorker(turn, 'firstSentences', [text, name])
