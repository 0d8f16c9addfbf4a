// --jq: a filter over the JSON of an answer, by jq itself, which is loaded only when it is asked for.
import { Failure, usage } from '../failure.ts'

/** Returns the printed text of a value, with the line ends. */
export type JqFilter = (value: unknown) => string

/** The part of jq that this module needs. */
export interface Jq {
  raw(input: string, filter: string, flags?: string[]): { stdout: string; stderr: string; exitCode: number }
}

/** Exit code of jq for a filter that is not one. */
const NO_FILTER = 3

/**
 * Checks the filter before anything is sent: a write whose answer is then lost would be worse than none.
 * @throws Failure with exit code 2
 */
export function jqFilter(jq: Jq, filter: string): JqFilter {
  const { exitCode, stderr } = jq.raw('null', filter)
  if (exitCode === NO_FILTER) throw usage(`--jq is no filter that jq can read: ${reason(stderr)}`)
  return value => {
    const { stdout, stderr, exitCode } = jq.raw(JSON.stringify(value ?? null), filter, ['-r', '-c'])
    if (exitCode > 0)
      throw new Failure(1, {
        code: 'filter_failed',
        detail: `The command is done, but --jq does not fit its answer: ${reason(stderr)}`,
      })
    return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`
  }
}

const reason = (stderr: string): string => stderr.replace(/^jq: /, '').split('\n')[0]!
