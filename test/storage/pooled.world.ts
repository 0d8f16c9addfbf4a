// Ground for tests of the records by way of a pooler: a PgBouncer in transaction mode before a PostgreSQL of its own.
import { openRecords } from '../../src/storage/open.ts'
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { type Cluster, startPostgres } from '../support/postgres.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import type { Kind } from './records.world.ts'

export interface Pooled {
  server: Cluster
  pooler: PgBouncer
  stop(): Promise<void>
}

export async function startPooled(): Promise<Pooled | Skip> {
  const server = await startPostgres()
  if (isSkip(server)) return server
  const pooler = await startPgBouncer(server.url)
  if (isSkip(pooler)) {
    await server.stop()
    return pooler
  }
  return {
    server,
    pooler,
    async stop() {
      await pooler.stop()
      await server.stop()
    },
  }
}

/** Stores that are reached through a pooler of their own. */
export const pooledKind: Kind = {
  name: 'PostgreSQL through PgBouncer',
  async create() {
    const pooled = await startPooled()
    if (isSkip(pooled)) return pooled
    const { url } = await pooled.server.createDatabase()
    const through = pooled.pooler.pooled(url)
    return { url: through, open: () => openRecords(through), remove: () => pooled.stop() }
  },
}
