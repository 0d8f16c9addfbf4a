// A node that joins its installation, by itself: it is taken wholly or leaves nothing, whatever fails or comes at once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { DatabaseClock } from '../../src/nodes/database-clock.ts'
import { joinInstallation, NodeMismatch } from '../../src/nodes/installation.ts'
import { NodeRegistry } from '../../src/nodes/node-registry.ts'
import { openBlobs } from '../../src/storage/open.ts'
import { requestLimits } from '../../src/surfaces/http/limits.ts'
import { kinds, NOW, type Store } from '../storage/records.world.ts'
import { isSkip } from '../support/skip.ts'

const clock = () => NOW

/** The stores of a node, closed after the test. */
async function storesOf(t: TestContext, store: Store) {
  const folder = await mkdtemp(join(tmpdir(), 'recto-joins-'))
  const records = await store.open()
  const blobs = await openBlobs(`file:${folder}`, {})
  t.after(async () => {
    await records.close()
    await blobs.close()
    await rm(folder, { recursive: true })
  })
  return { records, blobs, clock }
}

async function storeOf(t: TestContext, kind: (typeof kinds)[number]): Promise<Store> {
  const store = await kind.create()
  if (isSkip(store)) throw new Error(store.skip)
  t.after(() => store.remove())
  return store
}

const settings = () => ({ secrets: [randomUUID()], contentUrl: null })

for (const kind of kinds) {
  const server = await kind.create()
  if (!isSkip(server)) await server.remove()
  describe(`joining on ${kind.name}`, isSkip(server) ? { skip: server.skip } : {}, () => {
    test('a node that is refused claims no store of files and leaves no secret', async t => {
      const stores = await storesOf(t, await storeOf(t, kind))
      const { records, blobs } = stores
      const id = randomUUID()
      const other = { id, startedAt: NOW, seenAt: NOW, contentUrl: 'http://{label}.example.com' }
      await records.transaction(rows => rows.nodes.announce(other))
      await assert.rejects(joinInstallation(stores, settings()), NodeMismatch)
      assert.equal(await blobs.mark(), null)
      assert.deepEqual(await records.nodes.secrets(), [])
      await records.transaction(rows => rows.nodes.leave(id))
      const fitting = settings()
      await joinInstallation(stores, fitting)
      const { name, isStoreMarked } = await records.transaction(rows => rows.nodes.installation('another'))
      assert.deepEqual([await blobs.mark(), isStoreMarked], [name, true])
      await joinInstallation(stores, fitting)
    })

    test('of nodes that start at once with secrets that differ one is taken', async t => {
      const store = await storeOf(t, kind)
      const shared = await storesOf(t, store)
      const joined = await Promise.allSettled(
        Array.from({ length: 6 }, async () => {
          const { records } = await storesOf(t, store)
          await joinInstallation({ ...shared, records }, settings())
        }),
      )
      const refusals = joined.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
      assert.equal(refusals.length, 5)
      for (const refusal of refusals) assert.match(refusal.message, /^RECTO_SECRET: /)
    })
  })
}

test('the time of the database is taken from the best sample alone, once all are there', async t => {
  let time = 0
  t.mock.method(performance, 'now', () => time)
  let jump = 0
  let samples = 0
  const shared = new DatabaseClock(async () => {
    samples += 1
    if (samples > 4) assert.ok(shared.now() < NOW + 1_800_000, 'a sample that is not the best one is used')
    // The first sample of the second reading is an hour wrong, and the slowest.
    time += samples === 4 ? 50 : 1
    jump = samples === 4 ? 3_600_000 : 0
    return NOW + jump
  })
  await shared.synchronize()
  await shared.synchronize()
  assert.equal(samples, 6)
  assert.ok(shared.now() < NOW + 1_800_000)
})

test('requests stay untold where telling the other nodes failed', async t => {
  const store = await storeOf(t, kinds[0]!)
  const records = await store.open()
  const nodes = new NodeRegistry({ records, clock }, null)
  await new NodeRegistry({ records, clock }, null).announce()
  await nodes.announce()
  assert.equal(nodes.count, 2)
  const limits = requestLimits(clock, nodes)
  const count = () => limits.count({ kind: 'anonymous', credential: 'network of a test' }, 'read')
  for (let asked = 0; asked < 9; asked += 1) await count()
  await records.close()
  for (let asked = 0; asked < 2; asked += 1) await assert.rejects(count())
})
