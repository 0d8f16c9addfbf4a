// Asks the server from a page's script, with the reader's session.

import type { InputOf, Operation, OutputOf } from '../../../operations/kernel/operation.ts'
import { type Outgoing, type Route, requestOf } from '../../rest/request.ts'
import { callWords as words } from '../words/call.ts'
import { toldFetch } from './told-fetch.ts'

/** Facts that travel in a problem document. */
interface Facts {
  code?: string
  detail?: string
  errors?: readonly { field?: string; message?: string }[]
  /** The version that everybody sees, where the server names it. */
  currentVersion?: number
  /** Which of several edits it is about. */
  edit?: number
}

/** The server did not do it; the message is a sentence for the reader. */
export class Refused extends Error {
  /** 0 where no answer came. */
  readonly status: number
  readonly facts: Facts

  constructor(status: number, facts: Facts = {}) {
    super(sentence(status, facts))
    this.status = status
    this.facts = facts
  }
}

function sentence(status: number, { detail, errors }: Facts): string {
  if (status === 0) return words.silent
  if (status === 401) return words.signedOut
  const { field = '', message } = errors?.[0] ?? {}
  if (field === 'parentId') return words.threadGone
  const called = words.fields.get(field)
  return called ? `${called} ${message}` : (detail ?? words.answered(status))
}

/** As a sentence beside what was asked, which needs no name of a field; of a fault of ours the console tells more. */
export function reasonOf(problem: unknown): string {
  if (!(problem instanceof Refused)) {
    reportError(problem)
    return words.notDone
  }
  const message = problem.facts.errors?.[0]?.message ?? problem.message
  return message.charAt(0).toUpperCase() + message.slice(1)
}

interface Asked {
  /** The version edited from. */
  base?: number
  /** Of an operation that takes one. */
  file?: File
  signal?: AbortSignal
  /** Hears which part of the file is sent, 0 to 1. */
  onProgress?(share: number): void
}

/**
 * Performs an operation over REST.
 * @throws Refused
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  asked?: Asked,
): Promise<OutputOf<Op>> {
  return (await callAt(operation, input, asked)).answer
}

/** Performs an operation, and says when the server answered, by its own clock, in milliseconds. */
export async function callAt<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  { base, file, signal, onProgress }: Asked = {},
): Promise<{ answer: OutputOf<Op>; at: number }> {
  const outgoing = requestOf(routeOf(operation), input, base)
  const response = await request(outgoing.path, {
    method: outgoing.method,
    headers: outgoing.headers,
    ...bodyOf(outgoing, file),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  })
  const at = Date.parse(response.headers.get('date') ?? '') || Date.now()
  return { answer: response.status === 204 ? undefined : await parsed(response), at }
}

/** @throws Refused */
export const parsed = (response: Response) =>
  response.json().catch(() => {
    throw new Refused(0)
  })

/** A bundle has nothing else of an operation (`build/browser-operations.ts`). */
const routeOf = (operation: Operation): Route => operation as unknown as Route

function bodyOf({ json, parts }: Outgoing, file: File | undefined): { body?: string | FormData } {
  if (json) return { body: JSON.stringify(json) }
  if (!parts) return {}
  const form = new FormData()
  for (const [name, text] of parts) form.append(name, text)
  if (file) form.append('file', file)
  return { body: form }
}

type Options = RequestInit & Pick<Asked, 'onProgress'>

/**
 * The answer to a request that no operation stands behind.
 * @throws Refused
 */
export async function request(path: string, options: Options = {}): Promise<Response> {
  const { onProgress, ...given } = options
  const headers = new Headers(options.headers)
  headers.set('Accept', 'application/json')
  if (typeof options.body === 'string' && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const sent = { credentials: 'same-origin', redirect: 'manual', ...given, headers } as const
  const asking = onProgress ? toldFetch(path, sent, onProgress) : fetch(path, sent)
  const response = await asking.catch(() => {
    throw new Refused(0)
  })
  if (response.ok) return response
  // A page that asks for a sign-in is what somebody signed out is led to.
  const status = response.type === 'opaqueredirect' ? 401 : response.status
  const problem: Facts | null = await response.json().catch(() => null)
  throw new Refused(status, problem ?? {})
}
