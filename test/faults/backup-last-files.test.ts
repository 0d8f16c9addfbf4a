// Files that builds sent last are in backups: after a restore the next build still takes nothing from others.
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { admin } from '../support/admin.ts'
import { embedded, folderFor, secretOf, shared } from '../support/backups.ts'
import { multipart, send } from '../support/http.ts'
import { type Product, startProduct } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'

const report = (count: number, words = 'Looks good.') => `Build ${count}\n\nText\n\nMore text\n\n${words}\n`

async function call(product: Product, method: string, path: string, base: number, text: string) {
  const sent = multipart([{ name: 'file', filename: 'page.md', value: text }])
  const answer = await send(product.url + path, {
    method,
    headers: { ...sent.headers, authorization: `Bearer ${product.key}`, 'if-match': `"v${base}"` },
    body: sent.body,
  })
  assert.ok(answer.status < 300, answer.body.toString())
  return answer.json
}

for (const [name, to] of [
  ['SQLite', embedded],
  ['Postgres and S3', shared],
] as const)
  test(`a page restored to ${name} knows which file was sent last`, async t => {
    const [from, there] = [await embedded(t), await to(t)]
    if (isSkip(there)) return t.skip(there.skip)
    const product = await startProduct({ data: from.RECTO_DATA! })
    t.after(() => product.stop('SIGKILL'))
    const { shortId: id } = await call(product, 'POST', '/v1/artifacts', 0, report(1))
    await call(product, 'PUT', `/v1/artifacts/${id}`, 1, report(1, 'Anna signs this.'))
    const merged = await call(product, 'PUT', `/v1/artifacts/${id}?keepOthers=true`, 1, report(2))
    assert.deepEqual([merged.version, merged.merged], [3, true])

    const target = await folderFor(t)
    assert.equal((await admin(from, 'backup', target)).code, 0)
    const checked = await admin(from, 'verify', '--backup', target)
    assert.deepEqual([checked.code, checked.json.files, checked.json.findings], [0, 4, []], checked.stderr)
    const secret = await secretOf(from)
    const settings = there.DATABASE_URL ? { ...there, RECTO_SECRET: secret } : there
    const restored = await admin(settings, 'restore', target)
    assert.equal(restored.code, 0, restored.stderr)
    await cp(join(from.RECTO_DATA!, 'secret'), join(there.RECTO_DATA!, 'secret'))

    const copy = await startProduct({ data: there.RECTO_DATA!, env: settings, credentials: product })
    t.after(() => copy.stop('SIGKILL'))
    const next = await call(copy, 'PUT', `/v1/artifacts/${id}?keepOthers=true`, 3, report(3))
    assert.deepEqual([next.version, next.merged], [4, true])
    const headers = { authorization: `Bearer ${copy.key}` }
    const content = await send(`${copy.url}/v1/artifacts/${id}/content`, { headers })
    assert.equal(content.body.toString(), report(3, 'Anna signs this.'))
    const verified = await admin(settings, 'verify')
    assert.deepEqual([verified.code, verified.json.findings], [0, []], verified.stderr)
  })
