// The sweep: what ended goes, with everything it had, and nothing else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Upload } from '../../src/storage/records.ts'
import type { Openings } from './records.suite.ts'
import {
  DAY,
  home,
  id,
  NOW,
  newVersion,
  publish,
  publishPreview,
  range,
  searchQuery,
  times,
  token,
} from './records.world.ts'

export function sweepSuite({ first, second }: Openings): void {
  const purge = (change: object = {}) =>
    first().transaction(rows =>
      rows.artifacts.purge({
        trashedBefore: NOW,
        previewsExpiredBefore: NOW - 90 * DAY,
        limit: 100,
        ...change,
      }),
    )

  describe('the sweep', () => {
    test('moves what expired to the trash, except previews', async () => {
      await first().transaction(rows => rows.artifacts.trashExpired(NOW + 5, 100))
      const of = await home(first())
      const expired = await publish(first(), of, { expiresAt: NOW })
      const live = await publish(first(), of, { expiresAt: NOW + 10 })
      const preview = await publishPreview(first(), NOW)
      assert.deepEqual(await first().transaction(rows => rows.artifacts.trashExpired(NOW + 5, 100)), [
        {
          ...{ id: expired.id, shortId: expired.shortId },
          ...{ organizationId: of.organization.id, expiresAt: NOW },
        },
      ])
      assert.equal((await first().artifacts.find(expired.shortId))!.trashedAt, NOW + 5)
      assert.equal((await first().artifacts.find(live.shortId))!.trashedAt, null)
      assert.equal((await first().artifacts.find(preview.shortId))!.trashedAt, null)
      await purge({ previewsExpiredBefore: NOW + 1 })
    })

    test('purges what lay in the trash long enough, and names its bytes', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of, { sharedWith: ['a@x.org'] }, { text: 'purged words' })
      const restored = newVersion({ blob: artifact.version.blob, restoredFrom: 1 })
      const other = newVersion()
      await first().transaction(async rows => {
        await rows.artifacts.addVersion(artifact.id, 1, { version: other })
        await rows.artifacts.addVersion(artifact.id, 2, { version: restored })
        await rows.artifacts.change(artifact.id, { labels: ['x'] }, NOW)
        await rows.artifacts.trash(artifact.id, NOW - 5)
      })
      assert.deepEqual(await purge({ trashedBefore: NOW - 5 }), { count: 0, blobs: [] })
      assert.notEqual(await first().artifacts.find(artifact.shortId), null)
      assert.deepEqual(
        (await purge({ trashedBefore: NOW - 4 })).blobs.sort(),
        [artifact.version.blob, other.blob].sort(),
      )
      assert.equal(await first().artifacts.find(artifact.shortId), null)
      assert.deepEqual(await first().versions.list(artifact.id, null, 10), [])
      assert.equal(await first().transaction(rows => rows.versions.text(artifact.id)), '')
      assert.deepEqual(await first().artifacts.search(searchQuery(of, 'purged')), [])
    })

    test('purges previews that nobody claimed in time', async () => {
      const of = await home(first())
      const [ended, claimed, live] = [
        await publishPreview(first(), NOW - 2),
        await publishPreview(first(), NOW - 2),
        await publishPreview(first(), NOW + DAY),
      ]
      const to = { organizationId: of.organization.id, ownerId: null, visibility: 'public' } as const
      await first().transaction(rows => rows.previews.claim(claimed.id, to, NOW - 9))
      assert.deepEqual(await purge({ previewsExpiredBefore: NOW - 1 }), {
        count: 1,
        blobs: [ended.version.blob],
      })
      assert.equal(await first().artifacts.find(ended.shortId), null)
      assert.equal(await first().previews.findByClaim(ended.claimHash), null)
      assert.notEqual(await first().artifacts.find(claimed.shortId), null)
      assert.notEqual(await first().artifacts.find(live.shortId), null)
    })

    test('purges in portions, and two at once share the work', async () => {
      const of = await home(first())
      const all = await Promise.all(range(10).map(() => publish(first(), of)))
      await first().transaction(async rows => {
        for (const artifact of all) await rows.artifacts.trash(artifact.id, NOW - 1)
      })
      assert.equal((await purge({ limit: 4 })).blobs.length, 4)
      const query = { trashedBefore: NOW, previewsExpiredBefore: 0, limit: 100 }
      const removed = await Promise.all(
        [first(), second()].map(one => one.transaction(rows => rows.artifacts.purge(query))),
      )
      const blobs = removed.flatMap(({ blobs }) => blobs)
      assert.equal(blobs.length, 6)
      assert.equal(new Set(blobs).size, 6)
    })

    test('counts artifacts, not bytes: what shares its bytes with others is not left lying', async () => {
      const of = await home(first())
      const shared = newVersion().blob
      const all = await Promise.all(range(5).map(() => publish(first(), of, {}, { blob: shared })))
      await first().transaction(async rows => {
        for (const artifact of all) await rows.artifacts.trash(artifact.id, NOW - 1)
      })
      assert.deepEqual(await purge({ limit: 3 }), { count: 3, blobs: [] })
      assert.deepEqual(await purge({ limit: 3 }), { count: 2, blobs: [shared] })
      assert.deepEqual(await purge({ limit: 3 }), { count: 0, blobs: [] })
    })

    test('keeps bytes that a version or a live upload names', async () => {
      const of = await home(first())
      const artifact = await publish(first(), of)
      const [held, spent, ended] = [newUpload(NOW + DAY), newUpload(NOW + DAY), newUpload(NOW - 1)]
      await first().transaction(async rows => {
        for (const upload of [held, spent, ended]) await rows.uploads.insert(upload)
        await rows.uploads.spend(spent.id, NOW)
      })
      const unknown = times(300, () => token().slice(32))
      const names = [artifact.version.blob, ...unknown, ...[held, spent, ended].map(blobOf)]
      const orphans = () => first().transaction(rows => rows.blobs.orphans(names))
      assert.deepEqual(await orphans(), [...unknown, blobOf(spent)])
      const removed = first().transaction(rows => rows.uploads.removeEnded(NOW, 10))
      assert.deepEqual(await removed, { count: 1, blobs: [blobOf(ended)] })
      assert.equal(await first().uploads.find(ended.id), null)
      assert.notEqual(await first().uploads.find(held.id), null)
      assert.deepEqual(await first().transaction(rows => rows.blobs.orphans([])), [])
    })

    test('leaves the bytes of an upload that became a version', async () => {
      const of = await home(first())
      const upload = newUpload(NOW - 1)
      await first().transaction(async rows => {
        await rows.uploads.insert(upload)
        await rows.uploads.spend(upload.id, NOW - 2)
      })
      await publish(first(), of, {}, { blob: blobOf(upload) })
      assert.deepEqual(await first().transaction(rows => rows.uploads.removeEnded(NOW, 10)), {
        count: 1,
        blobs: [],
      })
    })
  })
}

const blobOf = (upload: Upload): string => upload.received!.blob

const newUpload = (expiresAt: number): Upload => ({
  id: id(),
  credential: null,
  organizationId: null,
  sizeBytes: 3,
  filename: null,
  announcedSha256: null,
  received: { blob: token().slice(32), size: 3, sha256: token() },
  spentAt: null,
  createdAt: NOW - DAY,
  expiresAt,
})
