// Several server processes over one port (RECTO_WORKERS), and which of them run.
import { readdir, readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { type Product, type ProductOptions, startProduct } from '../support/product.ts'

export async function startProcesses(
  t: TestContext,
  { env, ...options }: ProductOptions = {},
): Promise<Product> {
  const product = await startProduct({ ...options, env: { RECTO_WORKERS: '2', LOG_LEVEL: 'info', ...env } })
  t.after(() => product.stop('SIGKILL'))
  return product
}

/** Process ids of the server processes below the primary. */
export async function serverProcesses({ process: { pid } }: Product): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

export const isRunning = async (pid: number): Promise<boolean> => (await readdir('/proc')).includes(`${pid}`)
