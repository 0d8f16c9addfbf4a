// Sends what an operation takes and gives its answer: with a credential that is renewed, and once where an answer was lost.
import type { IncomingMessage } from 'node:http'
import { type Outgoing, type Route, requestOf } from '../rest/request.ts'
import { jsonPayload, multipartPayload, type Payload, type Source } from './bodies.ts'
import { Broken, bodyOf, exchange, type Sent } from './exchange.ts'
import { problemIn } from './problem.ts'
import { randomName } from './random.ts'

export interface Call {
  route: Route
  input: Readonly<Record<string, unknown>>
  /** The version edited from. */
  base?: number
  /** The file of a multipart route. */
  source?: Source
  /** True for a request without the credential, also where there is one. */
  anonymous?: true
  /** Token that the request carries in place of the credential. */
  bearer?: string
  /** The caller's own key; without one a key is made where the route takes one. */
  idempotencyKey?: string
  progress?(sent: number, total: number): void
  /** Called when the answer begins. */
  answered?(): void
}

/** A request that no operation stands behind. */
export type Request = Pick<Sent, 'method' | 'path' | 'headers' | 'payload' | 'progress' | 'answered'>

export interface Answer {
  message: IncomingMessage
  body: Buffer
}

/** The account behind these requests. */
export interface Identity {
  token(): string | Promise<string>
  /** Returns another token in place of one that the server does not know; null where there is none to be had. */
  renew?(refused: string): Promise<string> | null
}

/** Tries, half a second apart, while the first request still runs on the server. */
const TRIES = 10

export class Transport {
  readonly #server: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #identity: Identity | null
  readonly #heed: (message: IncomingMessage) => void

  /** @param heed looks at each answer before its body is read; what it throws ends the call */
  constructor(
    url: string,
    headers: Readonly<Record<string, string>>,
    identity: Identity | null,
    heed: (message: IncomingMessage) => void = () => undefined,
  ) {
    this.#server = new URL(url)
    this.#headers = headers
    this.#identity = identity
    this.#heed = heed
  }

  /**
   * The answer, whatever its status.
   * @throws Broken, Unreachable; RangeError where a field of the path names nothing
   */
  async call(call: Call): Promise<Answer> {
    return this.#answer(this.#sent(call), call.route.replayed === true)
  }

  request({ headers, ...request }: Request): Promise<Answer> {
    return this.#answer({ ...request, headers: { ...this.#headers, ...headers } }, false)
  }

  /** The answer with its body still to be read. */
  async open(call: Call): Promise<IncomingMessage> {
    return this.#heeded(await this.#exchange(this.#sent(call)))
  }

  /**
   * A create that lost its answer is sent once more with the same idempotency key, so that it happens once; when the first one
   * still runs on the server, its end is awaited.
   */
  async #answer(sent: Signed, repeatable: boolean): Promise<Answer> {
    try {
      return await this.#once(sent)
    } catch (error) {
      if (!repeatable || !(error instanceof Broken)) throw error
    }
    for (let tries = 1; ; tries++) {
      const again = await this.#once(sent)
      if (tries === TRIES || problemIn(again.body)?.code !== 'idempotency_in_progress') return again
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  }

  async #once(sent: Signed): Promise<Answer> {
    const message = this.#heeded(await this.#exchange(sent))
    return { message, body: await bodyOf(message) }
  }

  /** Sends with the credential. Renews once a token that the server does not know any more, as after a change of clocks. */
  async #exchange({ bearer, ...sent }: Signed): Promise<IncomingMessage> {
    const token = bearer === undefined ? await this.#identity?.token() : bearer
    const message = await exchange(this.#server, withToken(sent, token))
    if (message.statusCode !== 401 || bearer !== undefined || !token) return message
    const renewed = this.#identity?.renew?.(token)
    if (!renewed) return message
    message.destroy()
    return exchange(this.#server, withToken(sent, await renewed))
  }

  #heeded(message: IncomingMessage): IncomingMessage {
    try {
      this.#heed(message)
      return message
    } catch (error) {
      message.destroy()
      throw error
    }
  }

  #sent({ route, input, base, source, anonymous, bearer, idempotencyKey, progress, answered }: Call): Signed {
    const outgoing = requestOf(route, input, base)
    const payload = payloadOf(outgoing, source)
    return {
      method: outgoing.method,
      path: outgoing.path,
      headers: {
        ...this.#headers,
        ...outgoing.headers,
        ...(route.replayed && { 'Idempotency-Key': idempotencyKey ?? randomName() }),
      },
      payload,
      ...(anonymous ? { bearer: null } : bearer !== undefined && { bearer }),
      ...(answered && { answered }),
      ...(progress && { progress: (count: number) => progress(count, payload?.length ?? 0) }),
    }
  }
}

/** A request and whose it is: null nobody's, undefined that of the identity. */
type Signed = Sent & { bearer?: string | null }

const withToken = (sent: Sent, token: string | null | undefined): Sent =>
  token ? { ...sent, headers: { Authorization: `Bearer ${token}`, ...sent.headers } } : sent

function payloadOf({ json, parts }: Outgoing, source: Source | undefined): Payload | undefined {
  if (json) return jsonPayload(json)
  return parts && source ? multipartPayload(parts, source) : undefined
}
