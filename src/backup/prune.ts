// Removes backups that are too old, and files that no backup holds any more: what was purged leaves in time.
import type { BackupPlace } from '../storage/backup-place.ts'
import { readIndex } from './backup-files.ts'
import { filesOfBackups, type Manifest, timeOf } from './manifest.ts'

/** Milliseconds after which a backup that was cut off is removed. */
const CUT_OFF = 86_400_000

/** Keeps backups that began at `before` or later, and the last one in any case. Answers how many were removed. */
export async function prune(
  place: BackupPlace,
  complete: readonly Manifest[],
  before: number,
): Promise<number> {
  const last = complete.at(-1)!
  const kept = complete.filter(each => each === last || timeOf(each.name) >= before)
  const names = new Set(kept.map(({ name }) => name))
  let removed = 0
  for (const [name, paths] of await filesOfBackups(place)) {
    const isCutOff = !complete.some(each => each.name === name)
    if (names.has(name) || (isCutOff && timeOf(name) > timeOf(last.name) - CUT_OFF)) continue
    // The manifest goes first: without it the rest is no backup.
    for (const path of paths.sort()) await place.delete(path)
    removed += isCutOff ? 0 : 1
  }
  await removeUnheld(place, kept)
  return removed
}

async function removeUnheld(place: BackupPlace, kept: readonly Manifest[]): Promise<void> {
  const held = new Set<string>()
  for (const { name, files } of kept)
    for await (const { blob } of readIndex(place, name)) held.add(`${files}/${blob}`)
  for await (const path of place.list('files/')) {
    const [, files, , blob] = path.split('/')
    if (!held.has(`${files}/${blob}`)) await place.delete(path)
  }
}
