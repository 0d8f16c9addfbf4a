// Opens what a command publishes: a file, or standard input.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { beginsAsHtml, LOOKED_AT } from '../../../content/html/begins-as-html.ts'
import { once, type Source } from '../../client/bodies.ts'
import { Failure, usage } from '../failure.ts'
import { gathered, type Io } from '../io.ts'
import { atOnce } from '../read-text.ts'

const mediaTypes: Readonly<Record<string, string>> = { html: 'text/html', markdown: 'text/markdown' }

/** A file on this machine, or standard input. */
export interface LocalSource extends Source {
  /** Is there still what was opened, at the path where it was? Never for standard input. */
  isInPlace(): boolean
}

/** Opens what is to be published: a file, or `-` for stdin. `format` speaks where the name has no extension. */
export async function openSource(io: Io, file: string, format: string | undefined): Promise<LocalSource> {
  if (file === '-') return stdinSource(io, format)
  const mediaType = mediaTypes[format ?? ''] ?? 'application/octet-stream'
  const filename = basename(file)
  if (format !== undefined && /.\.[^.]+$/.test(filename))
    throw usage(`The name ${filename} says the format already. Leave --format away, or rename the file.`)
  return fileSource(file, filename, mediaType)
}

/** Reads standard input first, so that its length is known and it can be sent again. Without a format its beginning decides. */
async function stdinSource(io: Io, format: string | undefined): Promise<LocalSource> {
  const bytes = await gathered(io.stdin)
  const guessed = beginsAsHtml(bytes.toString('utf8', 0, LOOKED_AT)) ? 'html' : 'markdown'
  return {
    filename: 'stdin',
    mediaType: mediaTypes[format ?? guessed]!,
    length: bytes.length,
    open: () => once(bytes),
    close: () => undefined,
    isInPlace: () => false,
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
    return openSync(path, atOnce)
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
function fileSource(path: string, filename: string, mediaType: string): LocalSource {
  const { descriptor, size, savedAt } = openFile(path)
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
    isInPlace() {
      const there = statSync(path, { throwIfNoEntry: false })
      return there?.ino === fstatSync(descriptor).ino && !hasChanged(descriptor, { size, savedAt })
    },
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
