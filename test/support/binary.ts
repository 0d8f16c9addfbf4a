// Finds a program that tests need: on PATH, else installed by apt-get as root, else unpacked from Debian's packages into .tools/.
import { execFile } from 'node:child_process'
import { constants, existsSync, globSync } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { fromRoot } from './project-root.ts'
import type { Skip } from './skip.ts'

const run = promisify(execFile)
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }

export interface Binary {
  path: string
  /** To be added to the program's environment, so that an unpacked one finds its libraries. */
  env: Record<string, string>
}

/** The first of `names` that is there, or that `debianPackage` brings. Says in one line what it installs. */
export async function ensureBinary(names: string[], debianPackage: string): Promise<Binary | Skip> {
  const found = (await onPath(names)) ?? unpacked(names, debianPackage)
  if (found) return found
  if (!(await onPath(['apt-get'])))
    return { skip: `${names[0]} is not on PATH and there is no apt-get to bring it` }
  process.stderr.write(`recto: installing ${debianPackage} from Debian (once)\n`)
  try {
    if (process.getuid?.() === 0) await install(debianPackage)
    else await unpack(debianPackage)
  } catch (error) {
    return { skip: `${debianPackage} cannot be installed: ${lastLine(error)}` }
  }
  return (
    (await onPath(names)) ??
    unpacked(names, debianPackage) ?? { skip: `${debianPackage} brings no ${names[0]}` }
  )
}

const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']

async function onPath(names: string[]): Promise<Binary | undefined> {
  for (const path of names.flatMap(name => folders().map(folder => join(folder, name)))) {
    if (await executable(path)) return { path, env: {} }
  }
  return undefined
}

const executable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** With fresh lists: those of a new machine may name releases that are years old. One process at a time may fetch them. */
async function install(debianPackage: string): Promise<void> {
  const options = { env: { ...env, RUNLEVEL: '1' }, maxBuffer: 1 << 26 }
  await run('flock', [join(tmpdir(), 'recto-apt-lists.lock'), 'apt-get', 'update'], options)
  await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', debianPackage],
    options,
  )
}

/** Brings the package with every library that is not installed, without touching the system. */
async function unpack(debianPackage: string): Promise<void> {
  const target = fromRoot('.tools', debianPackage)
  const next = `${target}.${process.pid}`
  await mkdir(next, { recursive: true })
  try {
    await run('apt-get', ['download', ...(await notInstalled(debianPackage))], {
      cwd: next,
      env,
      maxBuffer: 1 << 26,
    })
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
async function notInstalled(debianPackage: string): Promise<string[]> {
  const words = ['install', '--simulate', '--no-install-recommends', debianPackage]
  const { stdout } = await run('apt-get', words, { env, maxBuffer: 1 << 26 })
  return [...new Set([debianPackage, ...[...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name!)])]
}

function unpacked(names: string[], debianPackage: string): Binary | undefined {
  const root = fromRoot('.tools', debianPackage)
  const path = names
    .flatMap(name => [
      `usr/lib/${name}/${name}`,
      `usr/lib/chromium/${name}`,
      `usr/bin/${name}`,
      `usr/sbin/${name}`,
      `bin/${name}`,
    ])
    .map(place => join(root, place))
    .find(existsSync)
  if (!path) return undefined
  const libraries = globSync(['lib/*-linux-gnu', 'usr/lib/*-linux-gnu', 'usr/lib'], { cwd: root }).map(at =>
    join(root, at),
  )
  return { path, env: { LD_LIBRARY_PATH: libraries.join(delimiter) } }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1)!
}
