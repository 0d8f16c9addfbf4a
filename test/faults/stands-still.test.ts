// Work that never ends: a process ends all the same, told to or not, and those beside it say so until it has.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endlessMailServer } from '../support/endless-mail-server.ts'
import { extendTimeout } from '../support/patience.ts'
import { type Product, startProduct } from '../support/product.ts'
import { blockable, skippable } from '../support/stuck.ts'
import { until, within } from '../support/until.ts'
import { isRunning, serverProcesses, startProcesses } from './server-processes.ts'

/** The product, from now on with a mail that never ends. */
async function sendingForEver(t: TestContext, nodeArguments: string[] = []) {
  const server = await endlessMailServer()
  t.after(() => server.close())
  const product = await startProduct({ env: { SMTP_URL: server.url }, nodeArguments })
  t.after(() => product.stop('SIGKILL'))
  const body = new URLSearchParams({ email: 'olga@example.com' })
  await fetch(`${product.url}/auth/code`, { method: 'POST', headers: { Origin: product.url }, body })
  await until('a mail is being sent', () => server.open > 0)
  return { product, server }
}

/** Asks `readyz` so often that each process answers that can; null for an answer that did not come in time. */
async function readiness({
  url,
}: Product): Promise<({ status: number; reasons: string[] | undefined } | null)[]> {
  const ask = async () => {
    const signal = AbortSignal.timeout(extendTimeout(2000))
    const answer = await fetch(`${url}/readyz`, { headers: { Connection: 'close' }, signal })
    const { reasons } = (await answer.json()) as { reasons?: string[] }
    return { status: answer.status, reasons }
  }
  await sleep(250)
  return Promise.all(Array.from({ length: 8 }, () => ask().catch(() => null)))
}

// Each waits half a minute for a process of its own.
describe('work that never ends', { concurrency: true }, () => {
  test('a process whose event loop stands still is ended from beside it', async t => {
    const product = await startProduct({ nodeArguments: blockable })
    t.after(() => product.stop('SIGKILL'))
    product.process.kill('SIGUSR2')
    assert.equal(await within('its end', product.ended), 'SIGKILL')
    assert.match(product.said(), /The event loop stood still for 30 seconds/)
  })

  test('a process told to stop ends in its time, though a mail server keeps it talking', async t => {
    const { product } = await sendingForEver(t)
    product.process.kill('SIGTERM')
    assert.equal(await within('its end', product.ended), 1)
    assert.match(product.said(), /Not everything could be finished in time/)
  })

  test('a job that should have ended long ago makes the process unready, by name, until it ends', async t => {
    const { product, server } = await sendingForEver(t, skippable)
    const readiness = async () => {
      await sleep(250)
      const answer = await fetch(`${product.url}/readyz`)
      return { http: answer.status, ...((await answer.json()) as { code?: string; detail?: string }) }
    }
    assert.equal((await readiness()).http, 200)
    product.process.kill('SIGUSR2')
    await until('it is unready', async () => (await readiness()).http === 503)
    const { code, detail } = await readiness()
    assert.equal(code, 'not_ready')
    assert.match(detail!, /still run: mail\./)
    server.close()
    await until('it is ready again', async () => (await readiness()).http === 200)
  })

  test('where one server process stands still, each other one says that the node is not ready, until it is replaced', async t => {
    const product = await startProcesses(t, { nodeArguments: blockable })
    const [first] = await serverProcesses(product)
    process.kill(first!, 'SIGUSR2')
    await until('it is said', async () => {
      const answers = (await readiness(product)).filter(answer => answer !== null)
      return answers.length > 0 && answers.every(({ reasons = [] }) => /stands still/.test(reasons.join()))
    })
    await until('all are ready', async () =>
      (await readiness(product)).every(answer => answer?.status === 200),
    )
    assert.ok(!(await isRunning(first!)))
  })

  test('where a job of one server process hangs, each process says so, until it ends', async t => {
    const server = await endlessMailServer()
    t.after(() => server.close())
    const product = await startProcesses(t, {
      env: { SMTP_URL: server.url },
      nodeArguments: skippable,
    })
    const body = new URLSearchParams({ email: 'olga@example.com' })
    await fetch(`${product.url}/auth/code`, { method: 'POST', headers: { Origin: product.url }, body })
    await until('a mail is being sent', () => server.open > 0)
    for (const pid of await serverProcesses(product)) process.kill(pid, 'SIGUSR2')
    await until('each says so', async () => {
      const answers = await readiness(product)
      const reasons = new Set(answers.map(answer => answer?.reasons?.join() ?? ''))
      return reasons.size === 2 && [...reasons].every(reason => /still run: mail\./.test(reason))
    })
    server.close()
    await until('all are ready', async () =>
      (await readiness(product)).every(answer => answer?.status === 200),
    )
  })
})
