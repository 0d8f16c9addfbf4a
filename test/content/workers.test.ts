// Workers: limits, what comes after a loss, and files on their way.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FileSource } from '../../src/content/render/file-source.ts'
import { LimitReached } from '../../src/content/render/workers.ts'
import { Problem } from '../../src/domain/problem.ts'
import { openTurn } from '../support/turn.ts'

const { workers, turn } = openTurn({ memory: 64, idle: 1000 })
after(() => workers.close())

const fine = () => turn.run('readable', ['# Fine', 'markdown', 'outline'], 20_000)
const endless = ['*a **b '.repeat(400_000), 'markdown', 'text'] as const

test('what takes too long or too much memory fails alone: what waits behind it is done by a new process', async () => {
  const slow = turn.run('readable', [...endless], 20)
  const waiting = [fine(), fine()]
  await assert.rejects(slow, (error: unknown) => error instanceof LimitReached && error.limit === 'time')
  assert.deepEqual(await Promise.all(waiting), ['Fine', 'Fine'])
  const large = turn.run('readable', ['- [a](b) *c*\n'.repeat(600_000), 'markdown', 'text'], 60_000)
  const behind = fine()
  await assert.rejects(large, (error: unknown) => error instanceof LimitReached && error.limit === 'memory')
  assert.equal(await behind, 'Fine')
})

test('an error in a task fails that task only', async () => {
  await assert.rejects(
    turn.run('unified', [null as unknown as string, 'b', { from: 'a', to: 'b' }], 5000),
    /TypeError/,
  )
  assert.equal(await fine(), 'Fine')
})

test('closing fails what runs, what waits and what comes later', async () => {
  const own = openTurn({ memory: 64, idle: 1000 })
  const work = [
    own.turn.run('readable', [...endless], 5000),
    own.turn.run('readable', ['x', 'html', 'text'], 5000),
  ]
  own.workers.close()
  work.push(own.turn.run('readable', ['x', 'html', 'text'], 5000))
  for (const one of await Promise.allSettled(work))
    assert.ok(
      one.status === 'rejected' && one.reason instanceof LimitReached && one.reason.limit === 'closed',
    )
})

/** A file of so many chunks of 64 KB that counts what is taken of it. */
function counted(chunks: number, chunk: Buffer, failing = Number.POSITIVE_INFINITY) {
  const seen = { taken: 0, closed: 0 }
  async function* bytes() {
    try {
      for (; seen.taken < chunks; seen.taken++) {
        if (seen.taken === failing) throw new Problem('content_damaged', 'It was changed.')
        yield chunk
      }
    } finally {
      seen.closed++
    }
  }
  return { seen, file: new FileSource(chunks * chunk.length, async () => bytes()) }
}

test('a file is read as the task asks for it, no further than needed, and closed', async () => {
  const words = counted(800, Buffer.alloc(65_536, 'words and '))
  const { title, text } = await turn.run('describe', [words.file, { format: 'html', folded: false }], 20_000)
  assert.deepEqual([title, text.body.length], [null, 524_288])
  assert.ok(words.seen.taken < 20, `${words.seen.taken} chunks`)
  await setImmediate()
  assert.equal(words.seen.closed, 1)
})

test('a file stands for a text wherever a task takes one, in any cutting, byte order mark and all', async () => {
  const source = '\ufeff# Größe 😀\n'.repeat(30_000)
  const bytes = Buffer.from(source)
  for (const size of [1 + (bytes.length >> 4), 65_537, bytes.length]) {
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const file = new FileSource(bytes.length, async () => pieces())
    const texts = [file, FileSource.of(source)] as const
    assert.equal(String(await turn.run('unified', [...texts, { from: 'a', to: 'b' }], 20_000)), '""')
  }
})

test('a file that cannot be read fails its task with the reason, at its beginning or in the middle', async () => {
  for (const failing of [0, 7]) {
    const { seen, file } = counted(20, Buffer.alloc(65_536, 'x'), failing)
    const work = turn.run('unified', [file, 'y', { from: 'a', to: 'b' }], 20_000)
    await assert.rejects(
      work,
      (error: unknown) => error instanceof Problem && error.code === 'content_damaged',
    )
    await setImmediate()
    assert.equal(seen.closed, 1)
  }
  const short = new FileSource(100, async () => Buffer.from('less'))
  await assert.rejects(turn.run('unified', [short, 'y', { from: 'a', to: 'b' }], 20_000), /shorter/)
  assert.equal(await fine(), 'Fine')
})

test('the file of a task that is ended is closed', async () => {
  const own = openTurn({ memory: 64, idle: 1000 })
  const { seen, file } = counted(100_000, Buffer.from('*a **b '.repeat(9000)))
  const work = own.turn.run('readable', [file, 'markdown', 'text'], 60_000)
  while (seen.taken < 10) await new Promise(resolve => setTimeout(resolve, 5))
  own.workers.close()
  await assert.rejects(work, LimitReached)
  await setImmediate()
  assert.equal(seen.closed, 1)
})
