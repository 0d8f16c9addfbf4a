// recto admin export and import: an organization moves with its ids from store to store, and nothing that admits anybody goes along.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ledger } from '../faults/ledger.ts'
import { storedFiles } from '../faults/stored-files.ts'
import { uniquePage, write } from '../faults/writers.ts'
import { admin, startAdmin } from '../support/admin.ts'
import { embedded, folderFor, type Place, shared } from '../support/backups.ts'
import { type Product, startProduct } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

async function started(t: TestContext, place: Place): Promise<Product> {
  const product = await startProduct({ data: place.RECTO_DATA!, env: place })
  t.after(() => product.stop('SIGKILL'))
  return product
}

async function call<T>(product: Product, path: string, body?: unknown, method = 'POST'): Promise<T> {
  const answer = await fetch(`${product.url}/v1${path}`, {
    headers: { Authorization: `Bearer ${product.key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method, body: JSON.stringify(body) }),
  })
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
  return (await answer.json()) as T
}

interface Me {
  organization: { id: string; name: string }
}

/** A page with two versions, recipients and a thread with a reply, and one of 5 MB. */
async function filled(product: Product, ledger: Ledger): Promise<string> {
  const { shortId } = await write(product, ledger, uniquePage(1000))
  await write(product, ledger, uniquePage(2000), { shortId: shortId!, base: 1 })
  await write(product, ledger, uniquePage(5_500_000))
  await call(
    product,
    `/artifacts/${shortId}`,
    { visibility: 'private', sharedWith: ['guest@example.net'] },
    'PATCH',
  )
  const thread = await call<{ id: string }>(product, `/artifacts/${shortId}/comments`, {
    body: 'Is this right?',
  })
  await call(product, `/artifacts/${shortId}/comments`, { body: 'It is.', parentId: thread.id })
  return shortId!
}

const facts = async (product: Product, shortId: string) => ({
  artifact: await call<Record<string, unknown>>(product, `/artifacts/${shortId}/metadata`),
  threads: await call<{ data: Record<string, unknown>[] }>(product, `/artifacts/${shortId}/comments`),
  events: await call<{ data: { id: string }[] }>(product, '/events?limit=100'),
})

/** Both servers have Olga as their owner; here she makes a key in the organization that came. */
async function keyIn({ url, cookie }: Product, organizationId: string): Promise<string> {
  const ask = (method: string, path: string, session: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method,
      headers: { Cookie: session, Origin: url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const changed = await ask('PATCH', '/v1/me', cookie, { organizationId })
  assert.equal(changed.status, 200, await changed.text())
  const session = changed.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  const made = await ask('POST', '/v1/keys', session, { name: 'Moved', kind: 'user' })
  assert.equal(made.status, 201, await made.clone().text())
  return ((await made.json()) as { key: string }).key
}

test('an organization moves from SQLite to Postgres and S3 with pages, versions, threads, recipients, feed and ids', async t => {
  const [from, to] = [await embedded(t), await shared(t)]
  if (isSkip(to)) return t.skip(to.skip)
  const product = await started(t, from)
  const ledger = new Ledger()
  const shortId = await filled(product, ledger)
  const { organization } = await call<Me>(product, '/me')
  const file = join(await folderFor(t), 'organization')
  const exported = await admin(from, 'export', organization.id, file)
  assert.equal(exported.code, 0, exported.stderr)
  assert.deepEqual([exported.json.artifacts, exported.json.files], [2, 3])

  const held = gunzipSync(await readFile(file)).toString('latin1')
  const secret = (await readFile(join(from.RECTO_DATA!, 'secret'), 'utf8')).trim()
  for (const word of [secret, product.key, '"api_key"', '"session"', '"webhook"', '"oauth_grant"'])
    assert.ok(!held.includes(word), word)

  const other = await started(t, to)
  const imported = await admin(to, 'import', file)
  assert.equal(imported.code, 0, imported.stderr)
  const moved = { ...other, key: await keyIn(other, organization.id) }
  await ledger.check(moved)
  const [before, after] = [await facts(product, shortId), await facts(moved, shortId)]
  assert.deepEqual(
    after.threads.data.map(({ id, body, replies }) => [id, body, (replies as unknown[]).length]),
    before.threads.data.map(({ id, body, replies }) => [id, body, (replies as unknown[]).length]),
  )
  assert.deepEqual(after.artifact.sharedWith, ['guest@example.net'])
  assert.deepEqual(after.artifact.createdAt, before.artifact.createdAt)
  // Events since the export come after the exported ones. Olga is who she is here.
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  assert.deepEqual(ids(after.events).slice(0, before.events.data.length), ids(before.events))
  const verified = await admin(to, 'verify')
  assert.deepEqual([verified.code, verified.json.findings], [0, []], verified.stderr)

  const again = await admin(to, 'import', file)
  assert.equal(again.code, 1)
  assert.match(again.stderr + again.stdout, /in use here/)
  await ledger.check(moved)
})

test('a file that is cut off, or is something else, is refused and changes nothing', async t => {
  const place = await embedded(t)
  const product = await started(t, place)
  await write(product, new Ledger(), uniquePage(1000))
  const { organization } = await call<Me>(product, '/me')
  const file = join(await folderFor(t), 'organization')
  assert.equal((await admin(place, 'export', organization.id, file)).code, 0)
  assert.equal((await admin(place, 'export', organization.id, file)).code, 2, 'a file that is there stays')
  const other = await embedded(t)
  await started(t, other)
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.byteLength - 200))
  const cut = await admin(other, 'import', file)
  assert.equal(cut.code, 1, cut.stdout)
  await writeFile(file, 'no file of ours')
  assert.equal((await admin(other, 'import', file)).code, 1)
  assert.equal((await admin(other, 'verify')).json.artifacts, 0)
})

test('an import that is killed leaves nothing to be seen, and can be made again', async t => {
  const [from, to] = [await embedded(t), await embedded(t)]
  const product = await started(t, from)
  const ledger = new Ledger()
  for (let n = 0; n < 24; n += 1) await write(product, ledger, uniquePage(400_000))
  const { organization } = await call<Me>(product, '/me')
  const file = join(await folderFor(t), 'organization')
  assert.equal((await admin(from, 'export', organization.id, file)).code, 0)

  const other = await started(t, to)
  const importing = startAdmin(to, 'import', file)
  const ended = once(importing, 'exit')
  await until('some files have arrived', async () => (await storedFiles(to.RECTO_DATA!)).length > 3)
  importing.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  const left = (await storedFiles(to.RECTO_DATA!)).length
  assert.ok(left < 24, `${left} of 24 files had arrived`)
  const { json } = await admin(to, 'verify')
  assert.deepEqual([json.artifacts, json.findings], [0, []])

  const again = await admin(to, 'import', file)
  assert.equal(again.code, 0, again.stderr)
  await ledger.check({ ...other, key: await keyIn(other, organization.id) })
  assert.deepEqual((await admin(to, 'verify')).json.findings, [])
})
