// Makes system calls of a running server fail or end it, with strace, from the moment it is attached.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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
  const watched = watch(child)
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

function watch(child: ChildProcess): { said(): string; attached: Promise<true | string> } {
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', text => {
    said += text
  })
  return { said: () => said, attached: attach(child, () => said) }
}

/** With -q strace says nothing of attaching, so its being a tracer is looked up where the kernel tells it. */
async function attach(child: ChildProcess, said: () => string): Promise<true | string> {
  const { readFile } = await import('node:fs/promises')
  const pid = child.spawnargs.at(-1)
  for (let tries = 0; tries < 200; tries += 1) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (Number(/TracerPid:\s+(\d+)/.exec(status)?.[1]) === child.pid) return true
    if (child.exitCode !== null) break
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return said().trim().split('\n').at(-1) ?? ''
}
