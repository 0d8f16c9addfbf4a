// The embedded store answers without a read only what it read before, and only until anybody commits.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { sha256Hex } from '../../src/crypto.ts'
import type { Artifact } from '../../src/domain/artifact.ts'
import { openRecords } from '../../src/storage/open.ts'
import type { KeptReading, Records, SessionRow } from '../../src/storage/records.ts'
import { postgres } from '../support/postgres.ts'
import { isSkip } from '../support/skip.ts'
import { home, kinds, NOW, publish } from './records.world.ts'

/** Two openings, and the address. */
type Opened = [Records, Records, string]

/** Two processes on one embedded store, as two openings of it. */
async function twice(t: TestContext): Promise<Opened> {
  const store = await kinds[0]!.create()
  assert.ok(!isSkip(store))
  const opened = [await store.open(), await store.open()] as const
  t.after(async () => {
    await Promise.all(opened.map(records => records.close()))
    await store.remove()
  })
  return [...opened, store.url]
}

/** Returns the answer to `ask` in work that the store confirmed. */
const confirmed = <T>({ kept }: Records, ask: (kept: KeptReading) => T): Promise<T> =>
  new Promise(resolve => kept!.confirm(() => resolve(ask(kept!))))

/** Reads the artifact until it is known: the index of words may commit in between. */
async function known(records: Records, shortId: string): Promise<Artifact> {
  for (;;) {
    await records.artifacts.find(shortId)
    const artifact = await confirmed(records, kept => kept.artifact(shortId))
    if (artifact) return artifact
  }
}

test('an artifact that was read is known without a read, and one that was not is not', async t => {
  const [records] = await twice(t)
  const { shortId, id } = await publish(records, await home(records))
  assert.equal(await confirmed(records, kept => kept.artifact(shortId)), undefined)
  assert.equal((await known(records, shortId)).id, id)
})

test('that nothing has an address is known too', async t => {
  const [records] = await twice(t)
  await records.artifacts.find('abcdefghij')
  await records.credentials.session(sha256Hex('nobody'), NOW)
  const known = await confirmed(records, kept => [
    kept.artifact('abcdefghij'),
    kept.session(sha256Hex('nobody'), NOW),
  ])
  assert.deepEqual(known, [null, null])
})

for (const [who, writerOf] of [
  ['of its own', ([own]: Opened) => own],
  ['of another process', ([, other]: Opened) => other],
] as const) {
  test(`after a commit ${who} nothing read before it is known`, async t => {
    const both = await twice(t)
    const [records] = both
    const of = await home(records)
    const { shortId, id } = await publish(records, of)
    await known(records, shortId)
    await writerOf(both).transaction(rows => rows.artifacts.trash(id, NOW))
    assert.equal(await confirmed(records, kept => kept.artifact(shortId)), undefined)
    assert.equal((await known(records, shortId)).trashedAt, NOW)
  })
}

test('a commit after the request, in the same turn, counts', async t => {
  const [records, , url] = await twice(t)
  const { shortId } = await publish(records, await home(records))
  await known(records, shortId)
  const other = new DatabaseSync(url.slice('sqlite:'.length))
  const asked = confirmed(records, kept => kept.artifact(shortId))
  other.exec(`update artifact set trashed_at = ${NOW}`)
  assert.equal(await asked, undefined)
  other.close()
})

test('outside work that was confirmed nothing is known', async t => {
  const [records] = await twice(t)
  const { shortId } = await publish(records, await home(records))
  await known(records, shortId)
  assert.equal(records.kept!.artifact(shortId), undefined)
})

test('a session is known until the moment it ends', async t => {
  const [records] = await twice(t)
  const { person, organization } = await home(records)
  const tokenHash = sha256Hex('a token')
  const session: SessionRow = {
    ...{ id: 'a-session', tokenHash, way: 'code', createdAt: NOW, expiresAt: NOW + 1000 },
    ...{ personId: person.id, organizationId: organization.id, email: person.email },
    origin: { client: 'Firefox on Linux', network: '192.0.2.0/24' },
  }
  await records.transaction(rows => rows.credentials.insertSession(session))
  await records.credentials.session(tokenHash, NOW)
  const at = (now: number) => confirmed(records, kept => kept.session(tokenHash, now))
  assert.equal((await at(NOW + 999))?.credential, 'a-session')
  assert.equal(await at(NOW + 1000), null)
})

const server = await postgres()

test(
  'a store on another machine knows nothing without a read',
  isSkip(server) ? { skip: server.skip } : {},
  async () => {
    if (isSkip(server)) return
    const database = await server.createDatabase()
    const records = await openRecords(database.url)
    assert.equal(records.kept, null)
    await records.close()
    await database.drop()
  },
)
