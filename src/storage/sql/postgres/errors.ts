// The meaning of PostgreSQL's errors to the service: a lost race, a lost connection, or a full disk.
import { Problem } from '../../../domain/problem.ts'

const LOST_RACE = new Set(['40001', '40P01', '23505'])
const FULL = new Set(['53100', '53200'])
const DOWN = new Set(['25P03', '57P01', '57P02', '57P03', '53300', '57014', '25006', '55P03'])
const NETWORK = /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_)|ENOTFOUND)/
const SAID =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Query read timeout$)/
const SILENT = 'Query read timeout'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * A transaction that met this may run again: two transactions deadlocked, could not be serialized, or added the same
 * row at once, which the next run finds.
 */
export const isLostRace = (error: unknown): boolean => LOST_RACE.has(codeOf(error))

/**
 * A newer program added a column, and the connection keeps a plan of before for a statement that reads all of them: "cached
 * plan must not change result type" (0A000, which says more things; the routine says which).
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

/** The statement names a table that is not there. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01'

/** The server went away or does not answer for now. */
export function isDown(error: unknown): boolean {
  const code = codeOf(error)
  if (DOWN.has(code) || code.startsWith('08') || NETWORK.test(code)) return true
  if (error instanceof AggregateError) return error.errors.some(isDown)
  return error instanceof Error && SAID.test(error.message)
}

/** The connection stands, and nothing came over it for longer than the server may take to answer; also as a cause. */
export function isSilent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === SILENT || isSilent(error.cause)
}

/** The error as callers know it; anything unexpected stays as it is. */
export function translated(error: unknown): unknown {
  if (FULL.has(codeOf(error))) return withCause(full(), error)
  if (isDown(error)) return withCause(down(), error)
  return error
}

export function withCause(problem: Problem, cause: unknown): Problem {
  problem.cause = cause
  return problem
}

const full = (): Problem =>
  new Problem('storage_full', 'There is no room left to store this. Free some space and try again.')

const down = (): Problem =>
  new Problem('storage_unavailable', 'The database does not answer for now. Try again shortly.')

/** The connection was lost while the answer to COMMIT was on its way. */
export const unknownOutcome = (): Problem =>
  new Problem(
    'storage_unavailable',
    'The database went away while saving; the change may or may not be there. Look before trying again, or repeat with the same Idempotency-Key.',
  )
