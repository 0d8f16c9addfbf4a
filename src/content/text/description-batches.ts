// Titles and texts of files that come in, found in a process apart: small files that come at the same time in one message.
import type { Format } from '../../domain/artifact.ts'
import { runIn } from '../apart.ts'
import type { FileSource } from '../render/file-source.ts'
import { LimitReached, type Turn } from '../render/workers.ts'
import type { Description } from './describe.ts'

/** Bytes of a file that shares a message, and of all files in one: a few milliseconds of work for each, and small work. */
const SMALL = 65_536
const MOST = 196_608

interface Waiting {
  turn: Turn
  file: FileSource
  format: Format
  settle(description: Description | Promise<Description>): void
}

/** Asks for the descriptions of files; small ones of several tenants together. */
export class Descriptions {
  readonly #shared: Turn
  readonly #waiting: Waiting[] = []
  #isBusy = false

  /** @param shared the turn in which small files are described */
  constructor(shared: Turn) {
    this.#shared = shared
  }

  /** `describe` of a file. One that cannot be described within the limits has no title and no text. */
  of(turn: Turn, file: FileSource, format: Format): Promise<Description> {
    if (file.size > SMALL) return alone({ turn, file, format })
    const { promise, resolve } = Promise.withResolvers<Description>()
    this.#waiting.push({ turn, file, format, settle: resolve })
    if (!this.#isBusy) void this.#describeWaiting()
    return promise
  }

  /** While one message is on its way the next one fills: a message for each file would cost as much as the work. */
  async #describeWaiting(): Promise<void> {
    this.#isBusy = true
    while (this.#waiting.length > 0) await this.#together(this.#batch())
    this.#isBusy = false
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

  /** Where one of them makes the work fail, each is tried by itself. */
  async #together(batch: readonly Waiting[]): Promise<void> {
    const files = batch.map(({ file, format }) => ({ file, format }))
    try {
      const all = await runIn(this.#shared, 'describeAll', [files])
      for (const [index, { settle }] of batch.entries()) settle(all[index]!)
    } catch {
      for (const waiting of batch) waiting.settle(alone(waiting))
    }
  }
}

async function alone({ turn, file, format }: Omit<Waiting, 'settle'>): Promise<Description> {
  try {
    return await runIn(turn, 'describe', [file, format])
  } catch (error) {
    if (error instanceof LimitReached && isOwnFault(error)) return { title: null, text: '' }
    throw error
  }
}

/** The file itself is too much; it was not that the server has too much to do. */
const isOwnFault = ({ limit }: LimitReached): boolean => limit !== 'closed' && limit !== 'turn'
