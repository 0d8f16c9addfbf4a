// The page of a Markdown file that was not rendered: its source as it was written, with a note that says why.
import type { Theme } from '../../domain/artifact.ts'
import { escapeHtml } from '../escape.ts'
import type { FileSource } from './file-source.ts'
import { pageDocument } from './page.ts'

const notes = {
  limit: 'This file is too large or too deeply nested to be set as a page. Here it is as it was written.',
  busy: 'The server has too much to do to set this page now, so here it is as it was written. Open it again in a minute.',
} as const

/** Bytes of HTML after which the source ends: a page is held whole in memory on its way to a reader. */
const LARGEST = 24 * 1_048_576

const end = 'The file goes on: download it to read the rest.'

/** Stands where the source comes; nothing else in the document holds it. */
const HERE = '\0'

/**
 * The document in UTF-8. The file is only read and escaped, a chunk at a time, so no worker is needed.
 * @param why it reached a limit of its own, or others waited
 */
export async function escapedPage(
  file: FileSource,
  { theme, lang }: { theme: Theme; lang: string },
  why: keyof typeof notes,
): Promise<Uint8Array> {
  const html = `<p class="notice" role="note">${notes[why]}</p>\n<pre class="written">${HERE}</pre>\n`
  const [head, tail] = pageDocument({ html, outline: [], title: null, theme, lang }).split(HERE)
  return Buffer.concat([Buffer.from(head!), ...(await escapedChunks(file)), Buffer.from(tail!)])
}

async function escapedChunks(file: FileSource): Promise<Buffer[]> {
  const bytes = await file.open()
  const decoder = new TextDecoder()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes instanceof Uint8Array ? piecesOf(bytes) : bytes) {
    const escaped = Buffer.from(escapeHtml(decoder.decode(chunk, { stream: true })))
    size += escaped.length
    chunks.push(escaped)
    if (size > LARGEST)
      return [...chunks, Buffer.from(`</pre>\n<p class="notice" role="note">${end}</p>\n<pre>`)]
  }
  return chunks
}

/** So that escaping what is in memory already lets other work come between. */
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    yield bytes.subarray(at, at + 65_536)
    await new Promise(setImmediate)
  }
}
