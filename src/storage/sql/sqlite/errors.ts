// The meaning of SQLite's errors to the service: full, busy, or a disk that failed.
import { Problem } from '../../../domain/problem.ts'
import { DurabilityError } from '../../durable-writes.ts'

const BUSY = 5
const IO = 10
const FULL = 13
const CANNOT_OPEN = 14
/** The shared-memory file could not grow: no room, not a broken disk. */
const SHARED_MEMORY_SIZE = 4874

interface SqliteError extends Error {
  errcode?: number
}

const primary = (error: unknown): number => ((error as SqliteError).errcode ?? 0) & 0xff

export const isBusy = (error: unknown): boolean => primary(error) === BUSY

/** The statement names a table that is not there; SQLite tells it by its message alone. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('no such table')

/** The error as callers know it; anything unexpected stays as it is. */
export function translated(error: unknown): unknown {
  const code = primary(error)
  if (code === FULL || (error as SqliteError).errcode === SHARED_MEMORY_SIZE) return withCause(full(), error)
  if (code === BUSY) return withCause(busy(), error)
  if (code === CANNOT_OPEN) return withCause(unreachable(), error)
  if (code !== IO) return error
  const { message, errcode } = error as SqliteError
  return new DurabilityError(`The disk failed under the database (${errcode}): ${message}`, { cause: error })
}

function withCause(problem: Problem, cause: unknown): Problem {
  problem.cause = cause
  return problem
}

const full = (): Problem =>
  new Problem('storage_full', 'There is no room left to store this. Free some space and try again.')

export const busy = (): Problem =>
  new Problem('storage_unavailable', 'The database is held by another process for too long. Try again.')

const unreachable = (): Problem =>
  new Problem(
    'storage_unavailable',
    'The database file cannot be opened. Check the data folder and try again.',
  )
