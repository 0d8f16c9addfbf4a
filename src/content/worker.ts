// The code of a worker process: it does one task after another, and loads each module when it is first asked for.
import type { Chunk, FileSource } from './render/file-source.ts'
import { receiveChunk, withFiles, withTexts } from './render/received-file.ts'

/** Each text in the input of a task may come as a file. */
const tasks = {
  describe: async () => (await import('./text/describe.ts')).describe,
  describeAll: async () => (await import('./text/describe.ts')).describeAll,
  findPassage: async () => (await import('./anchors/reanchor.ts')).findPassage,
  findQuote: async () => (await import('./anchors/reanchor.ts')).findQuote,
  carryPassages: async () => (await import('./anchors/reanchor.ts')).carryPassages,
  readable: async () => (await import('./text/readable-text.ts')).readableText,
  searchText: async () => (await import('./text/text-search.ts')).searchText,
  withoutInvisible: async () => (await import('../domain/plain-text.ts')).withoutInvisible,
  linkPicture: async () => (await import('./drawing/link-picture.ts')).linkPicture,
  firstSentences: async () => (await import('./text/first-sentences.ts')).firstSentences,
  comparison: async () => (await import('./diff/comparison.ts')).comparison,
  renderedChanges: async () => (await import('./anchors/rendered-changes.ts')).renderedChanges,
  unified: async () => (await import('./diff/diff.ts')).unifiedJson,
  renderPage: async () => (await import('./render/render-page.ts')).renderPage,
  sourceView: async () => (await import('./text/source-lines.ts')).sourceView,
  editedFile: async () => (await import('./diff/new-files.ts')).editedFile,
  mergedFile: async () => (await import('./diff/new-files.ts')).mergedFile,
  markTexts: async () => (await import('./html/text-in-place.ts')).markTexts,
  replaceTexts: async () => (await import('./html/text-in-place.ts')).replaceTexts,
  mergeParts: async () => (await import('./diff/merge.ts')).mergeParts,
}

type Tasks = typeof tasks
type Run<Name extends Task> = Awaited<ReturnType<Tasks[Name]>>

/** A value of the input as the main process may give it. */
type Given<T> = string extends T
  ? T | FileSource
  : T extends AsyncIterable<Uint8Array>
    ? FileSource
    : T extends object
      ? { [Key in keyof T]: Given<T[Key]> }
      : T

export type Task = keyof Tasks
/** The arguments of a task. */
export type Input<Name extends Task> = Given<Parameters<Run<Name>>>
/** The result of a task. */
export type Output<Name extends Task> = Awaited<ReturnType<Run<Name>>>

/** Tasks that read their file as it comes. */
const streaming: ReadonlySet<Task> = new Set(['describe', 'describeAll', 'sourceView'])

/** The outcome of a task, and the processor time that the process used since it started, in milliseconds. */
export type Answer = ({ value: unknown } | { error: string }) & { spent: number }

/** All that a task needs is loaded: what the process used until now is not the task's doing. Milliseconds. */
export interface Loaded {
  loaded: number
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function answer(task: Task, input: unknown): void {
  const tell = (result: { value: unknown } | { error: string }): void => {
    process.send?.({ ...result, spent: processorTime() } satisfies Answer)
  }
  run(task, input).then(
    value => tell({ value }),
    error => tell({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
  )
}

async function run(task: Task, input: unknown): Promise<unknown> {
  const run = (await tasks[task]()) as (...input: unknown[]) => unknown
  process.send?.({ loaded: processorTime() } satisfies Loaded)
  const given = streaming.has(task) ? withFiles(input) : await withTexts(input)
  return run(...(given as unknown[]))
}

process.on('message', (message: Chunk | { task: Task; input: unknown } | { prepare: Task }) => {
  if ('chunkOf' in message) receiveChunk(message)
  // A module that cannot be loaded now fails its task later.
  else if ('prepare' in message) tasks[message.prepare]().catch(() => undefined)
  else answer(message.task, message.input)
})
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
