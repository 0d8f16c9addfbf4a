// Commands of administration: their input and their answers.
import type { Settings } from '../settings.ts'

export interface Task {
  command: string
  input: Readonly<Record<string, unknown>>
  progress(line: string): void
}

export interface Outcome {
  value: Record<string, unknown>
  lines: readonly string[]
  ok: boolean
}

export type Env = Readonly<Record<string, string | undefined>>

export type AdminCommand = (task: Task, settings: Settings, env: Env) => Promise<Outcome>

/** Mistakes in the settings or words of a command, all at once. */
export class Unsettled extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}
