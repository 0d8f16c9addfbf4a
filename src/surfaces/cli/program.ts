// Runs the command line in a process of its own: its streams, its pager, its browser, its exit code.
import { COMPLETE } from './commands/completion.ts'
import type { Io } from './io.ts'
import { isKeychainWaiting } from './keychain.ts'
import { main } from './main.ts'
import { pagerOf } from './terminal/pager.ts'

/** Shows a text in the pager of the person's choice; false where there is none. */
async function page(text: string): Promise<boolean> {
  const { LESS = 'FRX' } = process.env
  const pager = pagerOf(process.env, process.platform)
  if (pager === null) return false
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
  import('node:child_process')
    .then(({ spawn }) =>
      spawn(program!, words, { stdio: 'ignore', detached: true })
        .on('error', () => undefined)
        .unref(),
    )
    .catch(() => undefined)
}

/** The parts that a program brings along; the process gives the rest. */
type Parts = Omit<Io, 'env' | 'cwd' | 'stdin' | 'stdout' | 'stderr' | 'page' | 'launch'>

/** Runs the words that the process was given, and sets its exit code. */
export function runProgram(parts: Parts): void {
  // A closed output means that its reader has seen enough, as in `recto list | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const argv = process.argv.slice(2)
  main(argv, ioWith(parts)).then(code => {
    process.exitCode = code
    // A server that could not start may have opened what keeps a process alive.
    if (argv[0] === 'serve' && code !== 0) process.exit()
    // A server or a keychain that does not answer is not waited for.
    if (argv[0] === COMPLETE || isKeychainWaiting()) process.exit()
  }, fail)
}

/** Ends the process on a fault of ours. */
function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** The parts stay as they are, since some are read on demand. */
const ioWith = (parts: Parts): Io =>
  Object.create(parts, {
    env: { value: process.env },
    cwd: { value: process.cwd() },
    stdin: { get: () => process.stdin },
    stdout: { value: process.stdout },
    stderr: { value: process.stderr },
    page: { value: page },
    launch: { value: launch },
  })
