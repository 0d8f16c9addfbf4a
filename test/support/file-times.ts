// Keeps the seconds of each test file in test/times.json: read to start the longest files first, written on request by a whole green run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fromRoot } from './project-root.ts'
import type { Outcome } from './report.ts'

const timesFile = fromRoot('test', 'times.json')

/** Seconds from which a file is listed; the order of shorter ones makes no difference. */
const SHORTEST = 3

/** Whole seconds for each file that takes three or more. */
type Times = Readonly<Record<string, number>>

const readTimes = (): Times =>
  existsSync(timesFile) ? (JSON.parse(readFileSync(timesFile, 'utf8')) as Times) : {}

/** The longest of the listed run first, so that no core waits at the end; a file not listed is taken for a middling one. */
export function slowestFirst(files: string[], times: Times = readTimes()): string[] {
  const known = Object.values(times).sort((a, b) => a - b)
  const middling = known[Math.floor(known.length / 2)] ?? 0
  const timeOf = (file: string) => times[file] ?? middling
  return files.sort((a, b) => timeOf(b) - timeOf(a) || a.localeCompare(b))
}

/** The times of this run; a file that it left out (`.full.test.ts`) keeps its time as long as it exists. */
export function newTimes(outcomes: Outcome[], times: Times = readTimes()): Times {
  const now = new Map(Object.entries(times).filter(([file]) => existsSync(fromRoot(file))))
  for (const { file, milliseconds } of outcomes) {
    if (milliseconds < SHORTEST * 1000) now.delete(file)
    else now.set(file, Math.round(milliseconds / 1000))
  }
  return Object.fromEntries([...now].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function keepTimes(outcomes: Outcome[]): void {
  writeFileSync(timesFile, `${JSON.stringify(newTimes(outcomes), null, 2)}\n`)
}
