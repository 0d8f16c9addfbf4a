// What the editor asks of the server: the file, a save, a merge, the page of an unsaved text.

import type { Part } from '../../../content/diff/merge-parts.ts'
import { isElsewhere } from '../layout/organization-elsewhere.ts'
import { requestWords as words } from '../words/editor.ts'
import { type EditorPage, editPath } from './editor-page.ts'
import { decoded } from './file-encoding.ts'

/** The server's answer to a request that did not succeed; status 0 stands for no answer at all. */
export class Refused extends Error {
  readonly status: number
  /** The version that everybody sees, where the server names it. */
  readonly current: number | undefined
  /** Which of several edits it is about. */
  readonly edit: number | undefined

  constructor(status: number, detail: string, { currentVersion, edit }: Partial<Facts> = {}) {
    super(detail)
    this.status = status
    this.current = currentVersion
    this.edit = edit
  }
}

/** Facts that travel beside a problem. */
interface Facts {
  detail: string
  currentVersion: number
  edit: number
}

async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const sent = { credentials: 'same-origin', redirect: 'manual', ...options } as const
  const answer = await fetch(path, sent).catch(() => {
    throw new Refused(0, words.silent)
  })
  if (answer.ok) return answer
  // A page that asks for a sign-in is what somebody signed out is led to.
  const status = answer.type === 'opaqueredirect' ? 401 : answer.status
  const problem: Partial<Facts> = await answer.json().catch(() => ({}))
  throw new Refused(status, problem.detail ?? words.answered(status), problem)
}

/** The file of a version, letter by letter. */
export async function fileAt({ shortId }: EditorPage, version: number): Promise<string> {
  const answer = await ask(`/${shortId}/content?version=${version}`)
  return decoded(await answer.arrayBuffer())
}

export interface Saved {
  version: number
  shortId: string
}

/** Saves as a new version, if `base` is the current one. */
export async function save(page: EditorPage, text: string, base: number, note: string): Promise<Saved> {
  const headers = { 'If-Match': `"v${base}"`, Accept: 'application/json' }
  const body = formOf(page, text)
  if (note.trim()) body.append('note', note)
  return (await ask(`/v1/artifacts/${page.shortId}`, { method: 'PUT', headers, body })).json()
}

/** The same text as an artifact of its own, in the organization that the page was made for. */
export async function saveAsNew(page: EditorPage, text: string): Promise<Saved> {
  if (await isElsewhere(page.organization)) throw new Refused(409, words.elsewhere)
  const body = formOf(page, text)
  body.append('name', page.name)
  const headers = { Accept: 'application/json' }
  return (await ask('/v1/artifacts', { method: 'POST', headers, body })).json()
}

function formOf({ format }: EditorPage, text: string): FormData {
  const [name, type] = format === 'html' ? ['content.html', 'text/html'] : ['content.md', 'text/markdown']
  const body = new FormData()
  body.append('file', new Blob([text], { type }), name)
  return body
}

export interface Merged {
  parts: Part[]
  version: number
  by: string
}

/** The text, merged piece by piece with a newer version; nothing is saved. */
export async function mergedWith(
  page: EditorPage,
  text: string,
  base: number,
  theirs: number,
): Promise<Merged> {
  const path = `${editPath(page)}/merge?base=${base}&theirs=${theirs}`
  return (await ask(path, { method: 'POST', headers: asText, body: text })).json()
}

const asText = { 'Content-Type': 'text/plain; charset=utf-8', Accept: 'application/json' }

/** The page of an unsaved text: Markdown rendered by the server, HTML as it is. */
export async function pageOf(page: EditorPage, text: string, signal: AbortSignal): Promise<Response> {
  if (page.format === 'html') return new Response(text)
  return ask(`${editPath(page)}/preview`, { method: 'POST', headers: asText, body: text, signal })
}

/** A text by the mark of its element, as it was and as it is now. */
export interface NewText {
  node: string
  was: string
  text: string
}

/** The page with its texts marked, for the frame in which they are edited. */
export const copyForTexts = (page: EditorPage, source: string): Promise<Response> =>
  ask(`${editPath(page)}/texts/copy`, { method: 'POST', headers: asText, body: source })

/** The source with new words in their places; nothing is saved. */
export async function withTexts(
  page: EditorPage,
  source: string,
  texts: readonly NewText[],
): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  const body = JSON.stringify({ source, texts })
  const answer = await ask(`${editPath(page)}/texts`, { method: 'POST', headers, body })
  return ((await answer.json()) as { source: string }).source
}
