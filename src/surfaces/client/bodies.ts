// Bodies of requests, made so that they can be sent twice and a large file never lies in memory.
import { randomName } from './random.ts'

export interface Payload {
  type: string
  /** Length in bytes. */
  length: number
  /** The bytes from the beginning, each time it is called. */
  open(): AsyncIterable<Uint8Array>
}

export const jsonPayload = (value: unknown): Payload =>
  bytesPayload('application/json', Buffer.from(JSON.stringify(value)))

export function bytesPayload(type: string, bytes: Uint8Array): Payload {
  return { type, length: bytes.length, open: () => once(bytes) }
}

/** The bytes in one piece. */
export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** A file as it is published. */
export interface Source {
  filename: string
  /** Said where the name has no extension to say it. */
  mediaType: string
  length: number
  open(): AsyncIterable<Uint8Array>
  close(): void
}

/** multipart/form-data (RFC 7578): the fields, then the file. */
export function multipartPayload(parts: readonly [string, string][], source: Source): Payload {
  const boundary = `recto-${randomName()}`
  const line = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${more}\r\n`
  const fields = parts.map(([name, text]) => `${line(name)}\r\n${text}\r\n`).join('')
  const file = `${line('file', `; filename="${quoted(source.filename)}"`)}Content-Type: ${source.mediaType}\r\n\r\n`
  const head = Buffer.from(fields + file)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + source.length + tail.length,
    async *open() {
      yield head
      yield* source.open()
      yield tail
    },
  }
}

/** As browsers do (WHATWG HTML, multipart/form-data encoding); other control characters, which no header may hold, are blanks. */
const quoted = (text: string): string =>
  text
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll('"', '%22')
    .replace(/\p{Cc}/gu, ' ')
