// Accepts incoming text only as UTF-8 and refuses all else: nothing is stored with replacement signs.
import { isUtf8 } from 'node:buffer'
import { Problem } from '../../domain/problem.ts'

/** 422 for bytes that are no UTF-8; `what` is the beginning of the sentence. */
export const notUtf8 = (what: string): Problem =>
  new Problem('not_utf8', `${what} is not valid UTF-8. Send it again as UTF-8.`)

/** The text that the bytes are. Throws `not_utf8`. */
export function textOf(bytes: Uint8Array, what: string): string {
  if (!isUtf8(bytes)) throw notUtf8(what)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

/** The text of a header, which Node gives byte by byte. Throws `not_utf8`. */
export const headerText = (text: string, name: string): string =>
  textOf(Buffer.from(text, 'latin1'), `The header ${name}`)

/** Throws `not_utf8` where bytes written as `%FF` are none (URL Standard, percent-decoding). */
export function requireUtf8Escapes(text: string, what: string): void {
  for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi))
    if (!isUtf8(Buffer.from(escapes.replaceAll('%', ''), 'hex'))) throw notUtf8(what)
}
