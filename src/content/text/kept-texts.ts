// Texts made lately, kept by name: what is slow to make is made once, however many ask and however often.
import { LRUCache } from 'lru-cache'
import { LimitReached } from '../render/workers.ts'

/** Milliseconds for which a text is kept, and for which one that could not be made is not tried again. */
const KEPT = 10 * 60_000

/** Characters kept at most; a text that is longer is not kept. */
const ROOM = 24_000_000

export class KeptTexts {
  readonly #texts: LRUCache<string, { text: string } | { failure: LimitReached }>
  readonly #under = new Map<string, Promise<string>>()

  /** @param room characters kept at most */
  constructor(room = ROOM) {
    this.#texts = new LRUCache({
      maxSize: room,
      sizeCalculation: kept => ('text' in kept ? kept.text.length : 0) + 1000,
      ttl: KEPT,
      ttlAutopurge: true,
    })
  }

  /**
   * The text of that name: as it was made before, or by `make`.
   * @throws LimitReached at once where making it reached a limit a moment ago
   */
  async get(name: string, make: () => Promise<string>): Promise<string> {
    const kept = this.#texts.get(name)
    if (kept && 'failure' in kept) throw kept.failure
    if (kept) return kept.text
    const making = this.#under.get(name) ?? this.#make(name, make)
    this.#under.set(name, making)
    return making
  }

  async #make(name: string, make: () => Promise<string>): Promise<string> {
    try {
      const text = await make()
      this.#texts.set(name, { text })
      return text
    } catch (error) {
      if (isLasting(error)) this.#texts.set(name, { failure: error })
      throw error
    } finally {
      this.#under.delete(name)
    }
  }
}

/** A limit of the file's own; what was cut off for others may be asked for again at once. */
const isLasting = (error: unknown): error is LimitReached =>
  error instanceof LimitReached && error.limit !== 'closed' && error.limit !== 'turn'
