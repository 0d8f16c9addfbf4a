// Several server processes over one port and one data folder (RECTO_WORKERS): together they serve as one does, also while one is killed.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import { noProc } from '../support/processor-time.ts'
import { type Product, startProduct } from '../support/product.ts'
import { until, within } from '../support/until.ts'
import { findings, Ledger } from './ledger.ts'
import { exceedLimit } from './request-limit.ts'
import { isRunning, serverProcesses, startProcesses } from './server-processes.ts'
import { startWriters, uniquePage, write } from './writers.ts'

const execFileAsync = promisify(execFile)

interface Line {
  pid: number
  msg: string
  route: string
}

/** The lines of the log; throws where one is not whole. */
const linesOf = (product: Product): Line[] =>
  product
    .logged()
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))

/** Requests in the log by the process that answered them. */
function requestsOf(product: Product): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { pid, msg } of linesOf(product))
    if (msg === 'request') counts.set(pid, (counts.get(pid) ?? 0) + 1)
  return counts
}

/** Server processes that several tests share, as each leaves them to the next; a test that ends them is the last. */
function shared(env: Record<string, string>): () => Promise<Product> {
  let started: Promise<Product> | undefined
  after(async () => (await started)?.stop('SIGKILL'))
  return () => (started ??= startProduct({ env: { RECTO_WORKERS: '2', LOG_LEVEL: 'info', ...env } }))
}

const metricsPort = await freePort()
const common = shared({ RECTO_METRICS: `127.0.0.1:${metricsPort}`, RECTO_DRAIN: '600' })
const limited = shared({ RECTO_RATE_LIMITS: 'on', LOG_LEVEL: 'error' })

/** All that was written to the common ones. */
const ledger = new Ledger()

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

test('two server processes share the port, their log has whole lines, and their metrics are sums', async () => {
  const product = await common()
  const writers = startWriters([product], ledger, 16)
  await until('60 writes', () => ledger.size > 60)
  await writers.stop()
  await ledger.check(product)
  const asked = await fetch(`${product.url}/healthz`)
  assert.equal(asked.status, 200)
  // A process that starts late finds the writers' connections taken: only a new one comes to it.
  const once = new Agent({ keepAlive: false })
  await until('both have logged', async () => {
    const counts = [...requestsOf(product).values()]
    if (counts.length === 2 && counts.every(count => count > 20)) return true
    await isAnswered(product, once)
    return false
  })
  assert.deepEqual([...requestsOf(product).keys()].sort(), (await serverProcesses(product)).sort())

  const counted = (text: string): number => {
    const counts = [...text.matchAll(/^recto_request_seconds_count\{.*\} (\d+)$/gm)]
    return counts.reduce((sum, [, count]) => sum + Number(count), 0)
  }
  await until('every request is counted', async () => {
    const logged = [...requestsOf(product).values()].reduce((sum, count) => sum + count, 0)
    return counted(await metrics()) === logged
  })
  const text = await metrics()
  assert.match(text, /^recto_server_processes 2$/m)
  assert.match(text, /^recto_stores_up 1$/m)
  assert.match(text, /^recto_job_stuck\{job="mail"\} 0$/m)
})

test('a killed server process is replaced, and nothing acknowledged is lost', async () => {
  const product = await common()
  const before = ledger.size
  const writers = startWriters([product], ledger, 16)
  await until('20 writes', () => ledger.size > before + 20)
  const [killed, other] = (await serverProcesses(product)) as [number, number]
  process.kill(killed, 'SIGKILL')
  writers.rest(200)
  await until('another takes its place', async () => {
    const now = await serverProcesses(product)
    return now.length === 2 && !now.includes(killed) && now.includes(other)
  })
  await until('both serve', async () => (await metrics()).includes('recto_server_processes 2\n'))
  await writers.stop()
  const { 0: lost = 0, 200: _updated, 201: _published, 412: _conflicts, ...others } = writers.statuses
  assert.deepEqual(others, {})
  assert.ok(lost <= 16, `${lost} writers lost their connection`)
  await ledger.check(product)
  assert.deepEqual(await findings(product.data), [])
  assert.match(product.said(), new RegExp(`Server process ${killed} ended \\(SIGKILL\\)`))
  // The link was spent before; a process that takes another's place makes no new one.
  assert.equal(product.said().match(/once: /g)!.length, 1)
})

