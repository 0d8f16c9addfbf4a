// The command line in this process over real HTTP: a server, a person with a key, a folder, and what was said.
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allOperations } from '../../../src/operations/index.ts'
import { manifestOf } from '../../../src/surfaces/cli/command-line/manifest.ts'
import type { Io } from '../../../src/surfaces/cli/io.ts'
import { main } from '../../../src/surfaces/cli/main.ts'
import { loadJq } from '../../../src/surfaces/cli/on-demand/jq.ts'
import { serviceOn } from '../../support/common-service.ts'
import type { Company } from '../../support/people.ts'
import { fromRoot } from '../../support/project-root.ts'
import type { Running } from '../../support/service.ts'
import { isSkip } from '../../support/skip.ts'

export const manifest = manifestOf(allOperations)

export interface Said {
  code: number
  stdout: string
  stderr: string
  /** stdout, or stderr where that is empty, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads it asserts
  json: any
  /** Addresses the browser was sent to. */
  launched: string[]
  /** Texts that the pager was given. */
  paged: string[]
}

export interface Sitting {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** A person looks at both streams. */
  terminal?: boolean
  /** Streams that are a terminal's, where those are not both outputs. */
  terminals?: readonly ('stdin' | 'stdout' | 'stderr')[]
  /** Lines of the terminal. */
  rows?: number
  /** Acts as the browser that is sent to the address. */
  browser?(url: string): unknown
  /** Gets the words of stderr as they are said. */
  heard?(text: string): void
}

async function* words(stdin: string | undefined): AsyncGenerator<Uint8Array> {
  if (stdin !== undefined) yield Buffer.from(stdin)
}

/** Runs one command line as a program would be run. */
export async function recto(argv: readonly string[], sitting: Sitting = {}): Promise<Said> {
  const out = { stdout: '', stderr: '' }
  const launched: string[] = []
  const paged: string[] = []
  const sink = (name: 'stdout' | 'stderr'): Io['stdout'] => ({
    isTTY: sitting.terminals ? sitting.terminals.includes(name) : sitting.terminal,
    rows: sitting.rows,
    write(chunk, done) {
      const text = Buffer.from(chunk as string).toString('utf8')
      out[name] += text
      if (name === 'stderr') sitting.heard?.(text)
      done?.()
    },
  })
  const code = await main(argv, {
    env: { NO_COLOR: '1', HOME: sitting.cwd ?? tmpdir(), ...sitting.env },
    cwd: sitting.cwd ?? tmpdir(),
    stdin: Object.assign(words(sitting.stdin), { isTTY: sitting.terminals?.includes('stdin') }),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    version: '0.0.0-test',
    home: null,
    manifest: async () => manifest,
    lock: () => import('../../../src/surfaces/cli/on-demand/lock.ts'),
    oauth: () => import('../../../src/surfaces/cli/on-demand/oauth.ts'),
    keychain: () => null,
    mcp: () => import('../../../src/surfaces/cli/on-demand/mcp.ts'),
    conformance: () => import('../../conformance/conformance.ts'),
    skill: () => readFileSync(fromRoot('src/surfaces/cli/skill/SKILL.md'), 'utf8'),
    jq: loadJq,
    page: async text => paged.push(text) > 0,
    launch(url) {
      launched.push(url)
      sitting.browser?.(url)
    },
    serve: async () => 0,
    administer: async () => ({ value: {}, lines: [], ok: true }),
  })
  return { code, ...out, json: parsed(out.stdout || out.stderr), launched, paged }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface Desk {
  service: Running
  company: Company
  /** Folder with the files to publish. */
  folder: string
  /** Runs the command line in the folder with the owner's key, beyond what is said otherwise. */
  run(argv: readonly string[], sitting?: Sitting): Promise<Said>
  /** Runs it with the owner's key in another folder: what is done there is not known in this one. */
  elsewhere(argv: readonly string[]): Promise<Said>
  write(name: string, text: string): Promise<string>
  read(name: string): Promise<string>
  leave(): Promise<void>
}

/** A company of its own on the server of the process, and a folder to work in. */
export async function openDesk(): Promise<Desk> {
  const service = await serviceOn('sqlite')
  if (isSkip(service)) throw new Error(service.skip)
  const company = await service.organization()
  const folder = await mkdtemp(join(tmpdir(), 'recto-cli-'))
  const env = { RECTO_URL: service.url, RECTO_API_KEY: company.owner.key }
  return {
    service,
    company,
    folder,
    run: (argv, sitting = {}) => recto(argv, { cwd: folder, env, ...sitting }),
    elsewhere: argv => recto(argv, { env }),
    async write(name, text) {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    },
    read: name => readFile(join(folder, name), 'utf8'),
    leave: () => rm(folder, { recursive: true }),
  }
}

/** Runs the work beside a server that answers as the listener does. */
export async function withServer<T>(
  listener: RequestListener,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}
