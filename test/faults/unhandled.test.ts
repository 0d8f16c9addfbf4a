// A failure that no part of the server handles ends no process: it is logged with its stack and counted.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import { multipart } from '../support/http.ts'
import { startInstallation } from '../support/nodes.ts'
import { noProc } from '../support/processor-time.ts'
import { type Product, type ProductOptions, startProduct } from '../support/product.ts'
import { fromRoot, typescript } from '../support/project-root.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'

const execFileAsync = promisify(execFile)

/** Anonymous writes a minute that the limit lets pass. */
const LIMIT = 30

const stores: Record<string, (t: TestContext, options: ProductOptions) => Promise<Product | undefined>> = {
  SQLite: async (t, options) => {
    const product = await startProduct(options)
    t.after(() => product.stop('SIGKILL'))
    return product
  },
  PostgreSQL: async (t, options) => {
    const installation = await startInstallation(t)
    if (!isSkip(installation)) return installation.start(options)
    t.skip(installation.skip)
  },
}

for (const [name, start] of Object.entries(stores))
  test(`pages published at the front door beyond the limit are refused, and both server processes live on (${name})`, async t => {
    const product = await start(t, { env: { RECTO_WORKERS: '2', RECTO_RATE_LIMITS: 'on' } })
    if (!product) return
    const { headers, body } = multipart([
      { name: 'file', filename: 'page.html', type: 'text/html', value: '<p>Hello</p>' },
    ])
    const publish = async () => {
      const sent = { method: 'POST', headers: { ...headers, Origin: product.url }, body }
      const answer = await fetch(product.url, sent)
      return { status: answer.status, text: await answer.text() }
    }
    assert.equal((await publish()).status, 201)
    // Each process may count alone until it has heard of the other.
    for (let n = 0; n < 2 * LIMIT; n += 1) await publish()
    let last = await publish()
    await until('one more is refused', async () => {
      if (last.status === 201) last = await publish()
      return last.status !== 201
    })
    const { status, text } = last
    assert.equal(status, 429)
    assert.match(text, /Too many requests/)
    assert.doesNotMatch(product.said(), /ended/)
    assert.equal((await fetch(`${product.url}/readyz`)).status, 200)
  })

/** Told so by a signal, the process fails in a place that nobody watches. */
const failing: ProductOptions = {
  nodeArguments: [
    '--import',
    `data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new Error('nobody watches'))})`,
  ],
}

interface Line {
  msg: string
  err: { stack: string }
}

/** Waits for the failure as a line of the log, which alone says it. */
async function checkLogged(product: Product): Promise<void> {
  const line = () =>
    product
      .logged()
      .split('\n')
      .slice(0, -1)
      .find(each => each.includes('nobody handled'))
  await until('it is logged', () => line() !== undefined)
  const { err } = JSON.parse(line()!) as Line
  assert.match(err.stack, /^Error: nobody watches\n {4}at .*data:text\/javascript/)
  assert.doesNotMatch(product.said(), /nobody watches/)
}

const metricsAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('a failure that nobody handles is logged with its stack and counted, and the server goes on', async t => {
  const port = await freePort()
  const product = await startProduct({ ...failing, env: { RECTO_METRICS: `127.0.0.1:${port}` } })
  t.after(() => product.stop('SIGKILL'))
  product.process.kill('SIGUSR2')
  await checkLogged(product)
  assert.match(await metricsAt(port), /^recto_unhandled_rejections_total 1$/m)
  assert.equal((await fetch(`${product.url}/readyz`)).status, 200)
})

/** Fails in a place that nobody watches whenever a server is about to listen. */
const failingEarly = `
  import { Server } from 'node:net'
  const { listen } = Server.prototype
  Server.prototype.listen = function (...words) {
    Promise.reject(new Error('nobody watches'))
    return listen.apply(this, words)
  }
`

