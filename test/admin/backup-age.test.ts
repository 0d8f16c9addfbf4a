// A purged file leaves the backups within 30 days, and a file that is still there stays in them.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { backUpAlone } from '../../src/backup/scheduled-backup.ts'
import { createCheckedReader } from '../../src/storage/checked-reader.ts'
import { openBackupPlace, openBlobs } from '../../src/storage/open.ts'
import { DAY, home, kinds, NOW, publish } from '../storage/records.world.ts'
import { isSkip } from '../support/skip.ts'

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ name }) => name)

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

test('a file that was purged is in no backup 30 days later, in daily ones, and the others are', async t => {
  const store = await kinds[0]!.create()
  assert.ok(!isSkip(store))
  const folder = await mkdtemp(join(tmpdir(), 'recto-age-'))
  const [records, blobs] = [await store.open(), await openBlobs(`file:${folder}/blobs`, {})]
  t.after(async () => {
    await Promise.all([records.close(), blobs.close()])
    await store.remove()
    await rm(folder, { recursive: true })
  })
  const target = join(folder, 'backup')
  const place = await openBackupPlace(target, {})
  const contents = createCheckedReader(blobs, { cacheBytes: 1 })
  const backUp = (now: number) =>
    backUpAlone({ records, contents, secret: null }, { place, recipient: null, keepMs: 29 * DAY }, () => now)
  const of = await home(records)
  const [stays, goes] = [await blobs.put(bytes('stays')), await blobs.put(bytes('goes'))]
  await publish(records, of, {}, stays)
  const { id } = await publish(records, of, {}, goes)

  await backUp(NOW)
  await records.transaction(async rows => {
    await rows.artifacts.trash(id, 1)
    await rows.artifacts.purge({ trashedBefore: 2, previewsExpiredBefore: 0, limit: 100 })
  })
  await blobs.delete(goes.blob)
  for (let day = 1; day < 29; day += 7) await backUp(NOW + day * DAY)
  assert.ok(
    (await filesIn(join(target, 'files'))).includes(goes.blob),
    'the first backup is kept for a month',
  )
  const { removed } = await backUp(NOW + 29 * DAY + 1)
  assert.equal(removed, 1)
  assert.deepEqual(await filesIn(join(target, 'files')), [stays.blob])
})
