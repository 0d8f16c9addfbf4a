// Talks to the server: who calls, what is asked, and what its refusals mean.
import type { IncomingMessage } from 'node:http'
import { type Outgoing, type Route, requestOf } from '../../rest/request.ts'
import type { Values } from '../command-line/command.ts'
import { exitOf, Failure, type ProblemDocument, usage } from '../failure.ts'
import type { Io } from '../io.ts'
import { currentProfile } from '../profiles.ts'
import { type Credential, credentialOf, type Place } from './credential.ts'
import { Broken, bodyOf, exchange, type Sent, Unreachable } from './exchange.ts'
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
  /** Sent with this token in place of the credential. */
  bearer?: string
  progress?(sent: number, total: number): void
}

export class Client {
  /** Where the server is; no trailing slash. */
  readonly url: string
  /** Whose sign-in counts, of those kept for this server. */
  readonly profile: string
  /** What proves who calls; null for nobody. */
  readonly credential: Credential | null
  readonly #headers: Readonly<Record<string, string>>

  constructor(io: Io, values: Values) {
    const { env } = io
    const { name, settings } = currentProfile(env, values)
    const fallback = settings.url ?? io.home ?? 'http://localhost:4400'
    this.url = originOf(String(values.url ?? (env.RECTO_URL || fallback)))
    this.profile = name
    this.credential = credentialOf(io, this.place)
    this.#headers = {
      'User-Agent': `recto/${io.version}`,
      Accept: 'application/json',
      ...actorHeaders({
        type: values.actorType ?? (env.RECTO_ACTOR_TYPE || settings['actor-type']),
        name: values.actorName ?? (env.RECTO_ACTOR_NAME || settings['actor-name']),
      }),
    }
  }

  /** What a sign-in is kept for. */
  get place(): Place {
    return { server: this.url, profile: this.profile }
  }

  get isSignedIn(): boolean {
    return this.credential !== null
  }

  /** The answer as a value; null if the server says nothing more (204). */
  async call(call: Call): Promise<unknown> {
    const { message, body } = await this.#answer(this.#sent(call), call.route.replayed === true)
    if (message.statusCode! >= 300) throw this.#refusal(message.statusCode!, body)
    return body.length === 0 ? null : parsed(body)
  }

  /** The answer to a request that no operation stands behind. */
  async request({
    method,
    path,
    headers,
    payload,
  }: Sent): Promise<{ message: IncomingMessage; body: Buffer }> {
    const sent = { method, path, headers: { ...this.#headers, ...headers }, payload }
    const answer = await this.#answer(sent, false)
    const { statusCode } = answer.message
    if (statusCode! >= 300) throw this.#refusal(statusCode!, answer.body)
    return answer
  }

  /** The answer with its body still to be read. */
  async open(call: Call): Promise<IncomingMessage> {
    try {
      const message = await this.#exchange(this.#sent(call))
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
  async #answer(sent: Signed, repeatable: boolean): Promise<{ message: IncomingMessage; body: Buffer }> {
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

  async #once(sent: Signed): Promise<{ message: IncomingMessage; body: Buffer }> {
    const message = await this.#exchange(sent)
    return { message, body: await bodyOf(message) }
  }

  /** Sent with the credential. A token that the server does not know any more, as after a change of clocks, is renewed once. */
  async #exchange({ bearer, ...sent }: Signed): Promise<IncomingMessage> {
    const token = bearer === undefined ? await this.credential?.token('/v1') : bearer
    const message = await exchange(new URL(this.url), withToken(sent, token))
    if (message.statusCode !== 401 || bearer !== undefined || !token) return message
    const renewed = this.credential?.renew('/v1', token)
    if (!renewed) return message
    message.destroy()
    return exchange(new URL(this.url), withToken(sent, await renewed))
  }

  #sent({ route, input, base, source, anonymous, bearer, progress }: Call): Signed {
    const outgoing = outgoingOf(route, input, base)
    const payload = payloadOf(outgoing, source)
    return {
      method: outgoing.method,
      path: outgoing.path,
      headers: {
        ...this.#headers,
        ...outgoing.headers,
        ...(route.replayed && { 'Idempotency-Key': randomName() }),
      },
      payload,
      ...(anonymous ? { bearer: null } : bearer !== undefined && { bearer }),
      ...(progress && { progress: (count: number) => progress(count, payload?.length ?? 0) }),
    }
  }

  /** The failure a refusal stands for; an answer that is no problem document comes from somebody else. */
  #refusal(status: number, body: Buffer): Failure {
    const problem = problemIn(body)
    if (problem)
      return new Failure(exitOf(status, problem.code), this.#inFlags(problem), this.#nextSteps(problem))
    return new Failure(exitOf(status, ''), {
      code: 'unexpected_answer',
      status,
      detail: `The answer is ${status} and no problem document. Is there a Recto server at this address, and does a proxy before it let requests through?`,
    })
  }

  /** The problem in the words of the command line: settings and flags in place of headers. */
  #inFlags(problem: ProblemDocument): ProblemDocument {
    const { code, currentVersion } = problem
    if (code === 'unauthorized') return { ...problem, ...saying(this.#whoIsUnknown()) }
    if (code === 'base_version_required')
      return {
        ...problem,
        ...saying(
          `Name the version you edited from with --base-version; version ${currentVersion} is current.`,
        ),
      }
    return problem
  }

  #whoIsUnknown(): string {
    if (this.credential === null)
      return `Nobody is signed in at ${this.url}, and this is not open to everybody. Sign in with recto login, or set RECTO_API_KEY to a key of yours.`
    return this.credential.kind === 'key'
      ? `The server ${this.url} does not know the key in RECTO_API_KEY: it is mistyped, revoked or expired.`
      : `The sign-in at ${this.url} has ended. Sign in again: recto login`
  }

  #nextSteps({ code, currentVersion, retryAfter }: ProblemDocument): string[] {
    const keys = `${this.url}/app/keys`
    if (code === 'version_conflict')
      return [
        `Take in version ${currentVersion} and give --base-version ${currentVersion}, or add --merge to a publish.`,
      ]
    if (code === 'rate_limited') return [`Try again in ${retryAfter} seconds.`]
    if (code === 'insufficient_scope' && this.credential?.kind === 'sign-in')
      return ['Sign in again and allow it: recto login']
    return code === 'unauthorized' && this.credential?.kind === 'key' ? [`Make another key: ${keys}`] : []
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

/** `message` repeats the detail. */
const saying = (detail: string) => ({ detail, message: detail })

/** A request and whose it is: null nobody's, undefined that of the credential. */
type Signed = Sent & { bearer?: string | null }

const withToken = (sent: Sent, token: string | null | undefined): Sent =>
  token ? { ...sent, headers: { Authorization: `Bearer ${sendable(token)}`, ...sent.headers } } : sent

/** A key that no header can carry is no key; it is never sent in pieces or shown. */
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new Failure(3, {
    code: 'unauthorized',
    detail: 'RECTO_API_KEY is not an API key: it holds spaces or other characters that no key has.',
  })
}

/** Attribution (contract section 3): a claim that stands beside what is written. */
function actorHeaders({ type, name }: { type: unknown; name: unknown }): Record<string, string> {
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
