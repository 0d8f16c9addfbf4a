// How long a newcomer waits from a fresh clone to an address that answers, and what lies on the disk then, beside npm's part alone.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../test/support/free-port.ts'
import { projectRoot } from '../test/support/project-root.ts'
import { count, type Row, times } from './support/row.ts'

const run = promisify(execFile)

/** Downloads everything anew: the caches of npm begin empty. */
export async function rows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-clone-'))
  try {
    const npm = await timed(() => installPackages(folder))
    const clone = join(folder, 'recto')
    const whole = await timed(async () => {
      await run('git', ['clone', '--quiet', projectRoot, clone])
      await serveOnce(clone, join(folder, 'cache-of-clone'))
    })
    const [size, all] = await Promise.all([sizeOf(clone), sizeOf(join(projectRoot, 'node_modules'))])
    return [
      {
        what: 'from `git clone` to an address that answers, `bin/serve`, nothing in npm’s cache',
        ours: `${Math.round(whole / 1000)} s`,
        peer: `\`npm ci\` of the same packages: ${Math.round(npm / 1000)} s`,
        ratio: times(whole / npm),
        goal: 'under 60 s',
        met: whole < 60_000,
      },
      {
        what: 'size on disk then, the history of the repository and what was built included',
        ours: `${count(size)} MB`,
        peer: `the packages that tests and checks need too: ${count(all)} MB`,
        ratio: times(size / all),
        goal: 'at most 300 MB',
        met: size <= 300,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function installPackages(folder: string): Promise<void> {
  const packages = join(folder, 'packages')
  await cp(join(projectRoot, 'test', 'package.json'), join(packages, 'test', 'package.json'))
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(projectRoot, name), join(packages, name))
  await run('npm', ['ci', '--workspaces=false', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: packages,
    env: environment(join(folder, 'cache-of-npm')),
  })
}

/** Starts the server as its user does, and ends it as soon as it has named its address. */
async function serveOnce(clone: string, cache: string): Promise<void> {
  const port = await freePort()
  const env = { ...environment(cache), PORT: `${port}`, RECTO_URL: `http://localhost:${port}` }
  const server = spawn(join('bin', 'serve'), { cwd: clone, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(server, 'exit')
  const said: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line)
    if (line.includes(`http://localhost:${port}`)) break
  }
  const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined)
  server.kill()
  await ended
  if (!answer?.ok) throw new Error(`The clone did not start:\n${said.join('\n')}`)
}

/** The machine as it is, but for a Node of the pinned line and what npm keeps. */
const environment = (cache: string) => ({
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_cache: cache,
})

/** In megabytes. */
async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', folder])
  return Number.parseInt(stdout, 10)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
