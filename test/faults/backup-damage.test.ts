// A backup goes wrong when it is cut off, damaged, of another installation or made twice; and some things it must not hold.
import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { admin } from '../support/admin.ts'
import { embedded, folderFor, secretOf } from '../support/backups.ts'
import { startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'
import { Ledger } from './ledger.ts'
import { uniquePage, write } from './writers.ts'

async function allBytes(folder: string): Promise<Buffer> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter(entry => entry.isFile())
  return Buffer.concat(await Promise.all(files.map(file => readFile(join(file.parentPath, file.name)))))
}

test('a backup that is not encrypted holds no secret, and one that was cut off is none', async t => {
  const settings = await embedded(t)
  const target = await folderFor(t)
  const product = await startProduct({ data: settings.RECTO_DATA! })
  t.after(() => product.stop('SIGKILL'))
  await write(product, new Ledger(), uniquePage(1000))
  const made = await admin(settings, 'backup', target)
  assert.equal(made.code, 0, made.stderr)
  const secret = await secretOf(settings)
  const elsewhere = await embedded(t)
  assert.equal((await admin(elsewhere, 'restore', target)).code, 0)
  assert.ok(!(await allBytes(elsewhere.RECTO_DATA!)).includes(secret))
  await rm(join(target, 'backups', String(made.json.name), 'manifest.json'))
  const refused = await admin(await embedded(t), 'restore', target)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr + refused.stdout, /no complete backup/)
})

test('a file that is damaged or lost in the backup is found by its check, and never restored', async t => {
  const settings = await embedded(t)
  const target = await folderFor(t)
  const product = await startProduct({ data: settings.RECTO_DATA! })
  t.after(() => product.stop('SIGKILL'))
  for (let n = 0; n < 2; n += 1) await write(product, new Ledger(), uniquePage(1000))
  assert.equal((await admin(settings, 'backup', target)).code, 0)
  const entries = await readdir(join(target, 'files'), { recursive: true, withFileTypes: true })
  const [damaged, lost] = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const bytes = await readFile(damaged!)
  bytes[500]! ^= 1
  await writeFile(damaged!, bytes)
  assert.equal((await admin(await embedded(t), 'restore', target)).code, 1)
  await rm(lost!)
  const checked = await admin(settings, 'verify', '--backup', target)
  assert.equal(checked.code, 1)
  assert.equal((checked.json.findings as string[]).length, 2, checked.stdout)
  const restored = await admin(await embedded(t), 'restore', target)
  assert.equal(restored.code, 1)
})

test('RECTO_BACKUP makes backups by itself, once for all nodes', async t => {
  const data = await folderFor(t)
  const target = await folderFor(t)
  const env = { RECTO_BACKUP: `${target} every 15m` }
  const product = await startProduct({ data, env })
  t.after(() => product.stop('SIGKILL'))
  const second = await startProduct({ data, env, credentials: product })
  t.after(() => second.stop('SIGKILL'))
  await until('a backup is there', async () => {
    const names = await readdir(join(target, 'backups')).catch(() => [])
    return names.length > 0 && (await readdir(join(target, 'backups', names[0]!))).includes('manifest.json')
  })
  assert.equal((await readdir(join(target, 'backups'))).length, 1)
  assert.equal((await admin({ RECTO_DATA: data }, 'verify', '--backup', target)).code, 0)
})
