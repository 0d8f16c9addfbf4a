// A command whose server does not answer says so after ten seconds, once, and goes on waiting.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { send } from '../../support/http.ts'
import { recto, withServer } from './world.ts'

const env = { RECTO_API_KEY: 'recto_u_any' }
const LATE = / has not answered for (\d+) seconds\. Ctrl\+C ends the wait\.\n/g

/** The seconds that each word names. */
const wordsIn = (stderr: string): number[] => [...stderr.matchAll(LATE)].map(([, seconds]) => Number(seconds))

const answerWith = (answer: ServerResponse, status: number, value: object): void =>
  void answer.writeHead(status, { 'X-Request-Id': '1' }).end(JSON.stringify(value))

const nothing = { code: 'not_found', status: 404, detail: 'Nothing is here.' }

/** Requests that are answered at once: those before the one that waits. */
const prompt: Readonly<Record<string, object>> = {
  '/v1/me': { credential: 'user', person: null, organization: null },
  '/v1/events?wait=0&limit=100': { data: [], nextCursor: 'first' },
}

interface Run {
  words: string[]
  /** Seconds that pass one after the other before the answer. */
  seconds: number[]
  terminal?: true
}

/** Runs a command whose request waits, passes some seconds, and answers. */
async function saidAfter(t: TestContext, { words, seconds, terminal }: Run): Promise<string> {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked = Promise.withResolvers<ServerResponse>()
  const listener = (incoming: IncomingMessage, answer: ServerResponse) => {
    incoming.resume()
    const value = prompt[incoming.url!]
    if (value) answerWith(answer, 200, value)
    else asked.resolve(answer)
  }
  const { stderr } = await withServer(listener, async url => {
    const ending = recto([...words, '--url', url], { env, ...(terminal && { terminal }) })
    const answer = await asked.promise
    for (const each of seconds) t.mock.timers.tick(each * 1000)
    answerWith(answer, 404, nothing)
    return ending
  })
  t.mock.timers.reset()
  return stderr
}

test('the word comes after ten seconds and once, in a pipe and on a terminal', async t => {
  const words = ['list']
  assert.deepEqual(wordsIn(await saidAfter(t, { words, seconds: [9] })), [])
  assert.deepEqual(wordsIn(await saidAfter(t, { words, seconds: [9, 2, 60] })), [10])
  const shown = await saidAfter(t, { words, seconds: [11], terminal: true })
  assert.match(shown, /^\rhttp:\/\/127\.0\.0\.1:\d+ has not answered/)
  assert.deepEqual(wordsIn(shown), [10])
})

test('every way to ask waits alike: for a file, for a path of the API, for a sign-in', async t => {
  for (const words of [
    ['get', '123456789A', '-o', 'never.md'],
    ['api', 'artifacts'],
    ['login', '--device'],
  ])
    assert.deepEqual(wordsIn(await saidAfter(t, { words, seconds: [11] })), [10], words.join(' '))
})

test('a request that the server was asked to hold is late ten seconds after that', async t => {
  for (const [words, held] of [
    [['events'], 50],
    [['api', 'events?wait=30'], 30],
  ] as const) {
    assert.deepEqual(wordsIn(await saidAfter(t, { words: [...words], seconds: [held + 9] })), [])
    assert.deepEqual(wordsIn(await saidAfter(t, { words: [...words], seconds: [held + 11] })), [held + 10])
  }
})

test('an answer that has begun is none to wait for, however slowly it comes', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked = Promise.withResolvers<ServerResponse>()
  const { stderr } = await withServer(
    ({ url }, answer) => (url === '/' ? answer.end() : asked.resolve(answer)),
    async url => {
      const ending = recto(['list', '--url', url], { env })
      const answer = await asked.promise
      answer.writeHead(200, { 'X-Request-Id': '1' }).write('{"data": [],')
      // One process reads both: after this answer it has heard the beginning of the other.
      await send(`${url}/`)
      t.mock.timers.tick(60_000)
      answer.end('"nextCursor": null}')
      return ending
    },
  )
  assert.equal(stderr, '')
})

test('what is sent begins the wait anew, and brings no second word', async t => {
  for (const { before, after, said } of [
    { before: 0.9, after: 9.5, said: [] },
    { before: 10.5, after: 60, said: [10] },
  ]) {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const asked = once(server, 'checkContinue')
    const stdin = `# Large\n\n${'words '.repeat(20_000)}`
    const ending = recto(['publish', '-', '--url', url], { env, stdin })
    const [incoming, answer] = (await asked) as [IncomingMessage, ServerResponse]
    t.mock.timers.tick(before * 1000)
    // With this word of the server the file is sent.
    answer.writeContinue()
    await once(incoming.resume(), 'end')
    t.mock.timers.tick(after * 1000)
    answerWith(answer, 404, nothing)
    assert.deepEqual(wordsIn((await ending).stderr), said)
    server.close()
    t.mock.timers.reset()
  }
})
