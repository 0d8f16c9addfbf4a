// Makes system calls of a running server fail or end it, with strace, from the moment it is attached.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { ensureBinary } from '../support/binary.ts'
import { extendTimeout } from '../support/patience.ts'
import type { Product } from '../support/product.ts'
import { isSkip, type Skip } from '../support/skip.ts'

export interface Injection {
  /** How many of the calls were seen. */
  seen(): number
  end(): Promise<void>
}

/**
 * Injects a fault (`fsync,fdatasync:error=EIO:when=3`) into the process; `when` counts from now, thread by thread. The
 * database works on the `main` thread, files on others.
 * Resolves once strace is attached.
 */
export async function inject(
  product: Product,
  fault: string,
  threads: 'all' | 'main' = 'all',
): Promise<Injection | Skip> {
  if (process.platform !== 'linux') return { skip: 'strace is for Linux' }
  const strace = await ensureBinary(['strace'], 'strace')
  if (isSkip(strace)) return strace
  const calls = fault.split(':')[0]!
  const words = ['-q', '-e', `trace=${calls}`, '-e', 'signal=none', '-e', `inject=${fault}`]
  const tasks = await tasksOf(`${product.process.pid}`, threads)
  const child = spawn(strace.path, [...words, ...tasks.flatMap(task => ['-p', task])], {
    env: { ...process.env, ...strace.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const watched = watch(child, tasks)
  const attached = await watched.attached
  const seen = () =>
    (watched.said().match(new RegExp(`(${calls.replaceAll(',', '|')})\\(`, 'g')) ?? []).length
  // If a call was seen, the fault met the process before every thread was attached, and may have ended it.
  if (attached !== true && seen() === 0) return { skip: `strace cannot attach: ${attached}` }
  return {
    seen,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Thread by thread: told to follow forks (-f), strace would kill worker processes too. */
const tasksOf = async (pid: string, threads: 'all' | 'main'): Promise<string[]> =>
  threads === 'all' ? await readdir(`/proc/${pid}/task`) : [pid]

function watch(child: ChildProcess, tasks: string[]): { said(): string; attached: Promise<true | string> } {
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    said += text
  })
  return { said: () => said, attached: attach(child, tasks, () => said) }
}

/** Milliseconds that attaching may take on a busy machine. */
const patience = extendTimeout(60_000)

/** With -q strace says nothing of attaching, so its being a tracer of every thread is looked up where the kernel tells it. */
async function attach(child: ChildProcess, tasks: string[], said: () => string): Promise<true | string> {
  for (const end = Date.now() + patience; child.exitCode === null && Date.now() < end; ) {
    const tracers = await Promise.all(tasks.map(task => tracerOf(`/proc/${task}/status`)))
    if (tracers.every(tracer => tracer === child.pid)) return true
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return said().trim().split('\n').at(-1) ?? ''
}

async function tracerOf(path: string): Promise<number> {
  const status = await readFile(path, 'utf8').catch(() => '')
  return Number(/TracerPid:\s+(\d+)/.exec(status)?.[1])
}
