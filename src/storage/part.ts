// A buffer that gathers small chunks until they fill one part of an upload, and is used again for the next.

const SMALLEST = 64 * 1024

/** Grows as it fills, so that a small file costs little. */
export class Part {
  readonly #limit: number
  #bytes = Buffer.allocUnsafeSlow(SMALLEST)
  #filled = 0

  /** `limit` is the length in bytes at which a part is full. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Copies what still fits; answers how many bytes that were. */
  take(chunk: Uint8Array): number {
    const length = Math.min(chunk.byteLength, this.#limit - this.#filled)
    this.#makeRoom(this.#filled + length)
    this.#bytes.set(length === chunk.byteLength ? chunk : chunk.subarray(0, length), this.#filled)
    this.#filled += length
    return length
  }

  get full(): boolean {
    return this.#filled === this.#limit
  }

  /** The bytes that were taken; valid until `clear`. */
  get content(): Buffer {
    return this.#bytes.subarray(0, this.#filled)
  }

  clear(): void {
    this.#filled = 0
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#bytes.byteLength) return
    let length = this.#bytes.byteLength
    while (length < needed) length *= 4
    const larger = Buffer.allocUnsafeSlow(Math.min(length, this.#limit))
    larger.set(this.content)
    this.#bytes = larger
  }
}
