// A page of 10 MB and one of 30 KB with 1,000 threads each: whether our code ever keeps the reader waiting.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { binary, launch } from '../test/support/browser.ts'
import { startNginx } from '../test/support/nginx.ts'
import { startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { type Reading, readStill, readThreaded, type Step, steps, watching } from './support/reading.ts'
import { count, isQuick, type Row, times } from './support/row.ts'
import { LONGEST } from './support/tasks.ts'
import { publishThreaded, type Threaded } from './support/threads.ts'

const THREADS = 1000
const rounds = isQuick ? 2 : 3

/** Bytes of a page that comes in one piece. */
const SMALL = 65_536

/** The most time that the page may take until it is painted first, and until it is whole, as a multiple of the file itself. */
const GOAL = 1.5

/** Milliseconds from an act of the reader until its outcome is painted. */
const SOON = 500

export async function rows(): Promise<Row[]> {
  const found = await binary()
  if (isSkip(found)) throw new Error(found.skip)
  const product = await startProduct({ host: 'localhost' })
  const chromium = await launch(found)
  try {
    const all: Row[] = []
    for (const [words, bytes] of [
      ['10 MB', 10_000_000],
      ['30 KB', 30_000],
    ] as const) {
      const threaded = await publishThreaded(product, bytes, THREADS)
      all.push(...(await measured(words, chromium, product, threaded)))
    }
    return all
  } finally {
    await chromium.close()
    await product.stop()
  }
}

type Beside = Record<'ours' | 'still', Reading[]>

async function measured(
  size: string,
  chromium: Browser,
  product: { url: string; cookie: string },
  threaded: Threaded,
): Promise<Row[]> {
  const still = await startStatic(threaded.html)
  const contexts = [await watching(chromium, product), await watching(chromium, still)] as const
  const all: Beside = { ours: [], still: [] }
  try {
    // The first page fills the caches of the browser, like those of a reader who has been here before.
    for (let round = -1; round < rounds; round += 1) {
      const ours = await readThreaded(contexts[0], product.url, threaded)
      const beside = await readStill(contexts[1], still.url, threaded)
      if (round < 0) continue
      all.ours.push(ours)
      all.still.push(beside)
    }
  } finally {
    for (const context of contexts) await context.close()
    await still.stop()
  }
  const what = `${size} with ${count(THREADS)} threads`
  return [
    // The time until a page is seen is measured in first-content.ts, beside the least that is possible.
    ...(threaded.html.length > SMALL
      ? [compared(`${what}: the whole page`, all, 'whole'), highlighted(what, all)]
      : []),
    longest(what, all),
    ...steps.map(step => soon(`${what}: ${words[step]}`, all, step)),
    memory(what, all),
  ]
}

const words: Record<Step, string> = {
  listed: 'the comments opened, the first 50 listed',
  more: 'the next 50',
  filtered: 'another filter',
  sorted: 'the order of the text',
  linked: 'a thread opened by its link',
  shown: 'scrolled to its passage',
  selected: 'words selected, the button for a comment there',
}

/** The best of all visits. */
const of = (all: readonly Reading[], name: keyof Reading): number =>
  Math.min(...all.map(each => each[name] ?? 0))

function compared(what: string, { ours, still }: Beside, name: 'painted' | 'whole'): Row {
  const [mine, theirs] = [of(ours, name), of(still, name)]
  return {
    what,
    ours: `${Math.round(mine)} ms`,
    peer: `the file from a static server: ${Math.round(theirs)} ms`,
    ratio: times(mine / theirs),
    goal: `within ${GOAL} times`,
    met: mine / theirs <= GOAL,
  }
}

function highlighted(what: string, { ours, still }: Beside): Row {
  const [mine, theirs] = [of(ours, 'highlighted'), of(still, 'whole')]
  return {
    what: `${what}: until all passages are painted in it`,
    ours: `${Math.round(mine)} ms`,
    peer: `the whole file from a static server: ${Math.round(theirs)} ms`,
    ratio: times(mine / theirs),
    goal: 'within 2 times',
    met: mine / theirs <= 2,
  }
}

function longest(what: string, { ours, still }: Beside): Row {
  const worst = Math.max(...ours.map(({ task }) => task))
  const [busy, theirs] = [of(ours, 'busy'), of(still, 'busy')]
  return {
    what: `${what}: longest task of our code once it is loaded, in processor time, the worst of ${rounds} visits`,
    ours: `${Math.round(worst)} ms`,
    peer: `with the page's own layout and painting: ${Math.round(busy)} ms; of the file alone, narrowed and scrolled: ${Math.round(theirs)} ms`,
    ratio: '–',
    goal: `at most ${LONGEST} ms`,
    met: worst <= LONGEST,
  }
}

function soon(what: string, { ours, still }: Beside, step: Step): Row {
  const [mine, theirs] = [of(ours, step), of(still, step)]
  return {
    what,
    ours: `${Math.round(mine)} ms`,
    peer: theirs > 0 ? `in the file itself: ${Math.round(theirs)} ms` : 'nothing',
    ratio: '–',
    goal: `at most ${SOON} ms`,
    met: mine <= SOON,
  }
}

function memory(what: string, { ours, still }: Beside): Row {
  const [mine, theirs] = [of(ours, 'heap'), of(still, 'heap')]
  return {
    what: `${what}: memory of scripts, page and frame together`,
    ours: `${times(mine / 1e6)} MB`,
    peer: `the file from a static server: ${times(theirs / 1e6)} MB`,
    ratio: '–',
    goal: 'at most 50 MB more',
    met: mine - theirs <= 50e6,
  }
}

async function startStatic(html: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  await writeFile(join(folder, 'page.html'), html)
  const nginx = await startNginx({ folder })
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: isSkip(nginx) ? `http://127.0.0.1:${port}/page.html` : `${nginx.url}/page.html`,
    stop: async () => {
      if (!isSkip(nginx)) await nginx.stop()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
