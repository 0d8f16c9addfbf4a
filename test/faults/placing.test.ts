// The process dies while threads on elements of a large file are given their places.
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Product, removeData, startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'

const pictures = ['north', 'south', 'east', 'west']
const filler = '<p>Some of the many words of a report, in <b>plain terms</b>, for all who ask.</p>\n'.repeat(
  40_000,
)

/** A page of 2 MB with these pictures. */
const page = (names: string[]) =>
  `<!doctype html><title>T</title><body>${filler}${names.map(name => `<img src="${name}.png" alt="Sales of the ${name}">`).join('\n')}`

async function ask(product: Product, path: string, init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${product.key}`, ...init.headers }
  const answer = await fetch(`${product.url}/v1/${path}`, { ...init, headers })
  assert.ok(answer.ok, `${path}: ${answer.status}`)
  return answer.json()
}

function fileOf(names: string[]): FormData {
  const form = new FormData()
  form.set('file', new File([page(names)], 'page.html'))
  form.set('visibility', 'company')
  return form
}

/** Publishes four pictures with a thread on each. */
async function commented(product: Product): Promise<string> {
  const { shortId } = (await ask(product, 'artifacts', { method: 'POST', body: fileOf(pictures) })) as {
    shortId: string
  }
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

async function save(product: Product, shortId: string, names: string[]): Promise<void> {
  const form = fileOf(names)
  form.delete('visibility')
  await ask(product, `artifacts/${shortId}`, { method: 'PUT', headers: { 'If-Match': '"v1"' }, body: form })
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

for (const [when, delay] of [
  ['at once', 0],
  ['in the middle', 1300],
] as const)
  test(`killed ${when} after a save, the next process gives threads their places and tells of each once`, async t => {
    const data = await mkdtemp(join(tmpdir(), 'recto-placing-'))
    t.after(() => removeData(data))
    const first = await startProduct({ data })
    t.after(() => first.kill())
    const shortId = await commented(first)
    await save(first, shortId, ['south', 'west'])
    await new Promise(resolve => setTimeout(resolve, delay))
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
  await new Promise(resolve => setTimeout(resolve, 1300))
  assert.equal(await product.stop(), 0)
})
