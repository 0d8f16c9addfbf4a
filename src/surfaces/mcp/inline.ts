// A file that comes as an argument: its format where none is named, and its bytes as a body.
import { type Format, mediaTypes } from '../../domain/artifact.ts'
import { tooLarge } from '../../domain/plan.ts'
import { Problem } from '../../domain/problem.ts'
import type { Body } from '../../operations/kernel/call.ts'
import { requireCaller } from '../../operations/kernel/caller-gone.ts'

export interface Inline {
  content: string | undefined
  uploadId: string | undefined
  /** Null if only the beginning of the content tells the format. */
  format: Format | null
  /** Format of a content that does not begin as an HTML document does. */
  otherwise: Format
  /** Hears how many bytes are stored. */
  progress?: ((done: number, total: number) => void) | undefined
  /** Ends the storing: nothing more is stored, and nothing is made of the bytes before. */
  gone?: AbortSignal | undefined
}

/** The body of a publish or an update whose fields are known already. */
export function inlineBody({ content, uploadId, format, otherwise, progress, gone }: Inline): Body {
  const bytes = content === undefined ? null : Buffer.from(content)
  return {
    announce(limit) {
      if (bytes && bytes.length > limit) throw tooLarge(limit)
    },
    async read(_limit, keep) {
      if (!bytes && uploadId === undefined) throw new Problem('file_required', 'Send the file to publish.')
      if (content !== undefined && !content.isWellFormed()) throw notText()
      const file =
        bytes &&
        (await keep({
          bytes: chunksOf(bytes, { progress, gone }),
          ...(format ? { mediaType: mediaTypes[format] } : { otherwise }),
        }))
      requireCaller(gone)
      return { fields: {}, file }
    },
  }
}

/** Bytes that are handed on at once. */
const CHUNK = 1_048_576

async function* chunksOf(
  bytes: Uint8Array,
  { progress, gone }: Pick<Inline, 'progress' | 'gone'>,
): AsyncIterable<Uint8Array> {
  for (let start = 0; start === 0 || start < bytes.length; start += CHUNK) {
    requireCaller(gone)
    yield bytes.subarray(start, start + CHUNK)
    if (bytes.length > CHUNK) progress?.(Math.min(start + CHUNK, bytes.length), bytes.length)
  }
}

const notText = (): Problem =>
  new Problem(
    'not_utf8',
    'The content holds half a character (a lone surrogate). Send it as valid Unicode text.',
  )
