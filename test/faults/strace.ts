// Makes system calls of a running server fail or end it, with strace, from the moment it is attached.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { ensureBinary } from '../support/binary.ts'
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
  const words = [
    ...(threads === 'all' ? ['-f'] : []),
    '-q',
    '-e',
    `trace=${calls}`,
    '-e',
    'signal=none',
    '-e',
    `inject=${fault}`,
  ]
  const child = spawn(strace.path, [...words, '-p', `${product.process.pid}`], {
    env: { ...process.env, ...strace.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const watched = watch(child, threads)
  const attached = await watched.attached
  if (attached !== true) return { skip: `strace cannot attach: ${attached}` }
  return {
    seen: () => (watched.said().match(new RegExp(`(${calls.replaceAll(',', '|')})\\(`, 'g')) ?? []).length,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function watch(
  child: ChildProcess,
  threads: 'all' | 'main',
): { said(): string; attached: Promise<true | string> } {
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    said += text
  })
  return { said: () => said, attached: attach(child, threads, () => said) }
}

/** Milliseconds that attaching may take on a busy machine. */
const patience = 60_000

/** With -q strace says nothing of attaching, so its being a tracer of every thread is looked up where the kernel tells it. */
async function attach(
  child: ChildProcess,
  threads: 'all' | 'main',
  said: () => string,
): Promise<true | string> {
  const pid = child.spawnargs.at(-1)!
  for (const end = Date.now() + patience; child.exitCode === null && Date.now() < end; ) {
    if (await isTraced(pid, threads, child.pid!)) return true
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return said().trim().split('\n').at(-1) ?? ''
}

async function isTraced(pid: string, threads: 'all' | 'main', by: number): Promise<boolean> {
  const tasks = threads === 'all' ? await readdir(`/proc/${pid}/task`).catch(() => []) : [pid]
  const tracers = await Promise.all(tasks.map(task => tracerOf(`/proc/${pid}/task/${task}/status`)))
  return tracers.length > 0 && tracers.every(tracer => tracer === by)
}

async function tracerOf(path: string): Promise<number> {
  const status = await readFile(path, 'utf8').catch(() => '')
  return Number(/TracerPid:\s+(\d+)/.exec(status)?.[1])
}