test('a failure that nobody handles while the server starts is logged and counted, and the server serves', async t => {
  const port = await freePort()
  const product = await startProduct({
    env: { RECTO_METRICS: `127.0.0.1:${port}` },
    nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(failingEarly)}`],
  })
  t.after(() => product.stop('SIGKILL'))
  await checkLogged(product)
  // Two servers listen: the metrics, then the product.
  assert.match(await metricsAt(port), /^recto_unhandled_rejections_total 2$/m)
})

/** Each thread of the process fails so. */
const withThreads = (body: string) => `
  import threads from 'node:worker_threads'
  import { syncBuiltinESMExports } from 'node:module'
  threads.Worker = class extends threads.Worker { constructor() { ${body} } }
  syncBuiltinESMExports()
`

for (const [how, body] of [
  ['cannot start', "throw new Error('no thread is left')"],
  ['fails', `super("throw new Error('no thread is left')", { eval: true })`],
] as const)
  test(`a server goes on where the thread that watches its event loop ${how}`, async t => {
    const product = await startProduct({
      nodeArguments: ['--import', `data:text/javascript,${encodeURIComponent(withThreads(body))}`],
    })
    t.after(() => product.stop('SIGKILL'))
    const said = () => product.said().includes('Nothing watches the event loop: no thread is left')
    await until('it is said', said)
    assert.equal((await fetch(`${product.url}/readyz`)).status, 200)
  })

test('a disk that failed to keep a write stops the server, also where nobody handles the failure', async t => {
  const product = await startProduct({
    nodeArguments: [
      '--import',
      `data:text/javascript,process.on('SIGUSR2',()=>import('file://${fromRoot('src/storage/durable-writes.ts')}').then(({DurabilityError})=>{throw new DurabilityError('lost')}))`,
    ],
    // The bundle exports no DurabilityError.
    program: [...typescript, 'src/surfaces/cli/recto.ts', 'serve'],
  })
  t.after(() => product.stop('SIGKILL'))
  product.process.kill('SIGUSR2')
  assert.equal(await product.ended, 70)
})

test('a server whose log has no room goes on, and stops when told', { skip: noProc }, async t => {
  const product = await startProduct({
    env: { LOG_LEVEL: 'info' },
    wrapper: ['sh', '-c', 'exec "$0" "$@" >/dev/full'],
  })
  t.after(() => product.stop('SIGKILL'))
  for (let n = 0; n < 50; n += 1) assert.equal((await fetch(`${product.url}/nothing-${n}`)).status, 404)
  assert.equal(await product.stop(), 0)
})

test('a primary logs and counts what nobody handled, and keeps its server processes', {
  skip: noProc,
}, async t => {
  const port = await freePort()
  const env = { RECTO_WORKERS: '2', RECTO_METRICS: `127.0.0.1:${port}` }
  const product = await startProduct({ ...failing, env })
  t.after(() => product.stop('SIGKILL'))
  const { pid } = product.process
  const children = () => readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const before = await children()
  product.process.kill('SIGUSR2')
  await checkLogged(product)
  assert.match(await metricsAt(port), /^recto_unhandled_rejections_total 1$/m)
  assert.equal(await children(), before)
  assert.equal((await fetch(`${product.url}/readyz`)).status, 200)
})

test('a primary whose words nobody reads, and one that may open no file, still replaces a process that ended', {
  skip: noProc,
}, async t => {
  const product = await startProduct({ env: { RECTO_WORKERS: '2' } })
  t.after(() => product.stop('SIGKILL'))
  const { pid, stderr } = product.process
  const children = async () =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)
  const replaced = async (killed: number, meanwhile: () => Promise<unknown>) => {
    process.kill(killed, 'SIGKILL')
    await meanwhile()
    await until('another takes its place', async () => {
      const now = await children()
      return now.length === 2 && !now.includes(killed)
    })
  }
  const limit = (files: string) => execFileAsync('prlimit', [`--pid=${pid}`, `--nofile=${files}`])
  await limit('3:')
  await replaced((await children())[0]!, async () => {
    await until('it could not start', () => /could not start/.test(product.said())).catch(cause => {
      throw new Error(`the primary said: ${product.said()}`, { cause })
    })
    await limit('1024:')
  })
  stderr!.destroy()
  await replaced((await children())[0]!, async () => undefined)
})
