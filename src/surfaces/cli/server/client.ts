// Talks to the server: who calls, what is asked, and what its refusals mean.
import type { IncomingMessage } from 'node:http'
import { Broken, bodyOf, Oversized, Unreachable } from '../../client/exchange.ts'
import { problemIn } from '../../client/problem.ts'
import { type Answer, type Call, type Request, Transport } from '../../client/transport.ts'
import type { Values } from '../command-line/command.ts'
import { exitOf, Failure, foreign, type ProblemDocument, usage } from '../failure.ts'
import type { Io, Sink } from '../io.ts'
import { currentProfile } from '../profiles.ts'
import { shellWord } from '../shell-word.ts'
import { isPersonHere } from '../terminal/person.ts'
import { afterConflict } from './after-conflict.ts'
import { isFromRecto, valueIn } from './answer-shape.ts'
import { type Credential, credentialOf, type Place } from './credential.ts'
import { awaited, type Heard } from './wait.ts'

export class Client {
  /** Address of the server; no trailing slash. */
  readonly url: string
  /** Profile whose sign-in counts, of those kept for this server. */
  readonly profile: string
  /** Proof of the caller; null for nobody. */
  readonly credential: Credential | null
  readonly #transport: Transport
  readonly #stderr: Sink

  constructor(io: Io, values: Values) {
    const { env } = io
    this.#stderr = io.stderr
    const { name, settings } = currentProfile(env, values)
    const fallback = settings.url ?? io.home ?? 'http://localhost:4400'
    this.url = originOf(String(values.url ?? (env.RECTO_URL || fallback)))
    this.profile = name
    this.credential = credentialOf(io, this.place)
    const headers = {
      'User-Agent': `recto/${io.version}`,
      Accept: 'application/json',
      ...actorHeaders({
        type:
          values.actorType ??
          (env.RECTO_ACTOR_TYPE || settings['actor-type'] || (isPersonHere(io) ? 'human' : undefined)),
        name: values.actorName ?? (env.RECTO_ACTOR_NAME || settings['actor-name']),
      }),
    }
    const identity = this.credential && identityOf(this.credential)
    this.#transport = new Transport(this.url, headers, identity, message => this.refuseForeign(message))
  }

  /** The key under which a sign-in is kept. */
  get place(): Place {
    return { server: this.url, profile: this.profile }
  }

  get isSignedIn(): boolean {
    return this.credential !== null
  }

  /**
   * The answer as a value; null if the server says nothing more (204).
   * @throws Failure where it is none that this operation has
   */
  async call(call: Call): Promise<unknown> {
    const answer = await this.#taken(
      heard => this.#transport.call(withWord(call, heard)),
      call,
      Number(call.input.wait ?? 0),
    )
    return valueIn(answer.message, answer.body, call.route)
  }

  /** The answer to a request that no operation stands behind. */
  async request(request: Request): Promise<Answer> {
    const held = Number(new URL(request.path, this.url).searchParams.get('wait') ?? 0) || 0
    return this.#taken(
      ({ sent, answered }) => this.#transport.request({ ...request, progress: sent, answered }),
      undefined,
      held,
    )
  }

  /** The answer with its body still to be read. */
  async open(call: Call): Promise<IncomingMessage> {
    const message = await this.awaited(() => this.#transport.open(call))
    if (message.statusCode! < 300) return message
    throw this.refusal(message.statusCode!, await bodyOf(message), call)
  }

  async #taken(send: (heard: Heard) => Promise<Answer>, call?: Call, held = 0): Promise<Answer> {
    const answer = await this.awaited(send, held)
    const { statusCode } = answer.message
    if (statusCode! >= 300) throw this.refusal(statusCode!, answer.body, call)
    return answer
  }

  /** The answer to what is sent, with a word on stderr if it takes long; `held` seconds are asked for. */
  awaited<T>(send: (heard: Heard) => Promise<T>, held = 0): Promise<T> {
    return awaited({ stderr: this.#stderr, server: this.url, held }, send).catch(error => {
      throw this.#explained(error)
    })
  }

  /** The failure a refusal stands for; an answer that is no problem document comes from somebody else. */
  refusal(status: number, body: Buffer, call?: Call): Failure {
    const problem = problemIn(body)
    if (problem)
      return new Failure(exitOf(status, problem.code), this.#inFlags(problem), this.#nextSteps(problem, call))
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

  #nextSteps(problem: ProblemDocument, call: Call | undefined): string[] {
    const { code, retryAfter } = problem
    const keys = `${this.url}/app/keys`
    if (code === 'version_conflict') return call ? [afterConflict(problem, call)] : []
    // Every server of this time knows a path that names nothing.
    if (code === 'not_found' && call && !call.route.path.includes('{'))
      return [
        `If the server is older than this command line, take the one it serves: npm install -g ${shellWord(`${this.url}/cli.tgz`)}`,
      ]
    if (code === 'rate_limited') return [`Try again in ${retryAfter} seconds.`]
    if (code === 'insufficient_scope' && this.credential?.kind === 'sign-in')
      return ['Sign in again and allow it: recto login']
    return code === 'unauthorized' && this.credential?.kind === 'key' ? [`Make another key: ${keys}`] : []
  }

  /** The failure of a server that cannot be reached. */
  unreachable(why: string): Failure {
    return new Failure(1, {
      code: 'unreachable',
      detail: `Nothing answers at ${this.url} (${why}). Start it with recto serve, or name another server with --url or RECTO_URL.`,
    })
  }

  /**
   * Looks at the headers alone: the body of another program may have no end.
   * @throws Failure where another program answered
   */
  refuseForeign({ statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>): void {
    if (isFromRecto(headers)) return
    if (statusCode! < 300) throw foreign('The answer does not come from Recto.')
    throw this.refusal(statusCode!, Buffer.alloc(0))
  }

  #explained(error: unknown): unknown {
    if (error instanceof Unreachable) return this.unreachable(reason(error))
    if (error instanceof RangeError) return usage(`${error.message}.`)
    if (error instanceof Oversized) return foreign(error.message)
    if (!(error instanceof Broken)) return error
    return new Failure(1, {
      code: 'connection_broken',
      detail: `The connection to ${this.url} broke before the answer came (${error.message}), so it is not known whether the server did it. Look before you try again; an update that happened answers a conflict.`,
    })
  }
}

/** The call, which tells how it goes on. */
const withWord = (call: Call, { sent, answered }: Heard): Call => ({
  ...call,
  answered,
  progress: (count, total) => {
    sent()
    call.progress?.(count, total)
  },
})

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

/** `message` repeats the detail. */
const saying = (detail: string) => ({ detail, message: detail })

const identityOf = (credential: Credential) => ({
  token: () => credential.token('/v1'),
  renew: (refused: string) => credential.renew('/v1', refused),
})

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
