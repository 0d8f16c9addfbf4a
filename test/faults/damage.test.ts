// A byte that changed on the disk is noticed, and never served.
import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Product, startProduct } from '../support/product.ts'
import { findings, Ledger } from './ledger.ts'
import { storedFiles } from './stored-files.ts'
import { uniquePage, write } from './writers.ts'

/** Flips one bit of every stored file, at that share of its length. */
async function flip(data: string, share: number): Promise<void> {
  for (const entry of await storedFiles(data)) {
    const file = await open(join(entry.parentPath, entry.name), 'r+')
    const at = Math.floor((await file.stat()).size * share)
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
    await file.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at)
    await file.close()
  }
}

/** Returns the status, the bytes that came, and whether the answer broke off. */
async function received(
  product: Product,
  path: string,
  headers: Record<string, string> = {},
): Promise<[number, string, boolean]> {
  const answer = await fetch(`${product.url}${path}`, {
    headers: { Authorization: `Bearer ${product.key}`, ...headers },
  })
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of answer.body!) chunks.push(chunk)
  } catch {
    return [answer.status, Buffer.concat(chunks).toString('latin1'), true]
  }
  return [answer.status, Buffer.concat(chunks).toString('latin1'), false]
}

for (const [size, name] of [
  [30_000, 'small'],
  [9 * 1_048_576, 'large'],
] as const) {
  test(`a flipped byte in a ${name} file is noticed and never served`, async t => {
    const first = await startProduct()
    t.after(() => first.stop())
    const html = uniquePage(size)
    const { shortId } = await write(first, new Ledger(), html)
    await flip(first.data, 0.7)
    const product = await startProduct({ data: first.data, credentials: first })
    t.after(() => product.stop())
    const whole = await received(product, `/v1/artifacts/${shortId}/content`)
    assert.ok(
      whole[0] === 500 || (whole[2] && html.startsWith(whole[1])),
      'an error, or only right bytes and an early end',
    )
    if (whole[0] === 500) assert.equal(JSON.parse(whole[1]).code, 'content_damaged')
    const part = await received(product, `/v1/artifacts/${shortId}/content`, {
      Range: `bytes=${Math.floor(size * 0.69)}-`,
    })
    assert.ok(part[0] === 500 || part[2], 'no range that holds the byte is answered')
    const [page] = await received(product, `/v1/artifacts/${shortId}/text?as=source`)
    assert.equal(page, 500)
    const [facts] = await received(product, `/v1/artifacts/${shortId}`)
    assert.equal(facts, 200)
    assert.equal((await findings(first.data)).length, 1)
  })
}
