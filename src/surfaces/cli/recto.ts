#!/usr/bin/env node
// The program `recto`: finds what lies beside it, and starts the server's own code only for commands that need it.
import { existsSync, readFileSync } from 'node:fs'
import type { Manifest } from './command-line/manifest.ts'
import { Failure, usage } from './failure.ts'
import type { AdminOutcome, AdminTask, Io } from './io.ts'
import { systemKeychain } from './keychain.ts'
import { runProgram } from './program.ts'
import { shellWord } from './shell-word.ts'
import type { Jq } from './terminal/jq-filter.ts'

/** Run from its sources, or built into one file with what it reads beside it. */
const isSource = import.meta.url.endsWith('.ts')

const beside = (source: string, built: string): string =>
  new URL(isSource ? source : built, import.meta.url).href

async function manifest(): Promise<Manifest> {
  if (!isSource) return JSON.parse(readFileSync(new URL('commands.json', import.meta.url), 'utf8'))
  const { manifestOf } = await import(beside('./command-line/manifest.ts', ''))
  const { allOperations } = await import(beside('../../operations/index.ts', ''))
  return manifestOf(allOperations)
}

/** Reads the package's facts about itself; `recto.url` is there in the package that a server hands out. */
function packageFacts(): { version: string; recto?: { url: string } } {
  const path = new URL(isSource ? '../../../package.json' : '../../package.json', import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Loads a part of the server; it needs a newer Node than the rest of the command line. */
async function load<T>(what: string, source: string, built: string): Promise<T> {
  const [major] = process.versions.node.split('.')
  const place = beside(source, built)
  if (!existsSync(new URL(place)))
    throw usage(
      `recto ${what} is not in this package, which holds the command line alone. Run it where the server is installed.`,
    )
  if (Number(major) >= 24) return import(place)
  throw usage(
    `recto ${what} needs Node 24 or later, and this is Node ${process.versions.node}. Install it (https://nodejs.org/en/download), or run: npx --yes node@24 ${process.argv.slice(1).map(shellWord).join(' ')}`,
  )
}

interface Server {
  main(env: NodeJS.ProcessEnv): Promise<void>
}

async function serve(): Promise<number> {
  // V8 keeps the young generation as large as it once grew: while the program is loaded it stays small, which saves a fifth of the memory at rest.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  const server = await load<Server>('serve', '../../serve.ts', '../server/serve.js')
  await server.main(process.env)
  setFlagsFromString('--semi-space-growth-factor=2')
  return Number(process.exitCode ?? 0)
}

interface Admin {
  administer(task: AdminTask, env: NodeJS.ProcessEnv): Promise<AdminOutcome>
}

async function administer(task: AdminTask): Promise<AdminOutcome> {
  const admin = await load<Admin>('admin', '../../admin/admin.ts', '../server/admin.js')
  try {
    return await admin.administer(task, process.env)
  } catch (error) {
    throw failureOf(error)
  }
}

/** Problems of the stores say their code; `mistakes` are settings that do not fit, all of them at once. */
function failureOf(error: unknown): unknown {
  const { code, message, mistakes } = error as { code?: string; message: string; mistakes?: string[] }
  if (mistakes) return usage(mistakes.join('\n'))
  if (code === 'invalid_input') return usage(message)
  if (typeof code !== 'string') return error
  return new Failure(code === 'not_found' ? 4 : 1, { code, detail: `${message}${causeOf(error)}` })
}

/** Returns the cause from the database or the disk: an administrator may know it. An error code stands in for an absent message. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string } }
  const said = cause && [cause.message, cause.code].filter(Boolean).join(', ')
  return said ? ` (${said})` : ''
}

const lock: Io['lock'] = () => import(beside('./on-demand/lock.ts', 'lock.js'))

const oauth: Io['oauth'] = () => import(beside('./on-demand/oauth.ts', 'oauth.js'))

const mcp: Io['mcp'] = () => import(beside('./on-demand/mcp.ts', 'mcp.js'))

const conformance: Io['conformance'] = () =>
  import(beside('../../../test/conformance/conformance.ts', 'conformance.js'))

const skill = (): string =>
  readFileSync(new URL(isSource ? './skill/SKILL.md' : './SKILL.md', import.meta.url), 'utf8')

async function jq(): Promise<Jq> {
  const { loadJq } = await import(beside('./on-demand/jq.ts', 'jq.js'))
  return loadJq()
}

runProgram({
  get version() {
    return packageFacts().version
  },
  get home() {
    return packageFacts().recto?.url ?? null
  },
  manifest,
  lock,
  oauth,
  keychain: () => systemKeychain(process.env),
  mcp,
  conformance,
  skill,
  jq,
  serve,
  administer,
})
