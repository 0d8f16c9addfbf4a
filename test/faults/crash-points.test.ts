// The process dies, or the disk fails, at one system call after the other of a publish and an update.
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { atLength } from '../support/at-length.ts'
import { extendTimeout } from '../support/patience.ts'
import { type Product, removeData, startProduct } from '../support/product.ts'
import { isSkip } from '../support/skip.ts'
import { findings, Ledger } from './ledger.ts'
import { inject } from './strace.ts'
import { uniquePage, write } from './writers.ts'

interface Scene {
  data: string
  ledger: Ledger
  /** Starts the product on the data so far. */
  start(): Promise<Product>
}

async function scene(t: TestContext): Promise<Scene> {
  const data = await mkdtemp(join(tmpdir(), 'recto-crash-'))
  const ledger = new Ledger()
  let credentials: { cookie: string; key: string } | undefined
  t.after(() => removeData(data))
  return {
    data,
    ledger,
    async start() {
      // One worker thread and no compile cache: system calls then come in one order, which `when` counts.
      const env = { UV_THREADPOOL_SIZE: '1' }
      const product = await startProduct({ data, env, ...(credentials && { credentials }) })
      credentials = { cookie: product.cookie, key: product.key }
      t.after(() => product.kill())
      return product
    },
  }
}

/** Publishes one page and updates it; answers the statuses, 0 where no answer came. */
async function publishAndUpdate(product: Product, ledger: Ledger): Promise<number[]> {
  try {
    const { status, shortId } = await write(product, ledger, uniquePage(20_000))
    if (status !== 201) return [status]
    const update = { shortId: shortId!, base: 1 }
    return [status, (await write(product, ledger, uniquePage(20_000), update)).status]
  } catch {
    return [0]
  }
}

/** Tells whether the process still lives; one that is about to die may be asked first and then waited for. */
const answers = ({ url }: Product): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(extendTimeout(30_000)) }).then(
    answer => answer.ok,
    () => false,
  )

// The everyday run tries every second or fifth call: the steps are such that both the publish and the update are hit.
for (const [call, step] of [
  ['fsync,fdatasync', atLength(2, 1)],
  ['rename', 1],
  ['write,writev,pwrite64,pwritev', atLength(5, 1)],
] as const) {
  test(`killed at each ${call} of a publish and an update, nothing is lost and nothing is half there`, async t => {
    const { data, ledger, start } = await scene(t)
    let product = await start()
    let killed = 0
    for (let nth = 1; nth <= 12; nth += step) {
      const injection = await inject(product, `${call}:signal=KILL:when=${nth}`)
      if (isSkip(injection)) return t.skip(injection.skip)
      await publishAndUpdate(product, ledger)
      if (!(await answers(product))) await product.ended
      await injection.end()
      // Something in the background may have met its end after the answer.
      if (await answers(product)) break
      await product.ended
      killed += 1
      product = await start()
      await ledger.check(product, { contents: false })
    }
    t.diagnostic(`killed ${killed} times`)
    assert.ok(killed >= 2)
    await ledger.check(product)
    assert.deepEqual(await findings(data), [])
  })
}

test('a failed fsync is never acknowledged: the process stops, and a restart is clean', async t => {
  const { data, ledger, start } = await scene(t)
  let product = await start()
  let failed = 0
  for (let nth = 1; nth <= 8; nth += atLength(2, 1)) {
    const injection = await inject(product, `fsync,fdatasync:error=EIO:when=${nth}`)
    if (isSkip(injection)) return t.skip(injection.skip)
    const before = ledger.size
    const statuses = await publishAndUpdate(product, ledger)
    const isDone = statuses.join() === '201,200' && (await answers(product))
    const code = isDone ? null : await product.ended
    await injection.end()
    if (isDone) break
    failed += 1
    assert.equal(code, 70)
    assert.ok(ledger.size - before < 2 && !statuses.slice(-1).some(status => status >= 200 && status < 300))
    product = await start()
    await ledger.check(product, { contents: false })
  }
  t.diagnostic(`failed ${failed} times`)
  assert.ok(failed >= 2)
  await ledger.check(product)
  assert.deepEqual(await findings(data), [])
})

test('a COMMIT whose fsync failed may have happened: whichever way a restart finds it, its file is there', async t => {
  const { data, ledger, start } = await scene(t)
  const product = await start()
  const { shortId } = await write(product, ledger, uniquePage(20_000))
  const injection = await inject(product, 'fsync,fdatasync:error=EIO:when=1', 'main')
  if (isSkip(injection)) return t.skip(injection.skip)
  const update = { shortId: shortId!, base: 1 }
  const { status } = await write(product, ledger, uniquePage(20_000), update).catch(() => ({ status: 0 }))
  assert.equal(await product.ended, 70)
  await injection.end()
  assert.ok(status === 0 || status >= 500, `answered ${status}`)
  const again = await start()
  await ledger.check(again)
  assert.deepEqual(await findings(data), [])
})
