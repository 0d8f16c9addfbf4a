// The product as others get it: packed, installed from the tarball into a folder of its own, run by any Node of the machine.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../support/free-port.ts'
import { projectRoot } from '../../support/project-root.ts'

const run = promisify(execFile)

const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Packs the checkout and installs it with what it needs at run time, in the versions of the lockfile; answers where its command line lies. */
export async function install(folder: string): Promise<{ program: string; files: string[] }> {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: projectRoot,
    maxBuffer: 100_000_000,
  })
  const listed = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n')))
  const [{ filename, files }] = listed as [{ filename: string; files: { path: string }[] }]
  const project = { name: 'packed', private: true, dependencies: { recto: `file:${filename}` } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(project))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(await lockfileOf(project, filename)))
  await run('npm', ['ci', '--omit=dev', '--prefer-offline', ...quiet], { cwd: folder })
  return { program: join(folder, 'node_modules/.bin/recto'), files: files.map(({ path }) => path) }
}

interface Locked extends Record<string, unknown> {
  dev?: boolean
  link?: boolean
  devDependencies?: Record<string, string>
}

/** The project's lockfile as one of a project that depends on the tarball: a newer release of a package changes no result. */
async function lockfileOf(project: { name: string; dependencies: object }, filename: string) {
  const text = await readFile(join(projectRoot, 'package-lock.json'), 'utf8')
  const { packages, ...head } = JSON.parse(text) as { packages: Record<string, Locked> }
  const { '': root, ...others } = packages
  const { devDependencies: _, workspaces: __, ...recto } = root!
  const kept = Object.entries(others).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  )
  return {
    ...head,
    name: project.name,
    packages: {
      '': project,
      'node_modules/recto': { ...recto, resolved: `file:${filename}` },
      ...Object.fromEntries(kept),
    },
  }
}

/** A Node before 24: the machine's, else one from npm. */
export async function olderNode(folder: string): Promise<string> {
  const paths = (process.env.PATH ?? '').split(delimiter).map(each => join(each, 'node'))
  const older = paths.find(path => existsSync(path) && majorOf(path) >= 20 && majorOf(path) < 24)
  if (older) return realpathSync(older)
  await run('npm', [
    'install',
    '--prefix',
    join(folder, 'older'),
    '--prefer-offline',
    ...quiet,
    'node@20.20.2',
  ])
  return join(folder, 'older/node_modules/node/bin/node')
}

const majorOf = (node: string): number =>
  Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1])

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs the installed program to its end. */
export async function ends(
  node: string,
  words: string[],
  { cwd, env, stdin }: { cwd: string; env: Record<string, string>; stdin?: string },
): Promise<Ended> {
  const child = spawn(node, words, { cwd, env: { PATH: process.env.PATH, ...env } })
  const out = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', text => {
      out[name] += text
    })
  child.stdin.on('error', () => undefined).end(stdin)
  const [code] = await once(child, 'close')
  return { code, ...out }
}

export interface Served {
  url: string
  key: string
  /** Tells it to stop; answers its exit code. */
  stop(): Promise<number>
}

/** Starts the installed server with nothing but its settings, and becomes its owner. */
export async function serve(program: string, cwd: string): Promise<Served> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { PATH: process.env.PATH, PORT: `${port}`, RECTO_URL: url, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [program, 'serve'], { cwd, env })
  const ended = once(child, 'exit').then(([code]) => code as number)
  child.stdout.resume()
  try {
    return { url, key: await keyOf(url, await setupLink(child)), stop: () => told(child, ended) }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function told(child: ChildProcess, ended: Promise<number>): Promise<number> {
  child.kill('SIGTERM')
  return ended
}

/** Reads on after the link: a server whose stderr is closed could not complain. */
function setupLink(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', text => {
      said += text
      const link = /once: (\S+)\n/.exec(said)?.[1]
      if (link) resolve(link)
    })
    child.once('exit', () => reject(new Error(`The server ended before it gave its link:\n${said}`)))
  })
}

async function keyOf(url: string, link: string): Promise<string> {
  const owner = new URLSearchParams({ name: 'Olga Owner', email: 'olga@example.com' })
  const headers = { Origin: url }
  const signedIn = await fetch(link, { method: 'POST', headers, body: owner, redirect: 'manual' })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const made = await fetch(`${url}/v1/keys`, {
    method: 'POST',
    headers: { ...headers, Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Installed', kind: 'user' }),
  })
  return ((await made.json()) as { key: string }).key
}
