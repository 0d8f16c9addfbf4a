// The command line in this process over real HTTP: a server, a person with a key, a folder, and what was said.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allOperations } from '../../../src/operations/index.ts'
import type { Io } from '../../../src/surfaces/cli/io.ts'
import { main } from '../../../src/surfaces/cli/main.ts'
import { manifestOf } from '../../../src/surfaces/cli/manifest.ts'
import type { Company } from '../../support/people.ts'
import { type Running, startService } from '../../support/service.ts'
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
}

export interface Sitting {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** A person looks at both streams. */
  terminal?: boolean
}

/** Runs one command line as a program would be run. */
export async function recto(argv: readonly string[], sitting: Sitting = {}): Promise<Said> {
  const out = { stdout: '', stderr: '' }
  const launched: string[] = []
  const sink = (name: 'stdout' | 'stderr'): Io['stdout'] => ({
    isTTY: sitting.terminal,
    write(chunk, done) {
      out[name] += Buffer.from(chunk as string).toString('utf8')
      done?.()
    },
  })
  const code = await main(argv, {
    env: sitting.env ?? {},
    cwd: sitting.cwd ?? tmpdir(),
    stdin: (async function* () {
      if (sitting.stdin !== undefined) yield Buffer.from(sitting.stdin)
    })(),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    version: '0.0.0-test',
    manifest: async () => manifest,
    launch: url => launched.push(url),
    serve: async () => 0,
    administer: async () => ({ value: {}, lines: [], ok: true }),
  })
  return { code, ...out, json: parsed(out.stdout || out.stderr), launched }
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
  write(name: string, text: string): Promise<string>
  read(name: string): Promise<string>
  leave(): Promise<void>
}

/** A server with a company, and a folder to work in. */
export async function openDesk(): Promise<Desk> {
  const service = await startService()
  if (isSkip(service)) throw new Error(service.skip)
  const company = await service.organization()
  const folder = await mkdtemp(join(tmpdir(), 'recto-cli-'))
  const env = { RECTO_URL: service.url, RECTO_API_KEY: company.owner.key }
  return {
    service,
    company,
    folder,
    run: (argv, sitting = {}) => recto(argv, { cwd: folder, env, ...sitting }),
    async write(name, text) {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    },
    read: name => readFile(join(folder, name), 'utf8'),
    async leave() {
      await service.stop()
      await rm(folder, { recursive: true })
    },
  }
}
