// Checks the parts of a multipart body besides its file: bounded as they arrive, wherever they stand, and UTF-8.
import { Transform, type TransformCallback } from 'node:stream'
import { Utf8Check } from '../../content/html/check-file.ts'
import { Problem } from '../../domain/problem.ts'

/** Bytes of the file that are on their way between here and its reader, at most. */
const underway = 524_288

/**
 * Passes a body on. Preamble, epilogue and headers of parts (RFC 2046 section 5.1.1) count as fields do: it fails with
 * `request_too_large` where more than `room` bytes are not the file's.
 */
export class MultipartFraming extends Transform {
  readonly #room: number
  readonly #text = new Utf8Check()
  #beside = 0
  #isUtf8 = true

  constructor(room: number) {
    super()
    this.#room = room + underway
  }

  /** So many bytes were the file's. */
  ofFile(bytes: number): void {
    this.#beside -= bytes
  }

  /** True while all that passed was UTF-8. */
  get isUtf8(): boolean {
    return this.#isUtf8 && this.#text.finished
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#beside += chunk.length
    this.#isUtf8 &&= this.#text.accepts(chunk)
    if (this.#beside > this.#room) done(tooMuch())
    else done(null, chunk)
  }
}

const tooMuch = (): Problem =>
  new Problem(
    'request_too_large',
    'The body holds too much beside the file: before, between or after its parts. Send only the documented fields.',
  )
