// The failure that ends a command: a problem of the server or one found here, and the exit code that says which kind.

/** 0 ok, 1 other, 2 usage, 3 not signed in, 4 not allowed or not found, 5 conflict, 6 limit (contract section 11). */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The document that describes a failure: the server's own problem, or `code` and `detail` for what was found here. */
export interface ProblemDocument {
  code: string
  detail: string
  [extra: string]: unknown
}

export class Failure extends Error {
  /** A module loaded on demand is bundled apart and brings a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as { isFailure?: unknown } | null)?.isFailure === true
  }

  readonly isFailure = true
  readonly exit: ExitCode
  readonly document: ProblemDocument
  /** Steps for a person at a terminal, where the detail does not name them in words of the command line. */
  readonly next: readonly string[]

  constructor(exit: ExitCode, document: ProblemDocument, next: readonly string[] = []) {
    super(document.detail)
    this.exit = exit
    this.document = document
    this.next = next
  }
}

/** A command line that cannot be followed; nothing was sent. */
export const usage = (detail: string, next: readonly string[] = []): Failure =>
  new Failure(2, { code: 'usage', detail }, next)

const byCode: Readonly<Record<string, ExitCode>> = { plan_limit: 6, base_version_required: 2 }

const byStatus: Readonly<Record<number, ExitCode>> = {
  401: 3,
  403: 4,
  404: 4,
  409: 5,
  410: 4,
  412: 5,
  413: 6,
  429: 6,
  451: 4,
  507: 6,
}

/** The exit code of a problem. */
export const exitOf = (status: number, code: string): ExitCode => byCode[code] ?? byStatus[status] ?? 1

/** Nobody is signed in at the server of this address; names the ways on that exist. */
export const notSignedIn = (url: string): Failure =>
  new Failure(3, {
    code: 'not_signed_in',
    detail: `No credential was given and nothing was sent. Sign in with recto login, set RECTO_API_KEY to a key from ${url}/app/keys, or, only for a page that anyone may open for 30 days: recto publish <file> --public-preview`,
  })

/** An answer of something that is no Recto server, or none of this time. */
export const foreign = (what: string): Failure =>
  new Failure(1, {
    code: 'unexpected_answer',
    detail: `${what} Is there a Recto server at this address?`,
  })
