// Texts that are slow to make are made once, however many ask for them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LimitReached } from '../../src/content/render/workers.ts'
import { KeptTexts } from '../../src/content/text/kept-texts.ts'

/** Something to make, and how often it was made. */
function counted(make: () => Promise<string>) {
  const count = { times: 0 }
  return {
    count,
    make: () => {
      count.times += 1
      return make()
    },
  }
}

test('what many ask for at once and again is made once', async () => {
  const texts = new KeptTexts()
  const { count, make } = counted(async () => 'text')
  assert.deepEqual(await Promise.all([texts.get('a', make), texts.get('a', make)]), ['text', 'text'])
  assert.equal(await texts.get('a', make), 'text')
  assert.equal(count.times, 1)
  assert.equal(await texts.get('b', async () => 'another'), 'another')
})

test('what reached a limit is not tried again for everybody who asks; another failure is', async () => {
  const texts = new KeptTexts()
  const slow = counted(() => Promise.reject(new LimitReached('time')))
  for (let time = 0; time < 3; time++) await assert.rejects(texts.get('slow', slow.make), LimitReached)
  assert.equal(slow.count.times, 1)
  const broken = counted(() => Promise.reject(new Error('no disk')))
  for (let time = 0; time < 3; time++) await assert.rejects(texts.get('broken', broken.make), /no disk/)
  assert.equal(broken.count.times, 3)
})

test('a text longer than there is room for is given and not kept', async () => {
  const texts = new KeptTexts()
  const { count, make } = counted(async () => 'x'.repeat(25_000_000))
  for (let time = 0; time < 2; time++) assert.equal((await texts.get('long', make)).length, 25_000_000)
  assert.equal(count.times, 2)
})

test('who waits for a text gets it, though others pushed it out meanwhile', async () => {
  const texts = new KeptTexts(3000)
  const slow = Promise.withResolvers<string>()
  const waiting = texts.get('slow', () => slow.promise)
  for (const name of ['a', 'b', 'c']) await texts.get(name, async () => 'x'.repeat(1500))
  slow.resolve('text')
  assert.equal(await waiting, 'text')
})
