// How long an answer may be: at most 60,000 serialized characters, which the results of a batch share.

/** Characters of an answer as it is sent: clients cut or refuse more. */
export const LONGEST_ANSWER = 60_000

/**
 * Characters of its result, because the protocol takes its own share. JSON writes a quotation mark in four characters where
 * it stands within facts that are told as text.
 */
const LONGEST_RESULT = 59_000

/** Characters that a result has at least, however many are answered together. */
const LEAST = 8_000

export const sizeOf = (value: unknown): number => JSON.stringify(value).length

/** The characters that are left for the result of one request. */
export class SizeLimit {
  readonly #characters: number

  /** Shares an answer among the requests that it answers. */
  constructor(requests = 1) {
    this.#characters = requests > 1 ? Math.max(LEAST, Math.floor(LONGEST_RESULT / requests)) : LONGEST_RESULT
  }

  /** Does the value fit into this share of the limit? */
  fits(value: unknown, share = 1): boolean {
    return sizeOf(value) <= this.#characters * share
  }

  /** Returns how many are likely to fit, where `count` came to a size that does not. */
  fewer(count: number, size: number): number {
    return Math.max(1, Math.floor((count * this.#characters * 0.9) / size))
  }

  /** Returns what is made of `limit` rows or characters, or of as many as fit. */
  async shrink<T>(limit: number, make: (limit: number) => Promise<T>): Promise<T> {
    const made = await make(limit)
    const size = sizeOf(made)
    return limit === 1 || size <= this.#characters ? made : this.shrink(this.fewer(limit, size), make)
  }
}
