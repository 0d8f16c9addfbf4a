// Pages that were cut off because others waited: shown as they were written, left alone for a while, rendered in the end.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CutPages } from '../../src/content/render/cut-pages.ts'
import { FileSource } from '../../src/content/render/file-source.ts'
import { createRenderer, type RendererOptions } from '../../src/content/render/renderer.ts'
import { createWorkers, type Turn } from '../../src/content/render/workers.ts'

const folder = await mkdtemp(join(tmpdir(), 'cut-pages-'))
const workers = createWorkers({ sizes: { quick: 1, small: 1, long: 1 } })
after(async () => {
  workers.close()
  await rm(folder, { recursive: true })
})

const part =
  '## Part *two*\n\nWords with **bold**, [a link](https://a.b) & more.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'
/** About a second of processor time. */
const source = part.repeat(1_200_000 / part.length)

/** Asks for the page in a turn that counts how often a worker was asked for it. */
function reader(name: string, cut: RendererOptions['cut']) {
  const cacheDir = join(folder, name)
  const renderer = createRenderer({ cacheDir, ...(cut && { cut }) })
  const turn = workers.turn(async () => name)
  const asked = { times: 0 }
  const counting: Turn = {
    run(task, input, milliseconds, secured) {
      asked.times++
      return turn.run(task, input, milliseconds, secured)
    },
  }
  const request = {
    turn: counting,
    sha256: 'ab',
    theme: 'github',
    preview: false,
    file: FileSource.of(source),
  } as const
  const open = async () => Buffer.from(await renderer.page(request)).toString('utf8')
  return { open, asked, kept: () => readdir(join(cacheDir, 'pages')).catch(() => []) }
}

/** While the work goes on, somebody who used nothing waits for the lane of long work or is in it. */
async function whileOthersWait<T>(work: Promise<T>): Promise<T> {
  let goesOn = true
  const settled = work.finally(() => {
    goesOn = false
  })
  const padding = `${'x'.repeat(300_000)}\n`
  for (let other = 0; goesOn; other++)
    await workers
      .turn(async () => `other ${other}`)
      .run('unified', [padding, padding, { from: 'a', to: 'b' }], 60_000)
  return settled
}

test('a page that was cut off is its source with a note, and is not tried again while it rests', async () => {
  const { open, asked, kept } = reader('rests', { secured: 1, rest: 3_600_000 })
  const first = await whileOthersWait(open())
  assert.match(first, /<p class="notice" role="note">The server has too much to do/)
  assert.ok(first.includes('[a link](https://a.b) &amp; more.'))
  assert.match(first, /<\/pre>\n<\/article>/)
  assert.equal(await open(), first)
  assert.equal(asked.times, 1)
  assert.deepEqual(await kept(), [])
})

test('a page that fits its own limits is rendered in the end, however many others wait each time', async () => {
  const { open, asked, kept } = reader('tried again', { secured: 100, rest: 0 })
  let page = ''
  for (let time = 0; time < 12 && !page.includes('<strong>'); time++) page = await whileOthersWait(open())
  assert.match(page, /<strong>bold<\/strong>/)
  assert.ok(asked.times > 1, `${asked.times} attempts`)
  assert.equal((await kept()).length, 1)
})

test('rest and secured time double with each attempt that is cut off, for that page alone', () => {
  const cut = new CutPages({ secured: 100, rest: 1000 })
  assert.deepEqual([cut.isResting('a', 0), cut.securedFor('a')], [false, 100])
  cut.note('a', 0)
  assert.deepEqual(
    [cut.isResting('a', 999), cut.isResting('a', 1000), cut.securedFor('a')],
    [true, false, 200],
  )
  cut.note('a', 5000)
  assert.deepEqual(
    [cut.isResting('a', 6999), cut.isResting('a', 7000), cut.securedFor('a')],
    [true, false, 400],
  )
  assert.deepEqual([cut.isResting('b', 5000), cut.securedFor('b')], [false, 100])
})
