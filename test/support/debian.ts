// Brings packages from Debian: installed by root, unpacked into .tools/ by others, with three tries and a limit for each.
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { extendTimeout } from './patience.ts'
import { fromRoot } from './project-root.ts'

const run = promisify(execFile)
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C', RUNLEVEL: '1' }

const TRIES = 3

/** Seconds for the lists of packages, for a package with what it needs, and for its installation, which asks no network. */
const LISTS = 120
const DOWNLOAD = 300
const INSTALLATION = 600

/** Milliseconds before the second try, and twice that before the third: a mirror may be away for seconds. */
const PAUSE = 10_000

/** The folder into which an unprivileged run unpacks the package. */
export const unpackedAt = (name: string): string => fromRoot('.tools', name)

/**
 * Brings the package. Says in one line what it brings.
 * @throws Error with the reason of the last try
 */
export async function fetchPackage(name: string): Promise<void> {
  process.stderr.write(`recto: installing ${name} from Debian (once)\n`)
  const bring = process.getuid?.() === 0 ? install : unpack
  for (let tries = 1; ; tries++) {
    try {
      return await bring(name)
    } catch (error) {
      if (tries === TRIES) throw new Error(`${reasonOf(error)} (${TRIES} tries)`, { cause: error })
      lists = undefined
      await sleep(PAUSE * tries)
    }
  }
}

let lists: Promise<unknown> | undefined

/** Fresh lists once a process: those of a new machine may name releases that are years old. One process at a time may fetch them. */
async function install(name: string): Promise<void> {
  const lock = join(tmpdir(), 'recto-apt-lists.lock')
  lists ??= run('flock', [lock, ...limited(LISTS, 'apt-get', 'update')], { env })
  await lists
  const words = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']
  await runLimited(DOWNLOAD, 'apt-get', [...words, '--download-only', name])
  // A limit that ends this in the middle leaves packages half installed, so the network has no part in it.
  await runLimited(INSTALLATION, 'apt-get', [...words, name])
}

/** Brings the package with every library that is not installed, without touching the system. */
async function unpack(name: string): Promise<void> {
  const target = unpackedAt(name)
  const next = `${target}.${process.pid}`
  await mkdir(next, { recursive: true })
  try {
    await runLimited(DOWNLOAD, 'apt-get', ['download', ...(await notInstalled(name))], next)
    for (const file of globSync('*.deb', { cwd: next }))
      await run('dpkg-deb', ['-x', file, '.'], { cwd: next })
    await run('find', ['.', '-maxdepth', '1', '-name', '*.deb', '-delete'], { cwd: next })
    await rm(target, { recursive: true, force: true })
    await rename(next, target)
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

/** The package and what its installation would add: lines such as `Inst nginx-light (1.22.1 Debian:12 [amd64])`. */
async function notInstalled(name: string): Promise<string[]> {
  const words = ['install', '--simulate', '--no-install-recommends', name]
  const { stdout } = await run('apt-get', words, { env, maxBuffer: 1 << 26 })
  return [...new Set([name, ...[...stdout.matchAll(/^Inst (\S+)/gm)].map(([, each]) => each!)])]
}

/** The words that run a program and end it, with all that it started, after so many seconds. */
const limited = (seconds: number, ...words: string[]): string[] => [
  'timeout',
  '--kill-after=10',
  `${extendTimeout(seconds)}`,
  ...words,
]

async function runLimited(seconds: number, program: string, words: string[], cwd?: string): Promise<void> {
  const [file, ...args] = limited(seconds, program, ...words)
  await run(file!, args, { env, maxBuffer: 1 << 26, ...(cwd && { cwd }) })
}

/** The last line of what the program said; `timeout` answers 124 and says nothing. */
function reasonOf(error: unknown): string {
  const { stderr, message, code } = error as { stderr?: string; message: string; code?: unknown }
  if (code === 124) return 'it took too long'
  return (stderr || message).trim().split('\n').at(-1)!
}
