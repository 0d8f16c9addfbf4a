// Backups during writes, restored elsewhere: nothing that was acknowledged before is lost, whatever the store.
import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { admin } from '../support/admin.ts'
import { atLength, isAtLength } from '../support/at-length.ts'
import { embedded, folderFor, type Place, secretOf, shared } from '../support/backups.ts'
import { startProduct } from '../support/product.ts'
import { isSkip, type Skip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { Ledger } from './ledger.ts'
import { startWriters, uniquePage, write } from './writers.ts'

interface Way {
  name: string
  from(t: TestContext): Promise<Place | Skip>
  to(t: TestContext): Promise<Place | Skip>
  /** Returns the place of the backup, from the settings of `from`. */
  target(t: TestContext, from: Place): Promise<string>
  isEncrypted: boolean
}

/** Those of every day have each store on both sides, each kind of target, and a backup in the clear and one that is encrypted. */
const ways: readonly Way[] = [
  {
    name: 'SQLite to Postgres and S3 by way of a folder',
    ...{ from: embedded, to: shared, target: folderFor, isEncrypted: false },
  },
  {
    name: 'Postgres and S3 to SQLite by way of an encrypted bucket',
    ...{ from: shared, to: embedded, isEncrypted: true },
    target: async (_, from) => `${from.BLOBS_URL!.replace('?', '/backups?')}`,
  },
]

const more: readonly Way[] = [
  {
    name: 'SQLite to SQLite by way of a folder',
    ...{ from: embedded, to: embedded, target: folderFor, isEncrypted: false },
  },
  {
    name: 'SQLite to Postgres and S3 by way of an encrypted folder',
    ...{ from: embedded, to: shared, target: folderFor, isEncrypted: true },
  },
]

for (const { name, isEncrypted, ...way } of isAtLength ? [...ways, ...more] : ways)
  test(`a backup made while 6 clients write, restored elsewhere, is whole: ${name}`, async t => {
    const [from, to] = [await way.from(t), await way.to(t)]
    if (isSkip(from) || isSkip(to)) return t.skip(isSkip(from) ? from.skip : (to as Skip).skip)
    const identity = await generateX25519Identity()
    const keyFile = join(await folderFor(t), 'key')
    await writeFile(keyFile, `# a comment\n${identity}\n`)
    const keys = isEncrypted ? ['--identity', keyFile] : []
    const settings = isEncrypted
      ? { ...from, RECTO_BACKUP_RECIPIENT: await identityToRecipient(identity) }
      : from
    const target = await way.target(t, from)

    const product = await startProduct({ data: from.RECTO_DATA!, env: from })
    t.after(() => product.stop('SIGKILL'))
    const before = new Ledger()
    const writers = startWriters([product], before, 6)
    await until('pages are there', async () => before.size > 10)
    writers.rest(500)
    const first = await admin(settings, 'backup', target)
    assert.equal(first.code, 0, first.stderr)
    await writers.stop()
    for (let n = 0; n < atLength(1, 3); n += 1) await write(product, before, uniquePage(5_500_000))
    const second = await admin(settings, 'backup', target)
    assert.equal(second.code, 0, second.stderr)
    const { files, copied } = second.json as { files: number; copied: number }
    assert.ok(copied < files, `${copied} of ${files} files were new to the second backup`)

    const checked = await admin(from, 'verify', '--backup', target, ...keys)
    assert.deepEqual([checked.code, checked.json.findings], [0, []], checked.stderr)
    const secret = from.RECTO_SECRET ?? (await secretOf(from))
    const keysOfBuckets = { ...(from.AWS_ACCESS_KEY_ID && keysOf(from)), ...to }
    const there = to.DATABASE_URL ? { ...to, RECTO_SECRET: secret } : keysOfBuckets
    const restored = await admin(there, 'restore', target, ...keys)
    assert.equal(restored.code, 0, restored.stderr)
    if (!isEncrypted) await cp(join(from.RECTO_DATA!, 'secret'), join(to.RECTO_DATA!, 'secret'))
    const copy = await startProduct({ data: to.RECTO_DATA!, env: there, credentials: product })
    t.after(() => copy.stop('SIGKILL'))
    const { versions } = await before.check(copy)
    assert.ok(versions >= before.size)
    const verified = await admin(there, 'verify')
    assert.deepEqual([verified.code, verified.json.findings], [0, []], verified.stderr)
    const session = await fetch(`${copy.url}/v1/me`, { headers: { Cookie: product.cookie } })
    assert.equal(session.status, 401, 'sessions have ended')
    const found = await fetch(`${copy.url}/v1/artifacts?query=Page`, {
      headers: { Authorization: `Bearer ${product.key}` },
    })
    assert.ok(((await found.json()) as { data: unknown[] }).data.length > 0, 'texts are found')
    assert.equal((await write(copy, before, uniquePage(100))).status, 201)
    const again = await admin(there, 'restore', target, ...keys)
    assert.equal(again.code, 1)
    assert.match(again.stderr + again.stdout, /in use already/)
  })

const keysOf = ({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Place): Place => ({
  AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID!,
  AWS_SECRET_ACCESS_KEY: AWS_SECRET_ACCESS_KEY!,
})
