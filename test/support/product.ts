// The product as a process of its own: started, set up with an owner, a session and a key, and ended by its id.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { leash } from './leash.ts'
import { extendTimeout } from './patience.ts'
import { fromRoot, typescript } from './project-root.ts'

export interface Credentials {
  /** The owner's session, as a Cookie header. */
  cookie: string
  /** The owner's key. */
  key: string
}

export interface Product extends Credentials {
  url: string
  port: number
  /** RECTO_DATA. */
  data: string
  process: ChildProcess
  /** Returns the text on standard error until now. */
  said(): string
  /** Returns the text on standard output until now. */
  logged(): string
  /** Its exit code, or the name of the signal that ended it, once it has ended. */
  ended: Promise<number | string>
  /** Ends it at once, as a loss of power to the process. */
  kill(): Promise<void>
  /** Tells it to stop (SIGTERM) and waits; the data folder goes, and what else runs on it, unless it was given. */
  stop(signal?: NodeJS.Signals): Promise<number | string>
}

export interface ProductOptions {
  /** RECTO_DATA; a new folder, removed by `stop`, unless given. */
  data?: string
  /** Of an earlier start on the same data; without them the setup link is used. */
  credentials?: Credentials
  env?: Record<string, string>
  /** For node itself, such as --max-old-space-size=256. */
  nodeArguments?: string[]
  /** A command that runs the rest of its words, such as strace. */
  wrapper?: string[]
  /** Milliseconds to wait for the address. */
  patience?: number
  /** Words after `node` that run another program than this checkout's. */
  program?: string[]
  /** The name of this machine in the address; pages with frames need localhost. */
  host?: string
  /** The port on which the product listens; a free port unless given. */
  port?: number
  /** The port of a way to it, which its address then names. */
  through?: number
}

interface Living {
  child: ChildProcess
  ended: Promise<unknown>
}

/** The products of this process by their data folder. */
const living = new Map<string, Set<Living>>()

function livesOn(data: string, product: Living): void {
  const all = living.get(data) ?? new Set()
  living.set(data, all.add(product))
  product.ended.then(
    () => all.delete(product),
    () => undefined,
  )
}

/** Removes the folder once every product that was started on it has ended. */
export async function removeData(data: string): Promise<void> {
  for (const { child, ended } of living.get(data) ?? []) {
    child.kill('SIGKILL')
    await ended
  }
  // The server processes below a killed primary end a moment later.
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts the product: the built program where it is newer than every source, else the sources. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'recto-product-')))
  const port = options.port ?? (await freePort())
  const url = `http://${options.host ?? '127.0.0.1'}:${options.through ?? port}`
  const child = launch(options, { RECTO_DATA: data, RECTO_URL: url, PORT: `${port}` })
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    output += text
  })
  let log = ''
  child.stdout!.setEncoding('utf8').on('data', text => {
    log += text
  })
  const watch = leash('kill -KILL "$1" 2>/dev/null', [`${child.pid}`])
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    await watch.release()
    return code ?? signal
  })
  livesOn(data, { child, ended })
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const how = await ended
    if (options.data === undefined) await removeData(data)
    return how
  }
  try {
    const sign = options.credentials ? /Recto listens on .*\n/ : /once: \S+\n/
    await until(
      () => sign.test(output),
      () => output,
      { ended, closed, patience: extendTimeout(options.patience ?? 90_000) },
    )
    const credentials = options.credentials ?? (await becomeOwner(url, output))
    return {
      ...credentials,
      ...{ url, port, data, process: child, ended, said: () => output, logged: () => log },
      kill: async () => {
        child.kill('SIGKILL')
        await ended
      },
      stop: (signal = 'SIGTERM') => end(signal),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

function launch(options: ProductOptions, settings: Record<string, string>): ChildProcess {
  const words = [
    ...(options.wrapper ?? []),
    process.execPath,
    ...(options.nodeArguments ?? []),
    ...(options.program ?? [...program(), 'serve']),
  ]
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, ...inherited } = process.env
  return spawn(words[0]!, words.slice(1), {
    cwd: fromRoot(),
    env: {
      ...inherited,
      RECTO_RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      RECTO_CIMD: 'off',
      ...settings,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

let known: string[] | undefined

/** The words after `node` that stand for `recto`. */
export function program(): string[] {
  known ??= isBuilt()
    ? [fromRoot('dist', 'cli', 'recto.js')]
    : [...typescript, fromRoot('src', 'surfaces', 'cli', 'recto.ts')]
  return known
}

function isBuilt(): boolean {
  const built = statSync(fromRoot('dist', '.built'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return globSync('**/*.{ts,tsx,css}', { cwd: fromRoot('src') }).every(
    path => statSync(fromRoot('src', path)).mtimeMs < built,
  )
}

async function until(
  isReady: () => boolean,
  said: () => string,
  { ended, closed, patience }: { ended: Product['ended']; closed: Promise<unknown>; patience: number },
): Promise<void> {
  let how: number | string | undefined
  const note = (given: number | string): void => {
    how = given
  }
  ended.then(note, note)
  const end = Date.now() + patience
  while (!isReady()) {
    if (how !== undefined) {
      // Its last words may arrive after its end; where a process of its own outlives it, there is no end to them.
      await Promise.race([closed, new Promise(resolve => setTimeout(resolve, 5000))])
      throw new Error(`The server ended with ${how} before it listened:\n${said()}`)
    }
    if (Date.now() > end) throw new Error(`The server did not listen in time:\n${said()}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Spends the setup link as a browser does, and makes a key with the session. */
async function becomeOwner(url: string, output: string): Promise<Credentials> {
  const link = /once: (\S+)/.exec(output)![1]!
  const owner = new URLSearchParams({ name: 'Olga Owner', email: 'olga@example.com' })
  const answer = await fetch(link, {
    method: 'POST',
    headers: { Origin: url },
    body: owner,
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`The setup link gave no session: ${answer.status} ${await answer.text()}`)
  const made = await fetch(`${url}/v1/keys`, {
    method: 'POST',
    headers: { Origin: url, Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Made for a run', kind: 'user' }),
  })
  const { key } = (await made.json()) as { key: string }
  return { cookie, key }
}
