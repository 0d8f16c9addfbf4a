// Titles and texts of files that come in, found in a process apart: small files that come at the same time in one message.

import type { FileSource } from '../render/file-source.ts'
import { LimitReached, type Turn } from '../render/workers.ts'
import { runInWorker } from '../worker-calls.ts'
import type { Description, Question } from './describe.ts'

/** Bytes of a file that shares a message, and of all files in one: a few milliseconds of work for each, and small work. */
const SMALL = 65_536
const MOST = 196_608

/** A file to describe, its turn, and what is known of its format. */
export interface Asked extends Omit<Question, 'folded'> {
  turn: Turn
  file: FileSource
}

interface Waiting extends Asked {
  settle(description: Description | Promise<Description>): void
}

/** Asks for the descriptions of files; small ones of several tenants together. */
export class Descriptions {
  readonly #shared: Turn
  readonly #folded: boolean
  readonly #waiting: Waiting[] = []
  #isBusy = false

  /**
   * @param shared the turn in which small files are described
   * @param folded whether the store's index needs folded words
   */
  constructor(shared: Turn, folded: boolean) {
    this.#shared = shared
    this.#folded = folded
  }

  /** `describe` of a file. One that cannot be described within the limits has no title and no text. */
  of(asked: Asked): Promise<Description> {
    if (asked.file.size > SMALL) return this.#alone(asked)
    const { promise, resolve } = Promise.withResolvers<Description>()
    this.#waiting.push({ ...asked, settle: resolve })
    if (!this.#isBusy) this.#describeWaiting()
    return promise
  }

  /** While one message is on its way the next one fills: a message for each file would cost as much as the work. */
  #describeWaiting(): void {
    this.#isBusy = this.#waiting.length > 0
    const next = () => this.#describeWaiting()
    if (this.#isBusy) this.#together(this.#batch()).then(next, next)
  }

  /** The files that came first, as many as one message takes. */
  #batch(): Waiting[] {
    let size = 0
    const end = this.#waiting.findIndex(({ file }) => {
      size += file.size
      return size > MOST
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** Describes files in one message; if one of them makes the work fail, each is tried by itself. */
  async #together(batch: readonly Waiting[]): Promise<void> {
    const files = batch.map(({ file, format, byBeginning }) => ({
      file,
      format,
      byBeginning,
      folded: this.#folded,
    }))
    try {
      const all = await runInWorker(this.#shared, 'describeAll', [files])
      for (const [index, { settle }] of batch.entries()) settle(all[index]!)
    } catch {
      for (const waiting of batch) waiting.settle(this.#alone(waiting))
    }
  }

  async #alone({ turn, file, format, byBeginning }: Asked): Promise<Description> {
    try {
      return await runInWorker(turn, 'describe', [file, { format, byBeginning, folded: this.#folded }])
    } catch (error) {
      if (!(error instanceof LimitReached && isOwnFault(error))) throw error
      return {
        title: null,
        text: { body: '', words: '' },
        format,
        miniature: { drawing: null, opening: null },
      }
    }
  }
}

/** The file itself is too much; it was not that the server has too much to do. */
const isOwnFault = ({ limit }: LimitReached): boolean => limit !== 'closed' && limit !== 'turn'
