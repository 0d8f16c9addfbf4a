// Multipart bodies, read as they arrive: fields are gathered, the one file streams on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import { Problem } from '../../domain/problem.ts'
import type { IncomingFile, StoredFile } from '../../operations/kernel/call.ts'
import { MultipartFraming } from './multipart-framing.ts'
import { notUtf8 } from './utf8.ts'

export interface Parts {
  fields: Record<string, string[]>
  file: StoredFile | null
}

type Keep = (file: IncomingFile) => Promise<StoredFile>

interface Limits extends busboy.Limits {
  /** Bytes of all fields together, with their names. */
  allFields: number
}

/** Limits for a form of a page: few fields, one of which may be a pasted text. */
const formLimits: Limits = {
  allFields: 2_097_152,
  fieldNameSize: 100,
  fieldSize: 1_048_576,
  fields: 20,
  parts: 24,
  headerPairs: 50,
}

const limits: Limits = {
  allFields: 1_048_576,
  fieldNameSize: 100,
  fieldSize: 65_536,
  fields: 1_200,
  parts: 1_300,
  headerPairs: 50,
}

/**
 * Reads a multipart/form-data body (RFC 7578). The first part `file` streams into `keep`; a second
 * one is 422. In a `form` a part `file` that holds no file is passed over, such as the one browsers send where nobody chose one. Rejects only when nothing of the file is still being written.
 */
export async function readMultipart(
  request: IncomingMessage,
  keep: Keep,
  from: 'program' | 'form' = 'program',
): Promise<Parts> {
  const room = from === 'form' ? formLimits : limits
  try {
    const reading = new Reading(open(request, room), keep, { form: from === 'form', room: room.allFields })
    return await reading.of(request)
  } catch (error) {
    const words = from === 'form' && error instanceof Problem && formWords[error.code]
    throw words ? new Problem(error.code, words) : error
  }
}

/** The refusals of a form, in words for whoever filled it in. */
const formWords: Readonly<Partial<Record<string, string>>> = {
  malformed_multipart: 'The form did not arrive whole. Send it again.',
  request_too_large: 'The text is too long to paste. Save it as a file, then choose that file.',
}

function open(request: IncomingMessage, limits: busboy.Limits): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8', preservePath: true })
  } catch {
    throw broken('Its Content-Type names no boundary.')
  }
}

class Reading {
  #parser: busboy.Busboy
  #keep: Keep
  #form: boolean
  #room: number
  #framing: MultipartFraming
  #fields: Record<string, string[]> = Object.create(null)
  #file: Promise<StoredFile> | null = null

  constructor(parser: busboy.Busboy, keep: Keep, { form, room }: { form: boolean; room: number }) {
    this.#form = form
    this.#room = room
    this.#framing = new MultipartFraming(room)
    this.#parser = parser
    // A part that comes later is told by the connection, which belongs to no request.
    this.#keep = AsyncLocalStorage.bind(keep)
  }

  async of(request: IncomingMessage): Promise<Parts> {
    try {
      await this.#finish(request)
      const file = (await this.#file) ?? null
      if (!this.#framing.isUtf8) throw notUtf8('A field or the name of the file')
      return { fields: this.#fields, file }
    } catch (error) {
      request.unpipe(this.#framing)
      this.#framing.destroy()
      request.resume()
      this.#parser.destroy()
      await this.#file?.catch(() => undefined)
      throw error
    }
  }

  #finish(request: IncomingMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const parser = this.#parser
      parser.on('file', (name, stream, info) => this.#take(name, stream, info, reject))
      parser.on('field', (name, value, info) => this.#field(name, value, info, reject))
      for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => reject(tooMany()))
      parser.on('error', error =>
        reject(error instanceof Problem ? error : broken(`${(error as Error).message}.`)),
      )
      parser.on('close', resolve)
      // A body that arrived whole still ends here where its sender left before it was read to the end.
      const leave = (): void => {
        if (!request.readableEnded) reject(broken('The connection ended before the body did.'))
      }
      request.on('close', leave)
      if (request.destroyed) leave()
      this.#framing.on('error', reject)
      request.pipe(this.#framing).pipe(parser)
    })
  }

  #take(
    name: string | undefined,
    stream: NodeJS.ReadableStream,
    info: busboy.FileInfo,
    reject: (error: unknown) => void,
  ): void {
    stream.on('error', () => undefined)
    if (this.#form && info.filename === undefined) {
      stream.resume()
      return
    }
    const refused = name !== 'file' ? misplaced(name) : this.#file ? second() : unreadable(info.filename)
    if (refused) {
      stream.resume()
      reject(refused)
      return
    }
    const file = this.#keep({
      bytes: this.#counted(stream as NodeJS.ReadableStream & AsyncIterable<Uint8Array>),
      ...(info.filename && { filename: unescaped(info.filename) }),
      mediaType: info.mimeType,
    })
    file.catch(reject)
    this.#file = file
  }

  async *#counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#framing.ofFile(chunk.length)
      yield chunk
    }
  }

  #field(
    name: string | undefined,
    value: string,
    info: busboy.FieldInfo,
    reject: (error: unknown) => void,
  ): void {
    this.#room -= Buffer.byteLength(name ?? '') + Buffer.byteLength(value)
    if (!name) reject(anonymous())
    else if (name === 'file') this.#form || reject(nameless())
    else if (info.valueTruncated || info.nameTruncated || this.#room < 0) reject(tooMany())
    else this.#fields[name] = [...(this.#fields[name] ?? []), value]
  }
}

const broken = (why: string): Problem =>
  new Problem(
    'malformed_multipart',
    `The multipart body is broken. ${why} Send it again as multipart/form-data.`,
  )

const tooMany = (): Problem =>
  new Problem(
    'request_too_large',
    'The body has too many parts, a field is longer than 64 KB, or all are longer than 1 MB. Send only the documented fields.',
  )

/** RFC 7578 section 4.2: each part must name its field. The parser gives an empty name as none. */
const anonymous = (): Problem => broken('A part has no name.')

const misplaced = (name: string | undefined): Problem =>
  name
    ? new Problem('invalid_input', 'The file belongs in the part named "file".', {
        errors: [{ field: name.slice(0, 80), message: 'takes no file; send it as "file"' }],
      })
    : anonymous()

/** Refuses a name with replacement signs: the parser puts them where percent-encoded bytes of a name are not UTF-8. */
const unreadable = (filename: string | undefined): Problem | null =>
  filename?.includes('\ufffd') ? notUtf8('The name of the file') : null

/** A file name without the escapes of HTML's form encoding, which has these three and writes `%` as it is. */
const unescaped = (filename: string): string =>
  filename.replaceAll('%22', '"').replaceAll('%0A', '\n').replaceAll('%0D', '\r')

const second = (): Problem =>
  new Problem(
    'single_file_only',
    'Send one file at a time, with styles and images inlined. Folders are not accepted.',
  )

const nameless = (): Problem =>
  new Problem(
    'unsupported_format',
    'The part "file" has no file name. Send it as a file with a name that ends in .html, .htm, .md or .markdown.',
  )
