#!/usr/bin/env node
// The program `recto`: hands the process to main, and starts the server's own code only for commands that need it.
import { existsSync, readFileSync } from 'node:fs'
import type { Manifest } from './command-line/manifest.ts'
import { COMPLETE } from './commands/completion.ts'
import { Failure, usage } from './failure.ts'
import type { AdminOutcome, AdminTask, Io } from './io.ts'
import { main } from './main.ts'
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

/** What the package says of itself; `recto.url` is there in the package that a server hands out. */
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
    `recto ${what} needs Node 24 or later, and this is Node ${process.versions.node}. Install it (https://nodejs.org/en/download), or run: npx --yes node@24 ${process.argv[1]} ${process.argv.slice(2).join(' ')}`,
  )
}

interface Server {
  main(env: NodeJS.ProcessEnv): Promise<void>
}

async function serve(): Promise<number> {
  // V8 keeps the young generation as large as it once grew: while the program is loaded it stays small, which saves a fifth of the memory at rest.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  const server = await load<Server>('serve', '../../main.ts', '../main.js')
  await server.main(process.env)
  setFlagsFromString('--semi-space-growth-factor=2')
  return Number(process.exitCode ?? 0)
}

interface Admin {
  administer(task: AdminTask, env: NodeJS.ProcessEnv): Promise<AdminOutcome>
}

async function administer(task: AdminTask): Promise<AdminOutcome> {
  const admin = await load<Admin>('admin', '../../admin/admin.ts', '../admin/admin.js')
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
  return new Failure(code === 'not_found' ? 4 : 1, { code, detail: message })
}

const oauth: Io['oauth'] = () => import(beside('./on-demand/oauth.ts', 'oauth.js'))

const mcp: Io['mcp'] = () => import(beside('./on-demand/mcp.ts', 'mcp.js'))

const skill = (): string =>
  readFileSync(
    new URL(isSource ? './skill/SKILL.md' : '../surfaces/cli/skill/SKILL.md', import.meta.url),
    'utf8',
  )

async function jq(): Promise<Jq> {
  const { loadJq } = await import(beside('./on-demand/jq.ts', 'jq.js'))
  return loadJq()
}

/** The pager of the person's choice, as git and man have it; `cat` or nothing means none. */
async function page(text: string): Promise<boolean> {
  const { RECTO_PAGER, PAGER, LESS = 'FRX' } = process.env
  const pager = RECTO_PAGER ?? PAGER ?? (process.platform === 'win32' ? '' : 'less')
  if (pager === '' || pager === 'cat') return false
  const { spawn } = await import('node:child_process')
  const env = { ...process.env, LESS }
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env })
  child.stdin!.on('error', () => undefined).end(text)
  const code = await new Promise(resolve => child.on('close', resolve).on('error', () => resolve(127)))
  return code !== 127
}

/** Opens the browser and does not wait for it; where there is none, the address on the screen is enough. */
function launch(url: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  import('node:child_process').then(({ spawn }) => {
    spawn(program!, words, { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref()
  })
}

const io: Io = {
  env: process.env,
  cwd: process.cwd(),
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  get version() {
    return packageFacts().version
  },
  get home() {
    return packageFacts().recto?.url ?? null
  },
  manifest,
  oauth,
  mcp,
  skill,
  jq,
  page,
  launch,
  serve,
  administer,
}

/** Whoever read the output has seen enough, as in `recto list | head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const argv = process.argv.slice(2)
main(argv, io).then(code => {
  process.exitCode = code
  // A server that could not start may have opened what keeps a process alive.
  if (argv[0] === 'serve' && code !== 0) process.exit()
  // A server that does not answer is not waited for.
  if (argv[0] === COMPLETE) process.exit()
})
