// The requests of the editor's script while somebody writes: the page of an unsaved text, its words, its merge with a newer version.

import { FileSource } from '../../../content/render/file-source.ts'
import { mergePieces } from '../../../content/worker-calls.ts'
import { authorWords } from '../../../domain/author-words.ts'
import { notFound, Problem } from '../../../domain/problem.ts'
import type { StoredVersion } from '../../../operations/artifacts/read-artifacts.ts'
import { operations } from '../../../operations/index.ts'
import { openStoredFile } from '../../../operations/kernel/stored-file.ts'
import { gather, parseJson } from '../../http/body.ts'
import { send } from '../../http/encode.ts'
import { textOf } from '../../http/utf8.ts'
import { fieldsOf, type PageRequest, performed, type Section, turnAt } from '../page/dashboard.ts'
import { opened } from './edit.ts'
import type { Merged } from './editor-page.ts'

export const editingRoutes: Section['routes'] = {
  'POST /app/artifacts/:id/edit/here': sayHere,
  'POST /app/artifacts/:id/edit/preview': sendPreview,
  'POST /app/artifacts/:id/edit/texts': putTexts,
  'POST /app/artifacts/:id/edit/texts/copy': sendCopy,
  'POST /app/artifacts/:id/edit/merge': sendMerge,
}

/** `POST …/edit/here {stop?}`: somebody is in front of the editor, or has left it. */
async function sayHere(request: PageRequest): Promise<void> {
  const { stop } = await fieldsOf(request)
  const answer = await performed(request, operations.editing, {
    id: request.params.id,
    stop: stop !== undefined,
  })
  send(request.exchange, 200, request.pageContext.site.headers.api(), JSON.stringify(answer))
}

/** Bytes of a text that is shown while it is written. */
const largestPreview = 2 * 1_048_576

/** Bytes of a text that is merged, as for every merge. */
const largestMerge = 10 * 1_048_576

/** `POST …/edit/preview`, the Markdown itself: its page, rendered and sanitised. Nothing is kept, no version is made. */
async function sendPreview(request: PageRequest): Promise<void> {
  const { artifact, version } = await opened(request)
  if (version.format !== 'markdown') throw notFound()
  const file = FileSource.of(await bytesSent(request, largestPreview))
  const preview = artifact.organization === null
  const html = await request.pageContext.site.context.renderer.draft(file, {
    ...{ turn: turnAt(request), theme: artifact.theme, preview },
  })
  const { headers } = request.pageContext.site
  send(
    request.exchange,
    200,
    headers.rawContent({ format: 'html', name: artifact.name, public: false }),
    html,
  )
}

/** `POST …/edit/texts/copy`, the source of an HTML page: the same with marks, for the frame in which its words are edited. */
async function sendCopy(request: PageRequest): Promise<void> {
  const { artifact } = await opened(request)
  const source = textOf(await bytesSent(request, largestMerge), 'The text')
  const { copy } = await performed(request, operations.showTexts, { id: request.params.id, source })
  const { headers } = request.pageContext.site
  send(
    request.exchange,
    200,
    headers.rawContent({ format: 'html', name: artifact.name, public: false }),
    copy,
  )
}

/** Bytes of the source and the new words together. */
const largestTexts = 8 * 1_048_576

/** `POST …/edit/texts {source, texts}`: the source with the new words in their places; nothing is saved. */
async function putTexts(request: PageRequest): Promise<void> {
  await opened(request)
  const { bytes, letGo } = await gather(request.exchange, largestTexts, () => tooLarge(largestTexts))
  letGo()
  const sent = parseJson(bytes) as { source?: unknown; texts?: unknown } | null
  const input = { id: request.params.id, source: sent?.source, texts: sent?.texts }
  const put = await performed(request, operations.putTexts, input)
  send(request.exchange, 200, request.pageContext.site.headers.api(), JSON.stringify(put))
}

/** `POST …/edit/merge?base=3&theirs=5`, the text itself: merged piece by piece; nothing is saved. */
async function sendMerge(request: PageRequest): Promise<void> {
  await opened(request)
  const mine = FileSource.of(await bytesSent(request, largestMerge))
  const [base, theirs] = await Promise.all([versionAt(request, 'base'), versionAt(request, 'theirs')])
  const { context } = request.pageContext.site
  const { id } = request.params
  const { author, actorType, actorName, createdAt } = await performed(request, operations.version, {
    id,
    n: theirs.number,
  })
  const merged: Merged = {
    parts: await mergePieces(
      turnAt(request),
      openStoredFile(context, base),
      mine,
      openStoredFile(context, theirs),
    ),
    version: theirs.number,
    by: authorWords({ name: author.name, actorType, actorName }),
    createdAt,
    avatar: { ...author, kind: actorType === 'human' ? 'person' : 'agent' },
  }
  send(request.exchange, 200, request.pageContext.site.headers.api(), JSON.stringify(merged))
}

async function versionAt(request: PageRequest, field: string): Promise<StoredVersion> {
  const number = request.query.get(field) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(number)) throw notFound()
  const { id } = request.params
  const { version } = await performed(request, operations.content, { id, version: Number(number) })
  if (version.size <= largestMerge) return version
  throw tooLarge(largestMerge)
}

/** The body as it is: a text in UTF-8. */
async function bytesSent({ exchange }: PageRequest, limit: number): Promise<Buffer> {
  const { bytes, letGo } = await gather(exchange, limit, () => tooLarge(limit))
  letGo()
  return bytes
}

const tooLarge = (limit: number): Problem =>
  new Problem(
    'request_too_large',
    `The text is larger than ${limit / 1_048_576} MB, which is too much here.`,
    {
      limit,
    },
  )
