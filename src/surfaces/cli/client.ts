// Talks to the server: who calls, what is asked, and what its refusals mean.
import type { IncomingMessage } from 'node:http'
import { type Outgoing, type Route, requestOf } from '../rest/request.ts'
import type { Values } from './command.ts'
import { Broken, bodyOf, exchange, type Sent, Unreachable } from './exchange.ts'
import { exitOf, Failure, type ProblemDocument, usage } from './failure.ts'
import { jsonPayload, multipartPayload, type Payload, type Source } from './payload.ts'
import { randomName } from './random.ts'

export interface Call {
  route: Route
  input: Values
  /** The version edited from. */
  base?: number
  /** The file of a multipart route. */
  source?: Source
  /** Sent without the credential, also where there is one. */
  anonymous?: true
  progress?(sent: number, total: number): void
}

type Environment = Readonly<Record<string, string | undefined>>

export class Client {
  /** Where the server is; no trailing slash. */
  readonly url: string
  /** API key, or null. */
  readonly key: string | null
  readonly #headers: Readonly<Record<string, string>>

  constructor(env: Environment, values: Values, version: string) {
    this.url = originOf(String(values.url ?? (env.RECTO_URL || 'http://localhost:4400')))
    this.key = env.RECTO_API_KEY?.trim() || null
    this.#headers = {
      'User-Agent': `recto/${version}`,
      Accept: 'application/json',
      ...actorHeaders(env, values),
    }
  }

  /** The answer as a value; null if the server says nothing more (204). */
  async call(call: Call): Promise<unknown> {
    const sent = this.#sent(call)
    const { message, body } = await this.#answer(sent, call.route.replayed === true)
    if (message.statusCode! >= 300) throw this.#refusal(message.statusCode!, body)
    return body.length === 0 ? null : parsed(body)
  }

  /** The answer with its body still to be read. */
  async open(call: Call): Promise<IncomingMessage> {
    try {
      const message = await exchange(new URL(this.url), this.#sent(call))
      if (message.statusCode! < 300) return message
      throw this.#refusal(message.statusCode!, await bodyOf(message))
    } catch (error) {
      throw this.#explained(error)
    }
  }

  /**
   * A create that lost its answer is sent once more with the same idempotency key, so that it happens once; when the first one
   * still runs on the server, its end is awaited.
   */
  async #answer(sent: Sent, repeatable: boolean): Promise<{ message: IncomingMessage; body: Buffer }> {
    try {
      return await this.#once(sent)
    } catch (error) {
      if (!repeatable || !(error instanceof Broken)) throw this.#explained(error)
    }
    for (let tries = 1; ; tries++) {
      const again = await this.#once(sent).catch(error => {
        throw this.#explained(error)
      })
      if (tries === 10 || codeOf(again.body) !== 'idempotency_in_progress') return again
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  }

  async #once(sent: Sent): Promise<{ message: IncomingMessage; body: Buffer }> {
    const message = await exchange(new URL(this.url), sent)
    return { message, body: await bodyOf(message) }
  }

  #sent({ route, input, base, source, anonymous, progress }: Call): Sent {
    const outgoing = outgoingOf(route, input, base)
    const payload = payloadOf(outgoing, source)
    return {
      method: outgoing.method,
      path: outgoing.path,
      headers: {
        ...this.#headers,
        ...outgoing.headers,
        ...(this.key !== null && !anonymous && { Authorization: `Bearer ${bearer(this.key)}` }),
        ...(route.replayed && { 'Idempotency-Key': randomName() }),
      },
      payload,
      ...(progress && { progress: (count: number) => progress(count, payload?.length ?? 0) }),
    }
  }

  /** The failure a refusal stands for; an answer that is no problem document comes from somebody else. */
  #refusal(status: number, body: Buffer): Failure {
    const problem = problemIn(body)
    if (problem) return new Failure(exitOf(status, problem.code), problem, this.#nextSteps(problem))
    return new Failure(exitOf(status, ''), {
      code: 'unexpected_answer',
      status,
      detail: `The answer is ${status} and no problem document. Is there a Recto server at this address, and does a proxy before it let requests through?`,
    })
  }

  #nextSteps({ code, currentVersion, retryAfter }: ProblemDocument): string[] {
    const keys = `${this.url}/app/keys`
    if (code === 'version_conflict')
      return [
        `Take in version ${currentVersion} and give --base-version ${currentVersion}, or add --merge to a publish.`,
      ]
    if (code === 'rate_limited') return [`Try again in ${retryAfter} seconds.`]
    if (code !== 'unauthorized') return []
    if (this.key === null) return [`Set RECTO_API_KEY to a key from ${keys}`]
    return [`The server does not know RECTO_API_KEY. Make another key: ${keys}`]
  }

  #explained(error: unknown): unknown {
    if (error instanceof Unreachable) {
      return new Failure(1, {
        code: 'unreachable',
        detail: `Nothing answers at ${this.url} (${reason(error)}). Start it with recto serve, or name another server with --url or RECTO_URL.`,
      })
    }
    if (!(error instanceof Broken)) return error
    return new Failure(1, {
      code: 'connection_broken',
      detail: `The connection to ${this.url} broke before the answer came (${error.message}), so it is not known whether the server did it. Look before you try again; an update that happened answers a conflict.`,
    })
  }
}

/** Node tries several addresses of a name and then says nothing but their codes. */
function reason({ message, cause }: Unreachable): string {
  return message || ((cause as NodeJS.ErrnoException | undefined)?.code ?? 'no connection')
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname) && !url.search && !url.hash)
    return url.origin
  throw usage(
    `"${text}" is no server. Write its address without a path, for example https://recto.example.com`,
  )
}

function outgoingOf(route: Route, input: Values, base: number | undefined): Outgoing {
  try {
    return requestOf(route, input, base)
  } catch (error) {
    if (error instanceof RangeError) throw usage(`${error.message}.`)
    throw error
  }
}

function payloadOf({ json, parts }: Outgoing, source: Source | undefined): Payload | undefined {
  if (json) return jsonPayload(json)
  return parts && source ? multipartPayload(parts, source) : undefined
}

/** A key that no header can carry is no key; it is never sent in pieces or shown. */
function bearer(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new Failure(3, {
    code: 'unauthorized',
    detail: 'RECTO_API_KEY is not an API key: it holds spaces or other characters that no key has.',
  })
}

/** Attribution (contract section 3): a claim that stands beside what is written. */
function actorHeaders(env: Environment, values: Values): Record<string, string> {
  const type = values.actorType ?? (env.RECTO_ACTOR_TYPE || undefined)
  const name = values.actorName ?? (env.RECTO_ACTOR_NAME || undefined)
  if (type !== undefined && type !== 'human' && type !== 'agent')
    throw usage(`RECTO_ACTOR_TYPE is "${type}"; it must be human or agent.`)
  return {
    ...(type !== undefined && { 'X-Actor-Type': type }),
    ...(name !== undefined && { 'X-Actor-Name': headerText(String(name)) }),
  }
}

/** UTF-8 as the bytes of a header. */
const headerText = (text: string): string =>
  Buffer.from(text.replace(/\p{C}/gu, ' ').trim(), 'utf8').toString('latin1')

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Failure(1, {
      code: 'unexpected_answer',
      detail: 'The answer is no JSON document. Is there a Recto server at this address?',
    })
  }
}

const codeOf = (body: Buffer): string | undefined => problemIn(body)?.code

function problemIn(body: Buffer): (ProblemDocument & { status?: number }) | undefined {
  try {
    const value = JSON.parse(body.toString('utf8'))
    return typeof value?.code === 'string' && typeof value.detail === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
