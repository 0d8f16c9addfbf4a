// A command whose server does not answer says so after ten seconds, once, and goes on waiting.
import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { recto, withServer } from './world.ts'

const env = { RECTO_API_KEY: 'recto_u_any' }
const LATE = / has not answered for 10 seconds\. Ctrl\+C ends the wait\.\n/g

const answerWith = (answer: ServerResponse, status: number, value: object): void =>
  void answer.writeHead(status, { 'X-Request-Id': '1' }).end(JSON.stringify(value))

/** Requests that are answered at once: those before the one that waits. */
const prompt: Readonly<Record<string, object>> = {
  '/v1/me': { credential: 'user', person: null, organization: null },
  '/v1/events?wait=0&limit=100': { data: [], nextCursor: 'first' },
}

/** Runs a command whose request waits, passes some seconds, and answers. */
async function saidAfter(
  t: TestContext,
  { words, seconds, terminal }: { words: string[]; seconds: number[]; terminal?: boolean },
): Promise<string> {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked = Promise.withResolvers<ServerResponse>()
  const listener: RequestListener = (incoming, answer) => {
    incoming.resume()
    const value = prompt[incoming.url!]
    if (value) answerWith(answer, 200, value)
    else asked.resolve(answer)
  }
  const { stderr } = await withServer(listener, async url => {
    const ending = recto([...words, '--url', url], { env, ...(terminal && { terminal }) })
    const answer = await asked.promise
    for (const each of seconds) t.mock.timers.tick(each * 1000)
    answerWith(answer, 404, { code: 'not_found', status: 404, detail: 'Nothing is here.' })
    return ending
  })
  t.mock.timers.reset()
  return stderr
}

const timesLate = (stderr: string): number => stderr.match(LATE)?.length ?? 0

test('the word comes after ten seconds and once, in a pipe and on a terminal', async t => {
  const words = ['list']
  assert.equal(timesLate(await saidAfter(t, { words, seconds: [9] })), 0)
  assert.equal(timesLate(await saidAfter(t, { words, seconds: [9, 2, 60] })), 1)
  const shown = await saidAfter(t, { words, seconds: [11], terminal: true })
  assert.equal(timesLate(shown), 1)
  assert.match(shown, /^\rhttp:\/\/127\.0\.0\.1:\d+ has not answered/)
})

test('a file that is saved with get -o waits for its first byte alike', async t => {
  const words = ['get', '123456789A', '-o', 'never.md']
  assert.equal(timesLate(await saidAfter(t, { words, seconds: [11] })), 1)
})

test('a request that the server was asked to hold for 50 seconds is late after 60', async t => {
  const words = ['events']
  assert.equal(timesLate(await saidAfter(t, { words, seconds: [59] })), 0)
  assert.equal(timesLate(await saidAfter(t, { words, seconds: [61] })), 1)
})
