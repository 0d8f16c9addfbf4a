// The library that speaks OAuth writes nothing past the log: a connection that its client broke is nothing to say, other failures go there.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { createAuthorizationServer } from '../../src/auth/oauth/authorization-server.ts'
import { answering } from '../support/answering.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

let service: Running
before(async () => {
  const started = await startService()
  if (isSkip(started)) throw new Error(started.skip)
  service = started
})
after(() => service.stop())

/** Answers what the log and standard error are told of one request for a token, which `spoil` spoils before the answer. */
async function told(t: TestContext, spoil: (request: IncomingMessage, response: ServerResponse) => void) {
  const failures: Error[] = []
  const printed = t.mock.method(console, 'error', () => undefined).mock
  const { answer } = createAuthorizationServer(service.context, {
    cimd: 'off',
    log: { warn: assert.fail },
    failed: error => failures.push(error),
  })
  const server = createServer(
    answering(async (request, response) => {
      spoil(request, response)
      const { headers, socket } = request
      const body = Buffer.from('grant_type=refresh_token')
      const parts = { method: 'POST', path: '/token', headers, body, socket, network: '::1' }
      await answer({ ...parts, refused: () => assert.fail('a program asks') }, response)
      server.emit('answered')
    }),
  ).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  t.after(() => client.destroy())
  client.write(
    'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n',
  )
  await once(server, 'answered')
  return { failures, printed: () => printed.callCount() }
}

test('a connection that its client broke while it was answered is neither printed nor logged', async t => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  let isBroken: Promise<unknown> | undefined
  const { failures, printed } = await told(t, ({ socket }, response) => {
    const end = response.end.bind(response)
    response.end = ((...words: []) => {
      isBroken = once(socket, 'close').catch(error => assert.equal(error, reset))
      socket.destroy(reset)
      return end(...words)
    }) as typeof response.end
  })
  assert.ok(isBroken, 'the answer was begun')
  await isBroken
  assert.deepEqual(failures, [])
  assert.equal(printed(), 0)
})

test('a failure of our own while a request is answered is logged once, not printed', async t => {
  const broken = new Error('the answer cannot be written')
  const { failures, printed } = await told(t, (_request, response) => {
    const end = response.end.bind(response)
    response.end = () => {
      response.end = end
      throw broken
    }
  })
  assert.deepEqual(failures, [broken])
  assert.equal(printed(), 0)
})
