// The process dies while threads on elements of a large file are given their places.
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { type Product, removeData, startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'

const pictures = ['north', 'south', 'east', 'west']
const filler = '<p>Some of the many words of a report, in <b>plain terms</b>, for all who ask.</p>\n'

/** A page with these pictures below so many paragraphs. */
const page = (names: string[], paragraphs: number) =>
  `<!doctype html><title>T</title><body>${filler.repeat(paragraphs)}${names.map(name => `<img src="${name}.png" alt="Sales of the ${name}">`).join('\n')}`

async function ask(product: Product, path: string, init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${product.key}`, ...init.headers }
  const answer = await fetch(`${product.url}/v1/${path}`, { ...init, headers })
  assert.ok(answer.ok, `${path}: ${answer.status}`)
  return answer.json()
}

function fileOf(html: string): FormData {
  const form = new FormData()
  form.set('file', new File([html], 'page.html'))
  return form
}

/** Publishes four pictures with a thread on each. */
async function commented(product: Product): Promise<string> {
  const body = fileOf(page(pictures, 1))
  body.set('visibility', 'company')
  const { shortId } = (await ask(product, 'artifacts', { method: 'POST', body })) as { shortId: string }
  for (const [index] of pictures.entries())
    await ask(product, `artifacts/${shortId}/comments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        body: 'Since when?',
        anchor: { cssPath: `body > img:nth-of-type(${index + 1})` },
      }),
    })
  return shortId
}

/** Saves a page of 2 MB with these pictures. */
async function save(product: Product, shortId: string, names: string[]): Promise<void> {
  const body = fileOf(page(names, 25_000))
  await ask(product, `artifacts/${shortId}`, { method: 'PUT', headers: { 'If-Match': '"v1"' }, body })
}

/** Waits until the process has begun to look for places: it takes a lease first. */
async function begun({ data }: Product): Promise<void> {
  const records = new DatabaseSync(join(data, 'recto.db'), { readOnly: true })
  const lease = records.prepare("SELECT 1 FROM lease WHERE name = 'placing'")
  await until('places are looked for', () => lease.get() !== undefined)
  records.close()
}

async function states(product: Product, shortId: string): Promise<string[]> {
  const { data } = (await ask(product, `artifacts/${shortId}/comments?status=all`)) as {
    data: { anchorState: string }[]
  }
  return data.map(({ anchorState }) => anchorState)
}

async function orphaned(product: Product): Promise<number> {
  const { data } = (await ask(product, 'events')) as { data: { type: string }[] }
  return data.filter(({ type }) => type === 'thread.orphaned').length
}

for (const when of ['at once', 'in the middle'])
  test(`killed ${when} after a save, the next process gives threads their places and tells of each once`, async t => {
    const data = await mkdtemp(join(tmpdir(), 'recto-placing-'))
    t.after(() => removeData(data))
    const first = await startProduct({ data })
    t.after(() => first.kill())
    const shortId = await commented(first)
    await save(first, shortId, ['south', 'west'])
    if (when === 'in the middle') await begun(first)
    await first.kill()
    const next = await startProduct({ data, credentials: first })
    t.after(() => next.kill())
    await until('no thread waits for its place', async () => {
      const all = await states(next, shortId)
      return !all.some(state => state === 'placing' || state === 'changed')
    })
    assert.deepEqual(await states(next, shortId), ['orphaned', 'anchored', 'orphaned', 'anchored'])
    assert.equal(await orphaned(next), 2)
  })

test('told to stop while threads are given their places, the process ends in order', async t => {
  const product = await startProduct()
  t.after(() => product.kill())
  const shortId = await commented(product)
  await save(product, shortId, ['south'])
  await begun(product)
  assert.equal(await product.stop(), 0)
})
