// recto admin verify and plan on both databases: clean where all is there, and telling for each kind of loss.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { changePlan } from '../../src/admin/plan.ts'
import { countOrphans, type Finding, verify } from '../../src/admin/verify.ts'
import { uuid } from '../../src/operations/kernel/uuid.ts'
import type { Blobs } from '../../src/storage/blobs.ts'
import { createCheckedReader } from '../../src/storage/checked-reader.ts'
import { openFilesystemBlobs } from '../../src/storage/filesystem.ts'
import type { Records } from '../../src/storage/records.ts'
import {
  addOrganization,
  type Home,
  home,
  kinds,
  NOW,
  newVersion,
  publish,
  type Store,
} from '../storage/records.world.ts'
import { isSkip } from '../support/skip.ts'

for (const kind of kinds) {
  describe(`on ${kind.name}`, () => {
    let store: Store
    let records: Records
    let blobs: Blobs
    let folder: string
    let of: Home

    before(async context => {
      const made = await kind.create()
      if (isSkip(made)) return (context as { skip(reason: string): void }).skip(made.skip)
      store = made
      records = await store.open()
      folder = await mkdtemp(join(tmpdir(), 'recto-verify-'))
      blobs = await openFilesystemBlobs(folder)
      of = await home(records)
    })
    after(async () => {
      if (!store) return
      await records.close()
      await blobs.close()
      await store.remove()
      await rm(folder, { recursive: true })
    })

    const stored = (bytes: Buffer) =>
      blobs.put(
        (async function* () {
          yield bytes
        })(),
      )

    const check = () =>
      verify({ records, contents: createCheckedReader(blobs, { cacheBytes: 1 }) }, () => undefined)

    /** An artifact with as many versions as contents, each really stored. */
    async function artifact(...contents: Buffer[]) {
      const [first, ...others] = await Promise.all(contents.map(stored))
      const made = await publish(records, of, {}, first!)
      for (const [index, next] of others.entries())
        await records.transaction(rows =>
          rows.artifacts.addVersion(made.id, index + 1, { version: newVersion({ ...next }) }),
        )
      return { ...made, blobs: [first!, ...others] }
    }

    /** Checks the store, removes the artifact, and returns the findings. */
    async function findingsFor(made: { id: string; shortId: string }): Promise<Finding[]> {
      const { findings } = await check()
      assert.ok(findings.every(({ shortId }) => shortId === made.shortId))
      await records.transaction(async rows => {
        await rows.artifacts.trash(made.id, 1)
        await rows.artifacts.purge({ trashedBefore: 2, previewsExpiredBefore: 0, limit: 100 })
      })
      return findings
    }

    test('all is there: small files and large ones, restored versions, pages of artifacts', async () => {
      await artifact(Buffer.from('one'), Buffer.alloc(5 * 1_048_576, 'x'))
      const restored = await artifact(Buffer.from('a'), Buffer.from('b'))
      const again = newVersion({ ...restored.blobs[0]!, restoredFrom: 1 })
      await records.transaction(rows => rows.artifacts.addVersion(restored.id, 2, { version: again }))
      for (let n = 0; n < 205; n++) await publish(records, of, {}, restored.blobs[0]!)
      const { findings, artifacts, versions } = await check()
      assert.deepEqual({ findings, artifacts, versions }, { findings: [], artifacts: 207, versions: 210 })
    })

    test('a missing, a changed and a shortened file are each named', async () => {
      const made = await artifact(Buffer.from('one'), Buffer.from('two'))
      await blobs.delete(made.blobs[0]!.blob)
      const [missing, ...others] = await findingsFor(made)
      assert.deepEqual([missing!.version, others], [1, []])
      assert.match(missing!.what, /is missing/)
      const lied = await publish(
        records,
        of,
        {},
        { ...(await stored(Buffer.from('lie'))), sha256: '0'.repeat(64) },
      )
      assert.match((await findingsFor(lied))[0]!.what, /differs/)
      const short = await publish(records, of, {}, { ...(await stored(Buffer.from('short'))), size: 6 })
      assert.match((await findingsFor(short))[0]!.what, /another length/)
    })

    test('a gap in the versions, and a current version that is not there, are named', async () => {
      const made = await artifact(Buffer.from('one'))
      const blob = await stored(Buffer.from('three'))
      await records.transaction(rows =>
        rows.artifacts.addVersion(made.id, 1, { version: newVersion({ ...blob }) }),
      )
      const gone = withoutVersion(records, made.id, 1)
      const { findings } = await verify(
        { records: gone, contents: createCheckedReader(blobs, { cacheBytes: 1 }) },
        () => undefined,
      )
      assert.deepEqual(findings, [{ shortId: made.shortId, version: 1, what: 'the version is missing' }])
    })

    test('what is purged while it is checked is no loss', async () => {
      const made = await artifact(Buffer.from('soon gone'))
      const contents = createCheckedReader(blobs, { cacheBytes: 1 })
      const purging = {
        ...contents,
        async read(...words: Parameters<typeof contents.read>) {
          if (words[0].blob === made.blobs[0]!.blob) {
            await records.transaction(async rows => {
              await rows.artifacts.trash(made.id, 1)
              await rows.artifacts.purge({ trashedBefore: 2, previewsExpiredBefore: 0, limit: 100 })
            })
            await blobs.delete(made.blobs[0]!.blob)
          }
          return contents.read(...words)
        },
      }
      const { findings } = await verify({ records, contents: purging }, () => undefined)
      assert.deepEqual(findings, [])
    })

    test('files that nothing names are counted, and are no loss', async () => {
      await artifact(Buffer.from('named'))
      const before = await countOrphans({ records, blobs })
      for (const text of ['left', 'behind']) await stored(Buffer.from(text))
      assert.equal(await countOrphans({ records, blobs }), before + 2)
      assert.deepEqual((await check()).findings, [])
    })

    test('an update in the middle of the check is no disorder', async () => {
      const made = await artifact(Buffer.from('before'))
      const next = await stored(Buffer.from('after'))
      let updated = false
      const busy: Records = {
        ...records,
        versions: Object.assign(Object.create(records.versions), {
          async list(id: string, ...words: [number | null, number]) {
            if (id === made.id && !updated) {
              updated = true
              const version = newVersion({ ...next })
              await records.transaction(rows => rows.artifacts.addVersion(id, 1, { version }))
            }
            return records.versions.list(id, ...words)
          },
        }),
      }
      const contents = createCheckedReader(blobs, { cacheBytes: 1 })
      const { findings } = await verify({ records: busy, contents }, () => undefined)
      assert.deepEqual([updated, findings], [true, []])
    })

    test('plans are changed by id and by name, with an audit row', async () => {
      const organization = await records.transaction(rows => addOrganization(rows, { name: 'Plans Ltd' }))
      const { id } = organization
      assert.deepEqual(await changePlan(records, 'Plans Ltd', 'pro', NOW), {
        id,
        name: 'Plans Ltd',
        from: 'free',
        to: 'pro',
      })
      assert.equal((await changePlan(records, id, 'solo', NOW + 1)).from, 'pro')
      assert.equal((await records.people.organization(id))!.plan, 'solo')
      const audits = await records.journal.audits({ organizationId: id, limit: 10 })
      assert.deepEqual(
        audits.map(({ action, data }) => [action, data]),
        [
          ['admin.plan', { from: 'pro', to: 'solo' }],
          ['admin.plan', { from: 'free', to: 'pro' }],
        ],
      )
    })

    test('a plan, a name or an id that is not known changes nothing, and a name of several asks for the id', async () => {
      await assert.rejects(changePlan(records, 'Nobody', 'pro', NOW), { code: 'not_found' })
      await assert.rejects(changePlan(records, uuid(NOW), 'pro', NOW), { code: 'not_found' })
      await assert.rejects(changePlan(records, of.organization.id, 'gold', NOW), { code: 'invalid_input' })
      for (const _ of [1, 2]) await records.transaction(rows => addOrganization(rows, { name: 'Twins' }))
      await assert.rejects(changePlan(records, 'Twins', 'pro', NOW), /one by its id: .*, /)
    })
  })
}

/** The store as it would be if a row had been lost, in reads and in units alike. */
function withoutVersion(records: Records, artifactId: string, number: number): Records {
  const blind = <R extends Pick<Records, 'versions'>>(rows: R): R => ({
    ...rows,
    versions: Object.assign(Object.create(rows.versions), {
      list: async (id: string, ...words: [number | null, number]) => {
        const all = await rows.versions.list(id, ...words)
        return all.filter(version => version.artifactId !== artifactId || version.number !== number)
      },
    }),
  })
  return { ...blind(records), transaction: work => records.transaction(rows => work(blind(rows))) }
}
