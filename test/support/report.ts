// Turns the events of Node's test runner for one file into a line, each failure in full, and counts.
import { relative } from 'node:path'
import type { TestsStream } from 'node:test'
import { inspect } from 'node:util'
import { projectRoot } from './project-root.ts'

export interface Outcome {
  file: string
  passed: number
  failed: number
  skipped: number
  milliseconds: number
  /** True where the file failed beside other files and passed alone. */
  flaky?: boolean
  /** True where its process ended before the file began, which is no fault of the file. */
  unbegun?: boolean
  /** Lines to print about the file. */
  text: string
}

type Event =
  | { type: 'test:pass' | 'test:fail'; data: Ended }
  | { type: 'test:stdout' | 'test:stderr'; data: { message: string } }
  | { type: 'test:diagnostic'; data: { message: string; file?: string } }
  /** Of a process that came to the end of its tests, or, without a file, of the whole run. */
  | { type: 'test:summary'; data: { file?: string } }

interface Ended {
  name: string
  file?: string
  skip?: string | boolean
  todo?: string | boolean
  details: { type?: string; error?: Error & { failureType?: string } }
}

interface Notes {
  passed: number
  failures: Ended[]
  skips: Ended[]
  output: string
  milliseconds: number
}

const BEGINS = 'the tests begin of '

/** The name of the test that stands before the tests of a file, where several files share a process. */
export const beginningOf = (file: string): string => BEGINS + file

const begunBy = ({ type, data }: Event): string | undefined =>
  type === 'test:pass' && data.name.startsWith(BEGINS) ? data.name.slice(BEGINS.length) : undefined

export interface Expected {
  /** Only some tests run, so that a file may have none of them. */
  isPartial: boolean
  /** Called after each failure that counts. */
  onFailure(): void
}

/**
 * Reads the stream to its end. Suites are not counted, and neither is a test that failed only by what is inside it. A file
 * has failed too that has no test, that never began, and the last one of a process that ended before its tests had.
 */
export async function report(
  files: readonly string[],
  stream: TestsStream,
  { isPartial, onFailure }: Expected,
): Promise<Outcome[]> {
  const found = new Map<string, Notes>()
  let begin = performance.now()
  let notes = newNotes()
  let isWhole = false
  const turnTo = (file: string): void => {
    notes = found.get(file) ?? newNotes()
    found.set(file, notes)
  }
  const endTurn = (): void => {
    const now = performance.now()
    notes.milliseconds = Math.round(now - begin)
    begin = now
  }
  if (files.length === 1) turnTo(files[0]!)
  try {
    for await (const event of stream as unknown as AsyncIterable<Event>) {
      const file = begunBy(event)
      if (file !== undefined) {
        if (found.size > 0) endTurn()
        turnTo(file)
      } else note(notes, event)
      if (event.type === 'test:summary' && event.data.file) isWhole = true
      if (notes.failures.length > 0) onFailure()
    }
  } catch (error) {
    notes.failures.push({ name: files.join(' '), details: { error: error as Error } })
  }
  if (found.size === 0) found.set(files[0]!, notes)
  endTurn()
  if (!isWhole && notes.failures.length === 0)
    notes.failures.push(
      failure('the file as a whole', 'The process ended before its tests had, or has no test.'),
    )
  return files.map(file => {
    const own = found.get(file)
    if (!own) return { ...outcomeOf(file, unbegun(file, notes)), unbegun: true }
    if (!isPartial && isEmpty(own)) own.failures.push(failure('the file as a whole', 'It has no test.'))
    return outcomeOf(file, own)
  })
}

const failure = (name: string, message: string): Ended => ({ name, details: { error: new Error(message) } })

const isEmpty = ({ passed, failures, skips }: Notes): boolean => passed + failures.length + skips.length === 0

const newNotes = (): Notes => ({ passed: 0, failures: [], skips: [], output: '', milliseconds: 0 })

/** The last output of the process may tell why it came no further. */
const unbegun = (file: string, { output }: Notes): Notes => ({
  ...newNotes(),
  failures: [failure(file, 'The process ended before this file began.')],
  output,
})

function outcomeOf(file: string, notes: Notes): Outcome {
  const { passed, failures, skips, milliseconds } = notes
  const counts = { passed, failed: failures.length, skipped: skips.length }
  return { file, ...counts, milliseconds, text: describe(file, notes) }
}

function note(notes: Notes, { type, data }: Event): void {
  if (type === 'test:stdout' || type === 'test:stderr') notes.output += data.message
  // Those without a file count the run.
  else if (type === 'test:diagnostic') notes.output += data.file ? `${data.message}\n` : ''
  else if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed')
    notes.failures.push(data)
  else if (type === 'test:pass' && (data.skip !== undefined || data.todo !== undefined))
    notes.skips.push(data)
  // Node counts a file in which it ran nothing as a test by its path.
  else if (type === 'test:pass' && data.details.type !== 'suite' && data.name !== data.file) notes.passed++
}

function describe(file: string, { passed, failures, skips, output, milliseconds }: Notes): string {
  const mark = failures.length > 0 ? 'FAILED' : 'ok'
  return [
    `${mark.padEnd(8)}${file}  ${passed} passed, ${(milliseconds / 1000).toFixed(1)} s`,
    ...skips.map(describeSkip),
    ...failures.map(describeFailure),
    ...(failures.length > 0 && output ? [indent(output.trimEnd())] : []),
  ].join('\n')
}

const describeSkip = ({ name, skip, todo }: Ended) =>
  `  skipped: ${name} (${[skip, todo].find(reason => typeof reason === 'string') ?? 'no reason given'})`

function describeFailure({ name, details }: Ended): string {
  const title = name.startsWith(projectRoot) ? `${relative(projectRoot, name)} as a whole` : name
  return indent(`not ok: ${title}\n${indent(explain(details.error))}`)
}

/** Returns the error and its place, without the runner's own lines of the stack, and short whatever was compared. */
function explain(error: Error | undefined): string {
  const cause = error?.cause ?? error
  if (!(cause instanceof Error)) return shorten(inspect(cause))
  const frames = cause.stack?.match(/^ +at (?!.*node:(internal|async_hooks)).*$/gm) ?? []
  const deeper = cause.cause ? `\ncaused by ${explain(cause.cause as Error)}` : ''
  return [shorten(`${cause.name}: ${cause.message}`), ...frames].join('\n') + deeper
}

function shorten(text: string): string {
  const lines = text.split('\n').map(line => (line.length > 300 ? `${line.slice(0, 300)}…` : line))
  return lines.length > 40
    ? [...lines.slice(0, 40), `… ${lines.length - 40} more lines`].join('\n')
    : lines.join('\n')
}

const indent = (text: string) => text.replace(/^/gm, '  ')
