// Built files are found by their hashed address alone, and come in the encoding that was asked for.

import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openAssets } from '../../../src/surfaces/web/layout/assets.ts'
import { islands, styles } from '../../../src/surfaces/web/layout/document.tsx'
import { emptyBuild } from './sample-pages.ts'

const { assets, folder, remove } = emptyBuild()
after(remove)

test('a file is served as it is, or by Brotli or gzip where that is accepted', async () => {
  const url = assets.url(styles.desk)
  const text = `/* ${styles.desk} */`
  const [plain, br, zipped, identity, upper] = await Promise.all(
    ['', 'gzip, deflate, br', 'gzip, br;q=0', 'identity', 'BR'].map(accept => assets.file(url, accept)!),
  )
  assert.equal(Buffer.from(plain!.bytes).toString(), text)
  assert.equal(brotliDecompressSync(br!.bytes).toString(), text)
  assert.equal(gunzipSync(zipped!.bytes).toString(), text)
  assert.deepEqual([identity!.encoding, upper!.encoding], [null, 'br'])
  assert.equal(plain!.type, 'text/css; charset=utf-8')
  assert.equal(plain!.immutable, true)
})

test('nothing but files of the build is found', () => {
  for (const path of [
    '/assets/manifest.json',
    '/assets/../manifest.json',
    '/assets/',
    '/assets/constructor',
    '/x',
  ])
    assert.equal(assets.file(path), null, path)
})

test('the favicon is the mark, under both names that browsers ask for', async () => {
  const svg = await assets.file('/favicon.svg')!
  assert.match(Buffer.from(svg.bytes).toString(), /^<svg /)
  assert.equal((await assets.file('/favicon.ico')!).type, 'image/svg+xml')
  assert.equal(svg.immutable, false)
})

test('a missing build or entry says how to make it', () => {
  assert.throws(() => openAssets('/nowhere'), /Run bin\/build/)
  assert.throws(() => assets.url('src/nothing.ts'), /Run bin\/build/)
})

test('a file that was taken away beneath a running server is one failed answer, and found when it is back', async () => {
  const path = assets.url(islands.editor)
  const file = join(folder, path.replace('/assets/', ''))
  await rename(file, `${file}.away`)
  await assert.rejects(assets.file(path)!, /ENOENT/)
  await rename(`${file}.away`, file)
  assert.equal((await assets.file(path)!).immutable, true)
})
