// A lock beside a file, which one process holds at a time. Loaded on demand.
import { lock } from 'proper-lockfile'

/** Does the work while no other process holds the lock; what a process that died with it held is free after 20 seconds. */
export async function whileLocked<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  const release = await lock(path, {
    realpath: false,
    stale: 20_000,
    retries: { retries: 400, factor: 1, minTimeout: 100, maxTimeout: 150, randomize: true },
  })
  try {
    return await work()
  } finally {
    await release()
  }
}
