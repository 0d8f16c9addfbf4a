// A pasted text as the file it stands for.

import type { IncomingFile } from '../../../operations/kernel/call.ts'
import { chunksOf } from '../../../operations/kernel/file-ingest.ts'

/** Returns the file without a name, so that it is called by the title found in it. Browsers send each line break as two characters. */
export function pastedFile(text: string, format = 'auto'): IncomingFile {
  const isHtml = format === 'auto' ? beginsWithTag(text) : format === 'html'
  const bytes = Buffer.from(text.replaceAll('\r\n', '\n'))
  return { bytes: chunksOf(bytes), mediaType: isHtml ? 'text/html' : 'text/markdown' }
}

/** Tells whether a text begins with a tag: a pasted piece of a page is HTML too. Reads only the beginning. */
const beginsWithTag = (text: string): boolean => /^\s*<(?:!doctype|!--|[a-z])/i.test(text.slice(0, 20_000))
