// PgBouncer in transaction mode: every statement has its settings, and whoever shares a session finds none of them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { Problem } from '../../src/domain/problem.ts'
import {
  connectOnce,
  openPool,
  PostgresReading,
  PostgresWriting,
  transaction,
} from '../../src/storage/sql/postgres/connection.ts'
import { isSkip } from '../support/skip.ts'
import { type Pooled, startPooled } from './pooled.world.ts'
import { times } from './records.world.ts'

/** Pieces that a statement given as text does not use. */
const parts = {} as ConstructorParameters<typeof PostgresReading>[0]

const isEndedByServer = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'storage_unavailable' &&
  (error.cause as { code?: string }).code === '57014'

describe('a pooler', () => {
  let pooled: Pooled
  let pool: pg.Pool
  let url: string
  let reading: PostgresReading
  before(async context => {
    const started = await startPooled()
    if (isSkip(started)) return (context as { skip(reason: string): void }).skip(started.skip)
    pooled = started
    const direct = (await pooled.server.createDatabase()).url
    const client = new pg.Client(direct)
    await client.connect()
    await client.query(`alter database "${client.database}" set synchronous_commit = off`)
    await client.end()
    url = pooled.pooler.pooled(direct)
    pool = openPool(url)
    await connectOnce(pool)
    reading = new PostgresReading(parts, new Map(), pool)
  })
  after(async () => {
    await pool?.end()
    await pooled?.stop()
  })

  const inTransaction = (sql: string): Promise<unknown[]> =>
    transaction(
      pool,
      client => new PostgresWriting(parts, new Map(), client, true),
      x => x.select(sql, []),
    )

  test('lets the server end a statement that takes too long, in a read and in a transaction', async () => {
    await Promise.all([
      assert.rejects(reading.select('select pg_sleep(30)', []), isEndedByServer),
      assert.rejects(inTransaction('select pg_sleep(30)'), isEndedByServer),
    ])
  })

  test('lets every commit wait for the disk', async () => {
    for (let round = 0; round < 10; round += 1)
      assert.deepEqual(await inTransaction('show synchronous_commit'), [{ synchronous_commit: 'on' }])
  })

  test('hands no setting of ours to others, and serves the same statement on every session', async () => {
    await Promise.all(times(40, () => reading.select('select $1::int as n', [1])))
    const other = new pg.Pool({ connectionString: url, max: 20 })
    const seen = await Promise.all(times(40, () => other.query('show statement_timeout')))
    await other.end()
    assert.deepEqual([...new Set(seen.map(({ rows }) => rows[0].statement_timeout))], ['0'])
    const results = await Promise.all(times(200, () => reading.select('select $1::int as n', [1])))
    assert.ok(results.every(rows => (rows[0] as { n: number }).n === 1))
  })
})
