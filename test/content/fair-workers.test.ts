// The pool between tenants: what one of them asks for keeps no other waiting, seen by the order in which work ends.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, test } from 'node:test'
import {
  createWorkers,
  LimitReached,
  type Turn,
  type WorkerOptions,
  type Workers,
} from '../../src/content/render/workers.ts'

const opened: Workers[] = []
afterEach(() => {
  for (const workers of opened.splice(0)) workers.close()
})

/** A pool with one process in each lane; a turn of it for each tenant. */
function pool(options: Partial<WorkerOptions> = {}): (tenant: string) => Turn {
  const workers = createWorkers({ sizes: { quick: 1, small: 1, long: 1 }, ...options })
  opened.push(workers)
  return tenant => workers.turn(async () => tenant)
}

/**
 * Lines in an order that no two texts have in common, between a few that they share: comparing them takes seconds of
 * processor time for the whole and for each part.
 */
function shuffled(seed: number, count = 16_000, parts = 4): string {
  let state = seed
  const line = (_: unknown, n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return n % (count / parts) === 0 ? `part ${n}\n` : `${state % 26}\n`
  }
  return Array.from({ length: count }, line).join('')
}

const [before, after] = [shuffled(1), shuffled(7)]
const labels = { from: 'v1', to: 'v2' }
const padding = `${'x'.repeat(300_000)}\n`

/** Work of a few kilobytes that takes long. */
const slow = (turn: Turn) => turn.run('unified', [before, after, labels, 600_000], 600_000)

/** Work that is as slow, but done in a few seconds. */
const slowToTheEnd = (turn: Turn) =>
  turn.run('unified', [shuffled(1, 8000), shuffled(7, 8000), labels, 600_000], 600_000)

/** Large work that takes long. */
const large = (turn: Turn, milliseconds = 600_000, secured?: number) =>
  turn.run('unified', [before + padding, after + padding, labels, 600_000], milliseconds, secured)

/** Large work that is done at once. */
const even = (turn: Turn) => turn.run('unified', [padding, padding, labels], 60_000)

const page = (turn: Turn, name = 'Page') => turn.run('readable', [`# ${name}`, 'markdown', 'outline'], 60_000)

/** Watches work; `is` says at any time what became of it. */
function watched(work: Promise<unknown>): { is: string } {
  const state = { is: 'under way' }
  work.then(
    () => {
      state.is = 'done'
    },
    error => {
      state.is = error instanceof LimitReached ? error.limit : String(error)
    },
  )
  return state
}

test('however much one tenant brings, small or large, the work of another is done before any of it', async () => {
  const turn = pool()
  const hostile = Array.from({ length: 6 }, (_, index) =>
    watched((index % 2 ? slow : large)(turn('hostile'))),
  )
  for (const name of ['One', 'Two', 'Three']) assert.equal(await page(turn('other'), name), name)
  assert.deepEqual(new Set(hostile.map(({ is }) => is)), new Set(['under way']))
})

test('a tenant finds a place for its own small work too, while its large work runs', async () => {
  const turn = pool()
  const own = [watched(large(turn('one'))), watched(large(turn('one')))]
  assert.equal(await page(turn('one')), 'Page')
  assert.deepEqual(
    own.map(({ is }) => is),
    ['under way', 'under way'],
  )
})

test('work that turns out to be long gives way: several tenants at once keep no other from its turn', async () => {
  const turn = pool()
  const hostile = ['a', 'b', 'c', 'd'].map(name => watched(slow(turn(name))))
  assert.equal(await page(turn('other')), 'Page')
  assert.deepEqual(new Set(hostile.map(({ is }) => is)), new Set(['under way']))
  for (let time = 0; time < 3; time++) assert.equal(await page(turn(`other ${time}`)), 'Page')
})

test('running long work is cut off where another tenant waits that used less; its own work waits', async () => {
  const turn = pool()
  const [runs, waits] = [large(turn('one'), 600_000, 1), even(turn('one'))]
  const first = watched(runs)
  assert.equal(String(await even(turn('two'))), '""')
  assert.equal(first.is, 'turn')
  await assert.rejects(runs, (error: unknown) => {
    assert.ok(error instanceof LimitReached)
    assert.deepEqual([error.code, error.status, error.extras], ['overloaded', 503, { retryAfter: 5 }])
    return true
  })
  assert.equal(String(await waits), '""')
})

test('work whose time is secured is not cut off for others, only at its own limit', async () => {
  const turn = pool()
  const runs = watched(large(turn('one'), 300, 600_000))
  assert.equal(String(await even(turn('two'))), '""')
  assert.equal(runs.is, 'time')
})

test('work that began anew is done in the end', async () => {
  const turn = pool({ sizes: { quick: 1, small: 0, long: 1 } })
  const runs = watched(large(turn('one'), 3000, 600_000))
  const anew = slowToTheEnd(turn('two'))
  assert.equal(await page(turn('three')), 'Page')
  assert.equal(runs.is, 'under way')
  assert.match(String(await anew), /^"--- v1/)
  assert.notEqual(runs.is, 'under way')
})

test('what waits for too long is given up, and so is what finds no room; the turn of another is free', async () => {
  const turn = pool({ patience: 1, room: { jobs: 1 } })
  const runs = watched(large(turn('one')))
  const waits = large(turn('one'))
  const full = watched(large(turn('one')))
  await assert.rejects(waits, { code: 'overloaded', limit: 'turn' })
  assert.deepEqual([runs.is, full.is], ['under way', 'turn'])
  assert.equal(await page(turn('two')), 'Page')
})

/** The worker processes that run now; null where the system does not list them. */
async function children(): Promise<string[] | null> {
  const threads = await readdir('/proc/self/task').catch(() => [])
  const lists = threads.map(id => readFile(`/proc/self/task/${id}/children`, 'utf8').catch(() => null))
  const found = (await Promise.all(lists)).filter(list => list !== null)
  return found.length === 0 ? null : found.flatMap(list => list.split(' ').filter(id => id !== ''))
}

test('small pages one after another are made by one process, whose start counts against none of them', async t => {
  if ((await children()) === null) return t.skip('the system does not list the children of a process')
  const turn = pool()
  const options = { theme: 'github', preview: false, lang: 'en', colours: true } as const
  const before = new Set(await children())
  const seen = new Set<string>()
  for (let page = 0; page < 8; page++) {
    const source = `# Page ${page}\n\n\`\`\`ts\nconst x = ${page}\n\`\`\`\n\n${'words *and* more\n\n'.repeat(1500)}`
    await turn('one').run('renderPage', [source, options], 60_000)
    for (const id of (await children())!) if (!before.has(id)) seen.add(id)
  }
  assert.equal(seen.size, 1, `${seen.size} processes`)
})