/** Tells whether the server answers, without an agent over a connection of its own. */
const isAnswered = ({ url }: Product, agent: Agent | false = false): Promise<boolean> =>
  within(
    'an end of the request',
    new Promise(resolve => {
      const request = get(`${url}/healthz`, { agent }, answer =>
        answer.resume().once('end', () => resolve(true)),
      )
      request.once('error', () => resolve(false))
    }),
  )

test('while one server process takes nothing, another answers every connection', async () => {
  const product = await common()
  const [stopped] = (await serverProcesses(product)) as [number]
  process.kill(stopped, 'SIGSTOP')
  try {
    for (let connection = 1; connection <= 20; connection += 1) assert.ok(await isAnswered(product))
  } finally {
    process.kill(stopped, 'SIGCONT')
  }
})

test('server processes that may open no more files serve again as soon as they may', {
  skip: noProc,
}, async t => {
  const product = await common()
  const processes = await serverProcesses(product)
  const limit = (files: number) =>
    Promise.all(processes.map(pid => execFileAsync('prlimit', [`--pid=${pid}`, `--nofile=${files}:`])))
  const agent = new Agent({ keepAlive: true })
  t.after(async () => {
    agent.destroy()
    await limit(1024)
  })
  const many = () => Promise.all(Array.from({ length: 150 }, () => isAnswered(product, agent)))
  await limit(64)
  assert.ok((await many()).includes(false), 'some find no room')
  await limit(1024)
  assert.ok((await many()).every(Boolean), 'all are answered')
})

test('what keeps the first server process from starting is said once, and ends the primary', async t => {
  const product = await common()
  await assert.rejects(
    startProcesses(t, { env: { PORT: `${product.port}` } }),
    ({ message }: Error) =>
      message.split('listens on').length === 2 && message.includes('Set PORT to a free one'),
  )
})

test('told to stop, all server processes drain, finish what they began and end with 0', async t => {
  const product = await common()
  const processes = await serverProcesses(product)
  product.process.kill('SIGTERM')
  const notReady = async () => (await fetch(`${product.url}/readyz`)).status === 503
  await until('none is ready', async () =>
    (await Promise.all(Array.from({ length: 8 }, notReady))).every(Boolean),
  )
  assert.equal((await write(product, ledger, uniquePage(500))).status, 201)
  const writers = startWriters([product], ledger, 4)
  await sleep(300)
  product.process.kill('SIGTERM')
  assert.equal(await within('its end', product.ended), 0)
  await writers.stop()
  for (const pid of processes) assert.ok(!(await isRunning(pid)), `${pid} has ended`)
  const strange = Object.keys(writers.statuses).filter(status => !/^(0|200|201|412|503)$/.test(status))
  assert.deepEqual(strange, [])
  const again = await startProduct({ data: product.data, credentials: product })
  t.after(() => again.stop())
  await ledger.check(again)
})

/** Waits until each server process has said that it runs after both had: it knows of the other then. */
async function untilBothMet({ data }: Product): Promise<void> {
  const records = new DatabaseSync(join(data, 'recto.db'), { readOnly: true })
  const said = records.prepare(
    'select count(*) as count, min(seen_at) as first, max(seen_at) as last from node',
  )
  const read = () => said.get() as { count: number; first: number; last: number }
  await until('both run', () => read().count === 2)
  const { last } = read()
  await until('both know of each other', () => read().first > last)
  records.close()
}

test('limits hold over all server processes together', async () => {
  const product = await limited()
  await untilBothMet(product)
  const headers = { Authorization: `Bearer ${product.key}`, Connection: 'close' }
  // A third more than they let pass: each by itself would let all of them.
  await exceedLimit(28, () => fetch(`${product.url}/v1/me`, { headers }))
})

test('when the primary is killed no server process is left', async () => {
  const product = await limited()
  const processes = await serverProcesses(product)
  assert.equal(processes.length, 2)
  await product.kill()
  for (const pid of processes) await until(`${pid} has ended`, async () => !(await isRunning(pid)))
})
