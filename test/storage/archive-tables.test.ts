// Every table is either in backups or left out for a reason, and rows come after those that they point at.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { archivedTables, leftOut } from '../../src/storage/sql/archive/tables.ts'
import { isSkip } from '../support/skip.ts'
import { kinds } from './records.world.ts'

/** Made anew from the texts of artifacts and comments. */
const isIndex = (name: string) => /^(search|comment_search|comment_text|stale_text|sqlite_)/.test(name)

test('a backup holds every table but those that are left out for a reason, in an order that can be written', async () => {
  const store = await kinds[0]!.create()
  assert.ok(!isSkip(store))
  await (await store.open()).close()
  const database = new DatabaseSync(store.url.slice('sqlite:'.length))
  const names = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter(name => !isIndex(name))
  const archived = [...new Set(archivedTables.map(({ name }) => name))]
  assert.deepEqual([...archived, ...Object.keys(leftOut)].sort(), names.sort())
  for (const name of archived) {
    const targets = database.prepare('select "table" as target from pragma_foreign_key_list(?)').all(name)
    for (const { target } of targets)
      assert.ok(archived.indexOf(String(target)) <= archived.indexOf(name), `${name} points at ${target}`)
  }
  database.close()
  await store.remove()
})
