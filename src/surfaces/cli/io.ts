// Everything outside that the command line touches, handed in so that tests run it in their own process.
import type { Manifest } from './command-line/manifest.ts'
import type { ConformanceProgram } from './contract-checks.ts'
import type { Keychain } from './keychain.ts'
import type { Jq } from './terminal/jq-filter.ts'

/** A stream that is written to: stdout or stderr. */
export interface Sink {
  isTTY?: boolean | undefined
  /** Lines of the terminal; 0 where it does not say. */
  rows?: number | undefined
  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): unknown
}

export interface Io {
  env: Readonly<Record<string, string | undefined>>
  /** Folder that relative paths start from. */
  cwd: string
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean | undefined }
  stdout: Sink
  stderr: Sink
  /** Version of this program. */
  version: string
  /** The server that handed this program out; null where none did. */
  home: string | null
  /** The derived commands; read only by what needs them. */
  manifest(): Promise<Manifest>
  /** Loads the lock of files that several processes change. */
  lock(): Promise<typeof import('./on-demand/lock.ts')>
  /** Loads what speaks OAuth. */
  oauth(): Promise<typeof import('./on-demand/oauth.ts')>
  /** The keychain of the system; null where there is none to be asked. */
  keychain(): Keychain | null
  /** Loads the bridge between stdio and the MCP endpoint. */
  mcp(): Promise<typeof import('./on-demand/mcp.ts')>
  /** Loads the checks of the contract. */
  conformance(): Promise<ConformanceProgram>
  /** The source of the agent skill, in which no server is named yet. */
  skill(): string
  /** Loads jq. */
  jq(): Promise<Jq>
  /** Shows a long text in the person's pager; false where there is none. */
  page(text: string): Promise<boolean>
  /** Opens an address in the person's browser. */
  launch(url: string): void
  /** Runs the server until it is stopped; returns its exit code. */
  serve(): Promise<number>
  /** Runs an administration command on this machine's stores. */
  administer(task: AdminTask): Promise<AdminOutcome>
}

export interface AdminTask {
  command: string
  input: Readonly<Record<string, unknown>>
  progress(line: string): void
}

export interface AdminOutcome {
  value: Record<string, unknown>
  /** Lines for a terminal. */
  lines: readonly string[]
  ok: boolean
}

/** Writes and waits until it is taken, so that a slow reader slows the writer down. */
export const write = (sink: Sink, chunk: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    sink.write(chunk, error => (error ? reject(error) : resolve()))
  })

/** All that a stream brings, in one piece. */
export async function gathered(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
