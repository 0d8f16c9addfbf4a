// Request limits: so many reads and writes a minute for a credential, fewer for those without one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProblem, jsonBody, openStage, type Stage } from './stage.ts'

const MINUTE = 60_000

const limited = (): Promise<Stage> => openStage({ RECTO_RATE_LIMITS: 'on' })

async function many(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const answers: number[] = []
  for (let n = 0; n < count; n += 40)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(40, count - n) }, send))).map(each => each.status),
    )
  return answers
}

test('a credential has 600 reads and 120 writes a minute, and is told when it may go on', async () => {
  const stage = await limited()
  const read = () => stage.send('GET', '/v1/me')
  const write = () => stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 1 }))
  assert.ok((await many(600, read)).every(status => status === 200))
  assert.ok((await many(120, write)).every(status => status === 201))
  for (const [send, limit] of [
    [read, 600],
    [write, 120],
  ] as const) {
    const refused = await send()
    isProblem(refused, 429, 'rate_limited')
    const wait = Number(refused.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 60)
    assert.equal(refused.headers.ratelimit, `"default";r=0;t=${wait}`)
    assert.equal(refused.headers['ratelimit-policy'], `"default";q=${limit};w=60`)
  }
  const member = await stage.company.join('member')
  assert.equal((await stage.send('GET', '/v1/me', { as: member })).status, 200)
  stage.service.advance(MINUTE)
  assert.deepEqual([(await read()).status, (await write()).status], [200, 201])
})

test('without a credential there are fewer', async () => {
  const stage = await limited()
  const id = await stage.publish({ visibility: 'public' })
  const anonymous = () => stage.send('GET', `/v1/artifacts/${id}/content`, { as: 'nobody' })
  const answers = await many(300, anonymous)
  assert.equal(answers.filter(status => status === 200).length, 240)
  assert.equal(answers.filter(status => status === 429).length, 60)
  assert.equal((await stage.send('GET', `/v1/artifacts/${id}/content`)).status, 200)
})

test('the minute slides: each request makes room when its own minute is over', async () => {
  const stage = await limited()
  const write = () => stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 1 }))
  const passedOf = async (count: number) => (await many(count, write)).filter(status => status === 201).length
  assert.equal(await passedOf(20), 20)
  stage.service.advance(30_000)
  assert.equal(await passedOf(110), 100)
  const { headers } = await write()
  assert.ok(Number(headers['retry-after']) <= 30)
  stage.service.advance(30_000)
  assert.equal(await passedOf(30), 20)
  stage.service.advance(30_000)
  assert.equal(await passedOf(130), 100)
})

test('a clock that was set back begins a new minute', async () => {
  const stage = await limited()
  const write = () => stage.send('POST', '/v1/uploads', jsonBody({ sizeBytes: 1 }))
  await many(120, write)
  isProblem(await write(), 429, 'rate_limited')
  stage.service.advance(-24 * 60 * MINUTE)
  assert.equal((await write()).status, 201)
  stage.service.advance(24 * 60 * MINUTE)
})
