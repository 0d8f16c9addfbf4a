// The editor's requests to the server: the file, a save, a merge, the page of an unsaved text.

import { publish, update } from '../../../operations/artifacts/artifacts.ts'
import { call, Refused, request } from '../layout/call.ts'
import { isElsewhere } from '../layout/organization-elsewhere.ts'
import { requestWords as words } from '../words/editor.ts'
import type { Draft } from './drafts.ts'
import { type EditorPage, editPath, type Merged } from './editor-page.ts'
import { decoded } from './file-encoding.ts'

/** The file of a version, letter by letter. */
export async function fileAt({ shortId }: EditorPage, version: number): Promise<string> {
  const answer = await request(`/${shortId}/content?version=${version}`)
  return decoded(await answer.arrayBuffer())
}

export interface Saved {
  version: number
  shortId: string
}

/** Saves as a new version, if `base` is the current one. */
export const save = (page: EditorPage, text: string, base: number, note: string): Promise<Saved> =>
  call(update, { id: page.shortId, ...(note.trim() && { note }) }, { base, file: fileOf(page, text) })

/** The same text as an artifact of its own, in the organization that the page was made for. */
export async function saveAsNew(page: EditorPage, text: string): Promise<Saved> {
  if (await isElsewhere(page.organization)) throw new Refused(409, { detail: words.elsewhere })
  return call(publish, { name: page.name }, { file: fileOf(page, text) })
}

const fileOf = ({ format }: EditorPage, text: string): File =>
  format === 'html'
    ? new File([text], 'content.html', { type: 'text/html' })
    : new File([text], 'content.md', { type: 'text/markdown' })

/** The text, merged piece by piece with a newer version; nothing is saved. */
export async function mergedWith(
  page: EditorPage,
  text: string,
  base: number,
  theirs: number,
): Promise<Merged> {
  const path = `${editPath(page)}/merge?base=${base}&theirs=${theirs}`
  return (await request(path, { method: 'POST', headers: asText, body: text })).json()
}

const asText = { 'Content-Type': 'text/plain; charset=utf-8' }

/** The page of an unsaved text: Markdown rendered by the server, HTML as it is. */
export async function pageOf(page: EditorPage, text: string, signal: AbortSignal): Promise<Response> {
  if (page.format === 'html') return new Response(text)
  return request(`${editPath(page)}/preview`, { method: 'POST', headers: asText, body: text, signal })
}

/** A text by the mark of its element, as it was and as it is now. */
export interface NewText {
  node: string
  was: string
  text: string
}

/** The page with its texts marked, for the frame in which they are edited. */
export const copyForTexts = (page: EditorPage, source: string): Promise<Response> =>
  request(`${editPath(page)}/texts/copy`, { method: 'POST', headers: asText, body: source })

/** The source with new words in their places; nothing is saved. */
export async function withTexts(
  page: EditorPage,
  source: string,
  texts: readonly NewText[],
): Promise<string> {
  const body = JSON.stringify({ source, texts })
  const answer = await request(`${editPath(page)}/texts`, { method: 'POST', body })
  return ((await answer.json()) as { source: string }).source
}

/** The draft's text, with the words in it that the server had not put there yet; rejects where it does not now. */
export const fullText = async (
  page: EditorPage,
  { text, waiting }: Pick<Draft, 'text' | 'waiting'>,
): Promise<string> => (waiting ? withTexts(page, waiting.source, waiting.texts) : text)
