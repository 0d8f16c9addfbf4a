// The comments of one page over the API, with the reader's session.

import { commentWords } from '../words/comments.ts'
import type { ElementSaid } from './anchor-words.ts'
import type { Nameable, Names } from './name-search.ts'
import type { Thread, ThreadAnchor } from './thread.ts'

export interface ThreadAnchors {
  data: ThreadAnchor[]
  /** The version in which they hang. */
  version: number
  openCount: number
  /** Of all threads there are. */
  totalCount: number
  /** When the server answered, by its own clock, in milliseconds. */
  at: number
}

export interface AnchorRequests {
  /** Of every thread, or only of those in which something happened since. */
  places(since?: string): Promise<ThreadAnchors>
}

/** Milliseconds between the clocks of two servers that are made up for. */
export const SLACK = 10_000

/** Oldest first, newest first, or as the page's text goes. */
export type Order = 'asc' | 'desc' | 'place'

/** Words of the page, and where they are in its text. */
export interface PassageAnchor {
  textQuote: { exact: string; prefix: string; suffix: string }
  textPosition: { start: number; end: number }
  /** The element that holds it: words that are not in the file were seen there. */
  cssPath?: string
}

/** An element of the page, and a part of it. */
export interface ElementAnchor {
  cssPath: string
  /** What the page says of it. */
  element?: ElementSaid & { alike?: number }
  point?: { x: number; y: number }
  region?: { x: number; y: number; width: number; height: number }
}

export interface Listed {
  data: Thread[]
  nextCursor: string | null
  totalCount: number
  /** When the server answered, by its own clock, in milliseconds. */
  at: number
}

export interface Asked {
  cursor?: string
  /** ISO 8601: only threads in which something happened since. */
  since?: string
  order?: Order
  limit?: number
  /** Only the thread that holds the comment with this id. */
  holding?: string
}

export type Filter = 'open' | 'resolved' | 'detached' | 'mine'

const queries: Record<Filter | 'all', string> = {
  open: 'status=open',
  resolved: 'status=resolved',
  detached: 'status=all&anchorState=orphaned',
  mine: 'status=all&mine=true',
  all: 'status=all',
}

/** Why the server did not do it, in its own words. */
export class Refused extends Error {}

export interface CommentRequests extends AnchorRequests {
  list(filter: Filter | 'all', asked?: Asked): Promise<Listed>
  names: Names
  /** Without an anchor on the whole page. */
  begin(body: string, anchor?: PassageAnchor | ElementAnchor): Promise<Thread>
  /** Hangs the thread on another passage or element. */
  attach(threadId: string, anchor: PassageAnchor | ElementAnchor): Promise<unknown>
  reply(threadId: string, body: string): Promise<unknown>
  change(id: string, body: string): Promise<unknown>
  remove(id: string): Promise<unknown>
  /** `reply` is posted as an answer in the same step. */
  turn(threadId: string, to: 'resolve' | 'reopen', reply?: string): Promise<unknown>
}

/** Every call throws `Refused` with a sentence for the reader. */
export function commentsOf(shortId: string): CommentRequests {
  const threads = `/v1/artifacts/${shortId}/comments`
  const comment = (id: string, rest = '') => `/v1/comments/${encodeURIComponent(id)}${rest}`
  return {
    list: async (filter, { limit = 50, order = 'asc', ...asked } = {}) => {
      const sorted = order === 'place' ? { sort: 'place' } : { order }
      const query = new URLSearchParams({ ...asked, ...sorted, limit: `${limit}` })
      const { body, at } = await called<Listed>('GET', `${threads}?${queries[filter]}&${query}`)
      return { ...body, at }
    },
    places: async since => {
      const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`
      const { body, at } = await called<ThreadAnchors>('GET', `${threads}/places${query}`)
      return { ...body, at }
    },
    names: async query => {
      const asked = new URLSearchParams({ query })
      return (await call<{ data: Nameable[] }>('GET', `/v1/artifacts/${shortId}/names?${asked}`)).data
    },
    begin: (body, anchor) => call<Thread>('POST', threads, { body, ...(anchor && { anchor }) }),
    attach: (id, anchor) => call('PATCH', comment(id, '/anchor'), { anchor }),
    reply: (parentId, body) => call('POST', threads, { parentId, body }),
    change: (id, body) => call('PATCH', comment(id), { body }),
    remove: id => call('DELETE', comment(id)),
    turn: (id, to, reply) => call('POST', comment(id, `/${to}`), reply ? { reply } : {}),
  }
}

const call = async <T>(...asked: Parameters<typeof called>): Promise<T> => (await called<T>(...asked)).body

async function called<T>(method: string, path: string, body?: unknown): Promise<{ body: T; at: number }> {
  const { response, text } = await answered(method, path, body)
  if (!response.ok) throw new Refused(reason(response.status, text))
  const at = Date.parse(response.headers.get('date') ?? '') || Date.now()
  return { body: (text ? JSON.parse(text) : null) as T, at }
}

async function answered(method: string, path: string, body: unknown) {
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    const response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { response, text: await response.text() }
  } catch {
    throw new Refused(commentWords.offline)
  }
}

/** What people call a field. */
const fieldWords: Record<string, string> = { body: commentWords.bodyField, reply: commentWords.replyField }

function reason(status: number, text: string): string {
  if (status === 401) return commentWords.signedOut
  try {
    const { detail, errors } = JSON.parse(text) as {
      detail?: string
      errors?: { field?: string; message?: string }[]
    }
    const { field = '', message } = errors?.[0] ?? {}
    if (field === 'parentId') return commentWords.threadGone
    return message ? `${fieldWords[field] ?? field} ${message}` : (detail ?? commentWords.answered(status))
  } catch {
    return `${commentWords.answered(status)} ${commentWords.tryAgain}.`
  }
}
