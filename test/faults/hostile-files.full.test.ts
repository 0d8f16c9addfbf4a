// Hostile files from outside: the work they make is done in worker processes, and next to none of it in the main process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostilePages } from '../../bench/support/hostile.ts'
import { formOf, withKey } from '../../bench/support/tenants.ts'
import { noProc, type Spent, spentBy } from '../support/processor-time.ts'
import { type Product, startProduct } from '../support/product.ts'

const SIZE = 2_000_000

const files = 20

/** The text again and again, up to the size. */
const fill = (text: string): string => text.repeat(Math.ceil(SIZE / text.length)).slice(0, SIZE)

async function measure({ process: { pid } }: Product, work: () => Promise<unknown>): Promise<Spent> {
  const before = await spentBy(pid!)
  await work()
  const after = await spentBy(pid!)
  return { main: after.main - before.main, children: after.children - before.children }
}

async function publish(product: Product, text: string): Promise<string> {
  const body = formOf(text, { visibility: 'public' })
  const answer = await withKey(product.url, product.key)('/v1/artifacts', { method: 'POST', body })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { shortId: string }).shortId
}

const publishAtOnce = (product: Product, text: (n: number) => string): Promise<string[]> =>
  Promise.all(Array.from({ length: files }, (_, n) => publish(product, fill(text(n)))))

async function view({ url }: Product, shortId: string): Promise<void> {
  const answer = await fetch(`${url}/${shortId}/content?as=page`)
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
}

test(`${files} hostile files at once cost the main process no more than harmless ones`, {
  skip: noProc,
}, async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const cost = async (text: (n: number) => string) =>
    (await measure(product, () => publishAtOnce(product, text))).main
  const plain = (n: number) => `Words of page ${n} with *marks* and [a link](https://a.b).\n\n`
  await cost(plain)
  const harmless = Math.max(await cost(plain), await cost(plain))
  for (const kind of ['headings of 16,000 spaces', 'nested lists']) {
    const hostile = await cost(hostilePages[kind]!)
    t.diagnostic(`${kind}: ${hostile} beside ${harmless}`)
    assert.ok(hostile <= 2.5 * harmless, `${kind}: ${hostile} beside ${harmless} hundredths of a second`)
  }
})

test('a page that is expensive to render costs the workers ten times what it costs the main process', {
  skip: noProc,
}, async t => {
  const product = await startProduct()
  t.after(() => product.stop('SIGKILL'))
  const expensive = (n: number) => `# ${n}\n\n${'*a **b '.repeat(200_000)}`
  // The main process has a cost once, on the first pages of this size; the measured pages must not include it.
  for (let n = 0; n < 4; n += 1) await view(product, await publish(product, fill(`Words of page ${n}.\n\n`)))
  const pages: string[] = []
  for (let n = 0; n < 6; n += 1) pages.push(await publish(product, expensive(n)))
  const { main, children } = await measure(product, async () => {
    for (const page of pages) await view(product, page)
  })
  t.diagnostic(`${children} beside ${main}`)
  assert.ok(children >= 10 * main, `workers ${children}, main process ${main} hundredths of a second`)
})
