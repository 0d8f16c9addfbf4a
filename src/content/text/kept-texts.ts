// Texts and bytes made lately, kept by name: what is slow to make is made once, however many ask and however often.
import { LRUCache } from 'lru-cache'
import { LimitReached } from '../render/workers.ts'

/** Milliseconds for which a text is kept, and for which one that could not be made is not tried again. */
const KEPT = 10 * 60_000

/** Characters or bytes kept at most; what is longer is not kept. */
const ROOM = 24_000_000

type Kept<T> = { made: T } | { failure: LimitReached }

export class KeptTexts<T extends string | Uint8Array = string> {
  readonly #texts: LRUCache<string, Kept<T>, () => Promise<T>>

  /** @param room characters or bytes kept at most */
  constructor(room = ROOM) {
    this.#texts = new LRUCache({
      maxSize: room,
      sizeCalculation: kept => ('made' in kept ? kept.made.length : 0) + 1000,
      ttl: KEPT,
      ttlAutopurge: true,
      // A caller that waits for a text gets it, also where others push it out meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (_name, _old, { context: make }) => madeOrLimit(make),
    })
  }

  /**
   * The text of that name: as it was made before, or by `make`.
   * @throws LimitReached at once where making it reached a limit a moment ago
   */
  async get(name: string, make: () => Promise<T>): Promise<T> {
    const kept = await this.#texts.forceFetch(name, { context: make })
    if ('failure' in kept) throw kept.failure
    return kept.made
  }
}

async function madeOrLimit<T>(make: () => Promise<T>): Promise<Kept<T>> {
  try {
    return { made: await make() }
  } catch (error) {
    if (isLasting(error)) return { failure: error }
    throw error
  }
}

/** A limit of the file's own; what was cut off for others may be asked for again at once. */
const isLasting = (error: unknown): error is LimitReached =>
  error instanceof LimitReached && error.limit !== 'closed' && error.limit !== 'turn'
