// Texts made lately, kept by name: what is slow to make is made once, however many ask and however often.
import { LRUCache } from 'lru-cache'
import { LimitReached } from '../render/workers.ts'

/** Milliseconds for which a text is kept, and for which one that could not be made is not tried again. */
const KEPT = 10 * 60_000

/** Characters kept at most; a text that is longer is not kept. */
const ROOM = 24_000_000

type Kept = { text: string } | { failure: LimitReached }

export class KeptTexts {
  readonly #texts: LRUCache<string, Kept, () => Promise<string>>

  /** @param room characters kept at most */
  constructor(room = ROOM) {
    this.#texts = new LRUCache({
      maxSize: room,
      sizeCalculation: kept => ('text' in kept ? kept.text.length : 0) + 1000,
      ttl: KEPT,
      ttlAutopurge: true,
      // Whoever waits for a text gets it, also where others push it out meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (_name, _old, { context: make }) => textOrLimit(make),
    })
  }

  /**
   * The text of that name: as it was made before, or by `make`.
   * @throws LimitReached at once where making it reached a limit a moment ago
   */
  async get(name: string, make: () => Promise<string>): Promise<string> {
    const kept = await this.#texts.forceFetch(name, { context: make })
    if ('failure' in kept) throw kept.failure
    return kept.text
  }
}

async function textOrLimit(make: () => Promise<string>): Promise<Kept> {
  try {
    return { text: await make() }
  } catch (error) {
    if (isLasting(error)) return { failure: error }
    throw error
  }
}

/** A limit of the file's own; what was cut off for others may be asked for again at once. */
const isLasting = (error: unknown): error is LimitReached =>
  error instanceof LimitReached && error.limit !== 'closed' && error.limit !== 'turn'
