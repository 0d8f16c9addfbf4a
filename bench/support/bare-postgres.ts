// Measures `pg` alone with a node's statements: recorded from a node of the same installation, sent again in a process of their own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Product, startProduct } from '../../test/support/product.ts'
import { fromRoot, typescript } from '../../test/support/project-root.ts'
import type { BareJob } from './bare-postgres.program.ts'
import { type Recorded, recorded, type Sent } from './statements.ts'

/** A bucket and who may write into it. */
export interface Bucket {
  endpoint: string
  region: string
  bucket: string
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
}

/** The header of a request whose statements are recorded. */
export const mark = { 'Bench-Record': 'yes' }

type Ask = (node: Product, time: number) => Promise<unknown>

/** The statements of each kind of request; every one is sent once before, so that what is done once only does not count. */
export async function record<Names extends string>(
  like: { credentials: Product; env: Record<string, string> },
  kinds: Record<Names, Ask>,
): Promise<Record<Names, Recorded>> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-statements-'))
  const file = join(folder, 'statements')
  const program = fileURLToPath(new URL('./recorder.program.ts', import.meta.url))
  const env = { ...like.env, BENCH_STATEMENTS: file }
  // The build holds a `pg` of its own, which the recorder does not reach.
  const source = [fromRoot('src/surfaces/cli/recto.ts'), 'serve']
  const nodeArguments = [...typescript, '--import', program]
  const node = await startProduct({ ...like, env, nodeArguments, program: source })
  const found = {} as Record<Names, Recorded>
  try {
    for (const [name, ask] of Object.entries(kinds) as [Names, Ask][]) {
      const [, ...both] = [
        await sentBy(file, ask, node, 0),
        await sentBy(file, ask, node, 1),
        await sentBy(file, ask, node, 2),
      ]
      found[name] = recorded(both[0]!, both[1]!)
    }
    return found
  } finally {
    await node.stop()
    await rm(folder, { recursive: true })
  }
}

async function sentBy(file: string, ask: Ask, node: Product, time: number): Promise<Sent[]> {
  await writeFile(file, '')
  await ask(node, time)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.filter(Boolean).map(line => JSON.parse(line))
}

/** Measures how often a second the statements of a request are done. */
export async function barePerSecond(job: BareJob): Promise<number> {
  const child = fork(new URL('./bare-postgres.program.ts', import.meta.url), { stdio: 'inherit' })
  const ended = once(child, 'exit')
  child.send(job)
  const failed = once(child, 'disconnect').then(() => Promise.reject(new Error('`pg` alone gave up.')))
  failed.catch(() => undefined)
  const [rate] = (await Promise.race([once(child, 'message'), failed])) as [number]
  await ended
  return rate
}
