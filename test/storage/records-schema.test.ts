// Opening a store: made once by many at once, refused when newer, resumed when cut off.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import pg from 'pg'
import type { TextRange } from '../../src/domain/anchor.ts'
import { Problem } from '../../src/domain/problem.ts'
import type { Comment } from '../../src/domain/thread.ts'
import { AddressError, openBlobs, openRecords } from '../../src/storage/open.ts'
import type { Records } from '../../src/storage/records.ts'
import { schemaVersion } from '../../src/storage/sql/migrations/migrate.ts'
import { isSkip } from '../support/skip.ts'
import { home, id, kinds, NOW, publish, type Store, times } from './records.world.ts'

const fileOf = (store: Store): string => store.url.slice('sqlite:'.length)

/** Runs statements beside the program. */
async function beside(store: Store, ...statements: string[]): Promise<void> {
  if (store.url.startsWith('sqlite:')) {
    const db = new DatabaseSync(fileOf(store))
    for (const statement of statements) db.exec(statement)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** A thread on that place; its ID. */
async function thread(records: Records, artifactId: string, range: TextRange | null): Promise<string> {
  const writer = { kind: 'member' as const, personId: null, name: 'Ana', credential: null }
  const root: Comment = {
    ...{ id: id(), artifactId, parentId: null, sequence: 1, body: 'Why?', mentions: [] },
    ...{ author: { ...writer, actorType: 'human', actorName: null } },
    ...{ createdAt: NOW, editedAt: null, deletedAt: null },
  }
  const anchorState = { state: 'anchored' as const, version: 1, range }
  await records.transaction(async rows => {
    await rows.comments.insert(root, id())
    await rows.comments.insertThread({ root, anchor: {}, anchorState, createdOnVersion: 1 })
  })
  return root.id
}

for (const kind of kinds) {
  const server = await kind.create()
  if (!isSkip(server)) await server.remove()
  describe(`schema on ${kind.name}`, isSkip(server) ? { skip: server.skip } : {}, () => {
    async function within(work: (store: Store) => Promise<void>): Promise<void> {
      const store = await kind.create()
      assert.ok(!isSkip(store))
      try {
        await work(store)
      } finally {
        await store.remove()
      }
    }

    test('eight that open an empty store at once make it once', () =>
      within(async store => {
        const all = await Promise.all(times(8, () => store.open()))
        const of = await home(all[0]!)
        for (const records of all) {
          assert.deepEqual(await records.people.person(of.person.id), of.person)
          await records.close()
        }
      }))

    test('places in the text that an older program stored are handed to the job that looks for them', () =>
      within(async store => {
        const older = await store.open()
        const { id: artifactId } = await publish(older, await home(older))
        const range = { start: 3, end: 9, text: 'needle', prefix: '', suffix: '', source: null }
        const placed = await thread(older, artifactId, range)
        await thread(older, artifactId, null)
        assert.deepEqual(await older.comments.toPlace(10), [])
        await older.close()
        await beside(store, 'drop table last_file')
        await beside(store, `update schema_version set version = ${schemaVersion - 3}`)
        const records = await store.open()
        assert.deepEqual(
          (await records.comments.toPlace(10)).map(each => each.artifactId),
          [artifactId],
        )
        const marked = (await records.comments.anchored(artifactId)).filter(
          ({ anchorState }) => anchorState.placingSince !== undefined,
        )
        assert.deepEqual(
          marked.map(({ id }) => id),
          [placed],
        )
        await records.close()
      }))

    test('a store of a newer program is refused, and left as it is', () =>
      within(async store => {
        const records = await store.open()
        const of = await home(records)
        await records.close()
        await beside(store, 'update schema_version set version = 1000')
        const refused = (error: unknown) =>
          error instanceof Problem &&
          error.code === 'storage_unavailable' &&
          /newer version/.test(error.message)
        await assert.rejects(store.open(), refused)
        await beside(store, `update schema_version set version = ${schemaVersion}`)
        const again = await store.open()
        assert.deepEqual(await again.people.person(of.person.id), of.person)
        await again.close()
      }))

    test('who works beside a server changes no schema, and is told of one that does not fit', () =>
      within(async store => {
        const open = () => openRecords(store.url, { migrates: false })
        const refused = (words: RegExp) => (error: unknown) =>
          error instanceof Problem && error.code === 'storage_unavailable' && words.test(error.message)
        await assert.rejects(open(), refused(/no store of Recto/))
        const records = await store.open()
        const of = await home(records)
        await records.close()
        const other = await open()
        assert.deepEqual(await other.people.person(of.person.id), of.person)
        await other.close()
        await beside(store, `update schema_version set version = ${schemaVersion - 1}`)
        await assert.rejects(open(), refused(/Nothing was changed/))
        await beside(store, `update schema_version set version = ${schemaVersion + 1}`)
        await assert.rejects(open(), refused(/newer version/))
      }))

    test('only a missing table means that there is no store; another failure stays what it is', () =>
      within(async store => {
        await beside(store, 'create table schema_version (another integer)')
        await assert.rejects(
          openRecords(store.url, { migrates: false }),
          (error: Error) => !(error instanceof Problem) && /version/.test(error.message),
        )
      }))

    test('a store of a schema that was never released is refused with a sentence, and left as it is', () =>
      within(async store => {
        await beside(
          store,
          'create table schema_version (version integer not null)',
          'insert into schema_version values (17)',
          'create table person (id text)',
        )
        const refused = (error: unknown) =>
          error instanceof Problem &&
          error.code === 'storage_unavailable' &&
          /never released/.test(error.message)
        await assert.rejects(store.open(), refused)
        await beside(store, 'drop table person', 'delete from schema_version')
        const records = await store.open()
        await home(records)
        await records.close()
      }))

    test('a step that fails leaves nothing of itself, and is made again later', () =>
      within(async store => {
        await beside(store, 'create table lease (name text)')
        await assert.rejects(store.open())
        await beside(store, 'drop table lease')
        const records = await store.open()
        await home(records)
        await records.close()
      }))

    test('a closed store is opened again with everything in it', () =>
      within(async store => {
        const records = await store.open()
        const of = await home(records)
        await records.close()
        const again = await store.open()
        assert.deepEqual(await again.people.organization(of.organization.id), of.organization)
        await again.close()
      }))
  })
}

describe('addresses', () => {
  test('that name no known store are refused with a sentence', async () => {
    for (const address of ['', 'mysql://x', 'sqlite:', 'sqlite::memory:', 'recto.db', 'SQLITE:x']) {
      await assert.rejects(openRecords(address), AddressError, address)
    }
    for (const address of ['', 'ftp://x', 'file:', 'data/blobs']) {
      await assert.rejects(openBlobs(address, {}), AddressError, address)
    }
  })
})
