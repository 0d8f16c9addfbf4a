// Bodies of requests, made so that they can be sent twice and a large file never lies in memory.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { beginsAsHtml, LOOKED_AT } from '../../../content/html/begins-as-html.ts'
import { Failure, usage } from '../failure.ts'
import { gathered, type Io } from '../io.ts'
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

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
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

/** As browsers do (WHATWG HTML, multipart/form-data encoding). */
const quoted = (text: string): string =>
  text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

const mediaTypes: Readonly<Record<string, string>> = { html: 'text/html', markdown: 'text/markdown' }

/** Opens what is to be published: a file, or `-` for stdin. `format` speaks where the name has no extension. */
export async function openSource(io: Io, file: string, format: string | undefined): Promise<Source> {
  if (file === '-') return stdinSource(io, format)
  const mediaType = mediaTypes[format ?? ''] ?? 'application/octet-stream'
  const filename = basename(file)
  if (format !== undefined && /.\.[^.]+$/.test(filename))
    throw usage(`The name ${filename} says the format already. Leave --format away, or rename the file.`)
  return fileSource(openFile(file), filename, mediaType)
}

/** Reads standard input first, so that its length is known and it can be sent again. Without a format its beginning decides. */
async function stdinSource(io: Io, format: string | undefined): Promise<Source> {
  const bytes = await gathered(io.stdin)
  const guessed = beginsAsHtml(bytes.toString('utf8', 0, LOOKED_AT)) ? 'html' : 'markdown'
  return {
    filename: 'stdin',
    mediaType: mediaTypes[format ?? guessed]!,
    length: bytes.length,
    open: () => once(bytes),
    close: () => undefined,
  }
}

interface OpenFile {
  descriptor: number
  size: number
  /** When it was changed last, in milliseconds. */
  savedAt: number
}

function openFile(path: string): OpenFile {
  const descriptor = attempt(path)
  const stat = fstatSync(descriptor)
  if (stat.isFile()) return { descriptor, size: stat.size, savedAt: stat.mtimeMs }
  closeSync(descriptor)
  throw usage(
    stat.isDirectory()
      ? `${path} is a folder. Publish one HTML or Markdown file, with styles and images inlined.`
      : `${path} is no regular file. Give a file, or - for standard input.`,
  )
}

function attempt(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw usage(unreadable(path, error as NodeJS.ErrnoException))
  }
}

function unreadable(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`
  if (code === 'EACCES' || code === 'EPERM') return `${path} may not be read by you.`
  return `${path} cannot be read: ${message}`
}

const chunkBytes = 262_144

/** Read in steps without waiting on other threads: nothing else runs here, and it is quicker. */
function fileSource({ descriptor, size, savedAt }: OpenFile, filename: string, mediaType: string): Source {
  return {
    filename,
    mediaType,
    length: size,
    async *open() {
      let sent = 0
      while (sent < size) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - sent))
        const count = readSync(descriptor, buffer, 0, buffer.length, sent)
        sent += count
        if (count === 0 || (sent === size && hasChanged(descriptor, { size, savedAt })))
          throw changedMeanwhile(filename)
        yield buffer.subarray(0, count)
      }
    },
    close: () => closeSync(descriptor),
  }
}

/** Half of the old file and half of the new one are neither. */
function hasChanged(descriptor: number, { size, savedAt }: Omit<OpenFile, 'descriptor'>): boolean {
  const now = fstatSync(descriptor)
  return now.size !== size || now.mtimeMs !== savedAt
}

const changedMeanwhile = (filename: string): Failure =>
  new Failure(1, {
    code: 'file_changed',
    detail: `${filename} was changed while it was sent, so nothing was published. Run the command again.`,
  })
