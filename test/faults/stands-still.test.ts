// Work that never ends: the process ends all the same, told to or not.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../support/product.ts'
import { until } from '../support/until.ts'

/** Node itself: a signal after which the event loop does nothing else. */
const blockable = `data:text/javascript,process.on('SIGUSR2',()=>{for(;;);})`

test('a process whose event loop stands still is ended from beside it', async t => {
  const product = await startProduct({ nodeArguments: ['--import', blockable] })
  t.after(() => product.stop('SIGKILL'))
  product.process.kill('SIGUSR2')
  assert.equal(await within(product.ended), 'SIGKILL')
  assert.match(product.said(), /The event loop stood still for 30 seconds/)
})

/** How it ended; a busy machine may double its time. */
const within = (ended: Promise<number | string>) => Promise.race([ended, pause(60_000, 'still there')])

/** A mail server that greets, and then says a little for ever, so that no silence ends the talk. */
async function chatter(): Promise<{ port: number; met: () => boolean; close: () => void }> {
  let met = false
  const server = createServer(socket => {
    socket.on('error', () => undefined).write('220 here\r\n')
    socket.once('data', () => {
      met = true
      const talking = setInterval(() => socket.write('250-and\r\n'), 1000)
      socket.once('close', () => clearInterval(talking))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, met: () => met, close: () => server.close() }
}

test('a process told to stop ends in its time, though a mail server keeps it talking', async t => {
  const server = await chatter()
  t.after(() => server.close())
  const product = await startProduct({ env: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } })
  t.after(() => product.stop('SIGKILL'))
  const body = new URLSearchParams({ email: 'olga@example.com' })
  await fetch(`${product.url}/auth/code`, { method: 'POST', headers: { Origin: product.url }, body })
  await until('a mail is being sent', server.met)
  product.process.kill('SIGTERM')
  assert.equal(await within(product.ended), 1)
  assert.match(product.said(), /Not everything could be finished in time/)
})
