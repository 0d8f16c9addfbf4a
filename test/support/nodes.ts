// Several nodes of one installation: processes of their own on one PostgreSQL and one folder of files.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { type Postgres, postgres } from './postgres.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'
import { isSkip, type Skip } from './skip.ts'

export interface Installation {
  databaseUrl: string
  /** Rows of a statement, on a connection of its own. */
  query<Row>(sql: string): Promise<Row[]>
  /** Starts one more node; the first becomes the owner, whose credentials all have. */
  start(options?: ProductOptions): Promise<Product>
}

/**
 * An installation without a node, on the run's PostgreSQL or another one; what is started ends with the test. Its database may have
 * the schema already, unless it is to be `empty`.
 */
export async function startInstallation(
  t: TestContext,
  { other, empty = false }: { other?: Postgres; empty?: boolean } = {},
): Promise<Installation | Skip> {
  const server = other ?? (await postgres())
  if (isSkip(server)) return server
  const database = await (empty ? server.createDatabase() : server.createReady())
  const blobs = await mkdtemp(join(tmpdir(), 'recto-blobs-'))
  const common = { DATABASE_URL: database.url, BLOBS_URL: `file:${blobs}`, RECTO_SECRET: randomUUID() }
  const nodes: Product[] = []
  t.after(async () => {
    await Promise.all(nodes.map(node => node.stop('SIGKILL')))
    await database.drop()
    await rm(blobs, { recursive: true, force: true })
  })
  return {
    databaseUrl: database.url,
    async query(sql) {
      const client = new pg.Client(database.url)
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    },
    async start({ env, ...options } = {}) {
      const credentials = nodes[0] && { credentials: nodes[0] }
      const node = await startProduct({ ...credentials, ...options, env: { ...common, ...env } })
      nodes.push(node)
      return node
    },
  }
}
