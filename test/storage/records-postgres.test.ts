// Tests of what only a server can show: it restarts under load, goes away, and comes back.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../../src/domain/problem.ts'
import { openRecords } from '../../src/storage/open.ts'
import { openPool } from '../../src/storage/sql/postgres/connection.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { addPerson, home, newVersion, publish, range, times } from './records.world.ts'

const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'storage_unavailable'

describe('a PostgreSQL server', async () => {
  const server = await startPostgres({ durable: true })
  after(() => (isSkip(server) ? undefined : server.stop()))
  const options = isSkip(server) ? { skip: server.skip } : {}

  test(
    'whose role or database acknowledges commits before they are on disk is asked not to',
    options,
    async t => {
      if (isSkip(server)) return
      const { url } = await server.createDatabase()
      const client = new pg.Client(url)
      await client.connect()
      await client.query(`alter database "${client.database}" set synchronous_commit = off`)
      await client.end()
      const pool = openPool(url)
      t.after(() => pool.end())
      const { rows } = await pool.query('show synchronous_commit')
      assert.equal(rows[0].synchronous_commit, 'on')
    },
  )

  test('whose table gets a column while it is read and written answers as before', options, async t => {
    if (isSkip(server)) return
    const { url } = await server.createDatabase()
    const records = await openRecords(url)
    t.after(() => records.close())
    const mail = (id: string) => ({ id, to: 'a@example.com', subject: 'x', text: 'x', createdAt: 0 })
    await records.transaction(({ outbox }) => outbox.post(mail('one')))
    const readAndTake = () =>
      Promise.all([
        ...Array.from({ length: 24 }, () => records.nodes.running(0)),
        ...Array.from({ length: 24 }, () => records.transaction(({ outbox }) => outbox.take(1, 1, 1))),
      ])
    await readAndTake()
    const client = new pg.Client(url)
    await client.connect()
    await client.query('alter table node add column added text; alter table outbox add column added text')
    await client.end()
    const taken = (await readAndTake()).slice(24).flat()
    assert.ok(taken.length > 0)
  })

  test(
    'that restarts under load costs some answers, never an acknowledged one, and serves again',
    options,
    async t => {
      if (isSkip(server)) return
      const { url } = await server.createDatabase()
      const records = await openRecords(url)
      t.after(() => records.close())
      const of = await home(records)
      const artifact = await publish(records, of)
      const kept: string[] = []
      let running = true
      const work = times(8, async () => {
        while (running) {
          try {
            kept.push((await records.transaction(rows => addPerson(rows))).id)
            await records.artifacts.find(artifact.shortId)
          } catch (error) {
            assert.ok(isUnavailable(error), String(error))
            await sleep(10)
          }
        }
      })
      await sleep(300)
      await server.restart()
      const before = kept.length
      await until('fifty more people are kept', () => kept.length >= before + 50)
      running = false
      await Promise.all(work)
      for (const id of kept) assert.notEqual(await records.people.person(id), null)
      await records.ready()
    },
  )

  test('that ends our connections is met by new ones, without a failed read', options, async t => {
    if (isSkip(server)) return
    const { url } = await server.createDatabase()
    const records = await openRecords(url)
    t.after(() => records.close())
    const person = await records.transaction(rows => addPerson(rows))
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    for (const _ of range(5)) {
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        ['recto'],
      )
      assert.deepEqual(await records.people.person(person.id), person)
      const of = await home(records)
      await records.transaction(rows => rows.people.changePlan(of.organization.id, 'pro'))
    }
    await admin.end()
  })

  test('that is not there is a problem at once, not a wait without end', async () => {
    const url = `postgres://nobody:secret@127.0.0.1:${await freePort()}/none`
    await assert.rejects(openRecords(url), isUnavailable)
  })

  test('a unit whose statement failed keeps nothing, also where the work went on', options, async t => {
    if (isSkip(server)) return
    const { url } = await server.createDatabase()
    const records = await openRecords(url)
    t.after(() => records.close())
    const of = await home(records)
    const artifact = await publish(records, of)
    const unit = records.transaction(async rows => {
      await rows.artifacts.addVersion(artifact.id, 1, { version: newVersion() })
      await rows.people.insertMembership('nobody', 'nowhere', 'member', 1).catch(() => {})
    })
    await assert.rejects(unit)
    assert.equal((await records.artifacts.find(artifact.shortId))!.version, 1)
  })
})
