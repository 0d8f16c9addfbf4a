// Searches on SQLite at length: how much of their work the process that serves does itself.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRecords } from '../../src/storage/open.ts'
import { noProc, spentBy } from '../support/processor-time.ts'
import { until } from '../support/until.ts'
import { home, publish, range, searchQuery } from './records.world.ts'

/** Returns the share of processor time that this process took for the work, of all that it and its children took. */
async function shareOfThisProcess(work: () => Promise<void>): Promise<number> {
  const before = await spentBy(process.pid)
  await work()
  const after = await spentBy(process.pid)
  const main = after.main - before.main
  return main / (main + after.children - before.children)
}

test('texts that are slow to index and to search are left to a process of their own', {
  skip: noProc,
}, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'recto-records-'))
  const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`)
  t.after(async () => {
    await records.close()
    await rm(folder, { recursive: true })
  })
  const of = await home(records)
  const long = 'n'.repeat(450)
  const search = () =>
    until('all texts are found', async () => {
      const hits = await records.artifacts.search(searchQuery(of, `${long}z`))
      return hits.length === 6
    })
  for (const start of range(6)) {
    const distinct = range(60_000).map(number => (start * 60_000 + number).toString(36))
    await publish(records, of, {}, { text: `${distinct.join(' ')} ${`${long} `.repeat(300)}${long}z` })
  }
  const indexing = await shareOfThisProcess(search)
  const searching = await shareOfThisProcess(async () => {
    for (const _ of range(12)) await search()
  })
  for (const share of [indexing, searching]) assert.ok(share < 0.4, `${indexing} and ${searching}`)
})
