// Commands of administration beside a server of another version: they say so, and leave the store as it is.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { administer } from '../../src/admin/admin.ts'
import { openRecords } from '../../src/storage/open.ts'
import { schemaVersion } from '../../src/storage/sql/migrations/migrate.ts'

/** Returns the input of each command; `admin restore` alone is left out, for it fills an empty store. */
const inputs = (folder: string): Record<string, Record<string, string>> => ({
  'admin verify': {},
  'admin backup': { folder: join(folder, 'backup') },
  'admin export': { organization: 'Acme', file: join(folder, 'acme.recto') },
  'admin import': { file: join(folder, 'acme.recto') },
  'admin plan': { organization: 'Acme', plan: 'pro' },
  'admin takedown': { id: 'Zabcdefghi' },
  'admin reset-second-factor': { email: 'ana@acme.example' },
})

/** A store of the schema before this program's. */
async function olderStore(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-older-'))
  t.after(() => rm(folder, { recursive: true }))
  const records = await openRecords(`sqlite:${join(folder, 'recto.db')}`, { upTo: schemaVersion - 1 })
  await records.close()
  return folder
}

function schemaOf(folder: string): unknown {
  const database = new DatabaseSync(join(folder, 'recto.db'), { readOnly: true })
  try {
    return [
      database.prepare('select version from schema_version').all(),
      database.prepare('select name, sql from sqlite_schema order by name').all(),
    ]
  } finally {
    database.close()
  }
}

test('no command brings an older store up to date: each is refused, and changes nothing', async t => {
  const folder = await olderStore(t)
  const before = schemaOf(folder)
  for (const [command, input] of Object.entries(inputs(folder))) {
    const env = { RECTO_DATA: folder, RECTO_URL: 'http://localhost:3000' }
    const task = { command, input, progress: () => undefined }
    await assert.rejects(administer(task, env), /Nothing was changed/, command)
    assert.deepEqual(schemaOf(folder), before, command)
  }
  const left = await readdir(folder)
  assert.ok(!left.includes('backup') && !left.includes('acme.recto'), left.join())
})
