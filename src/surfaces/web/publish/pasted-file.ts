// A pasted text as the file it stands for.

import type { Turn } from '../../../content/render/workers.ts'
import { formFile } from '../../../content/worker-calls.ts'
import type { IncomingFile } from '../../../operations/kernel/call.ts'
import { chunksOf } from '../../../operations/kernel/file-ingest.ts'

/** Without a name of its own, so that it is called by the title found in it. */
export async function pastedFile(turn: Turn, text: string, format = 'auto'): Promise<IncomingFile> {
  const isHtml = format === 'auto' ? beginsWithTag(text) : format === 'html'
  const bytes = await formFile(turn, text, null)
  return { bytes: chunksOf(bytes), mediaType: isHtml ? 'text/html' : 'text/markdown' }
}

/** Whoever pastes a piece of a page means HTML, also where it begins with no document. Only the beginning is looked at. */
const beginsWithTag = (text: string): boolean => /^\s*<(?:!doctype|!--|[a-z])/i.test(text.slice(0, 20_000))
