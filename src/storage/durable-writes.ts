// Durable writes on a file system: calls whose failure is named, and one fsync shared by many writers.
import fs from 'node:fs'
import { promisify } from 'node:util'
import { Problem } from '../domain/problem.ts'

/**
 * The disk failed to keep what it was given. The kernel reports such a loss once and then forgets it, so a
 * second fsync proves nothing: the process should stop, and what was not acknowledged is not there.
 */
export class DurabilityError extends Error {
  override readonly name = 'DurabilityError'
}

export const openFile = promisify(fs.open)
export const renameFile = promisify(fs.rename)
const fsync = promisify(fs.fsync)
const writev = promisify(fs.writev)

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const NOT_THE_DISK = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'])

/** The code of a system error (`ENOENT`, …), or undefined. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code
}

/** Runs one step of a write; a failure becomes `storage_full`, `storage_unavailable` or a `DurabilityError`. */
export async function step<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw writeFailure(error)
  }
}

function writeFailure(error: unknown): Error {
  const code = codeOf(error) ?? ''
  if (FULL.has(code)) return withCause(full(), error)
  if (NOT_THE_DISK.has(code)) return withCause(unavailable(code), error)
  return new DurabilityError(`The disk failed to keep a file: ${(error as Error).message}`, { cause: error })
}

/** A problem for a disk without room. */
export function full(): Problem {
  return new Problem(
    'storage_full',
    'There is no room left to store this. Free some space and try again.',
    {},
  )
}

/** A problem for a file system that cannot serve for now but has lost nothing. */
export function unavailable(code: string): Problem {
  return new Problem(
    'storage_unavailable',
    `Storage cannot be used for now (${code}). Try again shortly.`,
    {},
  )
}

function withCause(problem: Problem, cause: unknown): Problem {
  problem.cause = cause
  return problem
}

/** Writes all chunks in order, however often the kernel takes only a part. */
export async function writeAll(fd: number, chunks: readonly Uint8Array[]): Promise<void> {
  let rest = chunks
  while (rest.length > 0) {
    const { bytesWritten } = await writev(fd, rest.slice(0, 1024))
    rest = after(rest, bytesWritten)
  }
}

function after(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [index, chunk] of chunks.entries()) {
    if (left < chunk.byteLength) return [chunk.subarray(left), ...chunks.slice(index + 1)]
    left -= chunk.byteLength
  }
  return []
}

/** Makes a file's bytes, or a folder's entries, durable. */
export function sync(fd: number): Promise<void> {
  return fsync(fd)
}

/** Makes the entries of one folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const fd = await openFile(path, 'r')
  try {
    await fsync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** One open folder whose fsync is shared: calls during one fsync share the next. */
export class SharedSync {
  readonly #fd: number
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(fd: number) {
    this.#fd = fd
  }

  /** Resolves after an fsync that began after this call. A failure reaches all who share it and all after. */
  sync(): Promise<void> {
    if (this.#running === undefined) return this.#start()
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  #start(): Promise<void> {
    this.#next = undefined
    this.#running = fsync(this.#fd).then(() => {
      this.#running = undefined
    })
    return this.#running
  }
}
