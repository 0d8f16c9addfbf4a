// The files one call wrote before its transaction: removes those that certainly no row names.
import { Problem } from '../../domain/problem.ts'
import { CallerGone } from './caller-gone.ts'
import type { Context } from './context.ts'
import { VersionConflict } from './version-conflict.ts'

export class WrittenFiles {
  readonly #context: Pick<Context, 'blobs'>
  readonly #blobs: string[] = []

  constructor(context: Pick<Context, 'blobs'>) {
    this.#context = context
  }

  /** To be called as soon as the file is there. */
  add(blob: string): void {
    this.#blobs.push(blob)
  }

  /** Removes all but those that rows name. One that cannot be removed now is left to the sweep, like every orphan. */
  async settle(kept: readonly string[]): Promise<void> {
    const left = this.#blobs.filter(blob => !kept.includes(blob))
    await Promise.allSettled(left.map(blob => this.#context.blobs.delete(blob)))
  }
}

/**
 * True where a transaction that failed with this error left nothing behind: an expected failure, not one of the store, which
 * may have committed before it went away. Only then may files be removed that the transaction would name.
 */
export const isUndone = (error: unknown): boolean =>
  error instanceof VersionConflict ||
  error instanceof CallerGone ||
  (error instanceof Problem && error.code !== 'storage_unavailable')
