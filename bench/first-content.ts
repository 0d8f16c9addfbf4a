// How soon a reader sees something: a page in our shell, signed in, beside the least that an isolated page takes; nearby and over a line.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { binary, launch } from '../test/support/browser.ts'
import { freePort } from '../test/support/free-port.ts'
import { startNginx } from '../test/support/nginx.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { pageOf, publish } from './support/content.ts'
import { isQuick, median, type Row, times } from './support/row.ts'
import { slowLine } from './support/slow-line.ts'

const SIZE = 30_000
const LARGE = 10_000_000

/** The number of visits of each kind, taken in turn. */
const rounds = (many: number): number => (isQuick ? Math.ceil(many / 6) : many)

/** Milliseconds in which a page of this size is surely painted. */
const UNDISTURBED = 1000

/** Ours, the bare file, and the file in an otherwise empty page's closed frame: the least that any isolated page can take. */
type Who = 'ours' | 'file' | 'least'

export async function rows(): Promise<Row[]> {
  const found = await binary()
  if (isSkip(found)) throw new Error(found.skip)
  const chromium = await launch(found)
  try {
    return [
      ...(await measured(chromium, SIZE, await nearby())),
      ...(await measured(chromium, SIZE, await overTheLine())),
      ...(await measured(chromium, LARGE, await nearby())),
    ]
  } finally {
    await chromium.close()
  }
}

/** The ports on which the servers listen, and the ports by which the browser reaches them. */
interface Ways {
  ports: Record<Who, number>
  through: Record<Who, number>
  /** The words for the way in a row. */
  words: string
  stop(): void
}

async function nearby(): Promise<Ways> {
  const ports = await threePorts()
  return { ports, through: ports, words: '', stop: () => undefined }
}

/** Each server has a line of its own; only one is asked at a time. */
async function overTheLine(): Promise<Ways> {
  const ports = await threePorts()
  const [ours, file, least] = await Promise.all([ports.ours, ports.file, ports.least].map(slowLine))
  const lines = { ours: ours!, file: file!, least: least! }
  return {
    ports,
    through: { ours: lines.ours.port, file: lines.file.port, least: lines.least.port },
    words: ' over a line of 40 ms and 10 Mbit/s',
    stop: () => {
      for (const line of Object.values(lines)) line.stop()
    },
  }
}

const threePorts = async (): Promise<Record<Who, number>> => ({
  ours: await freePort(),
  file: await freePort(),
  least: await freePort(),
})

async function measured(chromium: Browser, size: number, ways: Ways): Promise<Row[]> {
  const html = pageOf(size)
  const { ports, through } = ways
  const still = await startStatic(html, ways)
  const product = await startProduct({ host: 'localhost', port: ports.ours, through: through.ours })
  const ours = `${product.url}/${await publish(product, html)}`
  const measure = { chromium, product, ways, urls: { ours, file: still.file, least: still.least } }
  try {
    return size === LARGE ? [await large(measure)] : [await again(measure), await first(measure)]
  } finally {
    await still.stop()
    await product.stop()
    ways.stop()
  }
}

interface Measure {
  chromium: Browser
  product: Product
  ways: Ways
  urls: Record<Who, string>
}

/** A browser that has opened the page before, each time in a new tab: script, style and frame are kept, page and file are not. */
async function again({ chromium, product, ways, urls }: Measure): Promise<Row> {
  const taken = await inOneBrowser(chromium, product, urls, rounds(41))
  const what = `first content of a 30 KB page for a signed-in reader who has opened it before${ways.words}`
  return row(what, taken, goalOf(ways))
}

/** A browser that has never been here: everything comes over the line, every connection is new. */
async function first({ chromium, product, ways, urls }: Measure): Promise<Row> {
  const taken = await inTurn(urls, rounds(41), async url => {
    const context = await signedIn(chromium, product)
    const milliseconds = await visit(context, url)
    await context.close()
    return milliseconds
  })
  return row(`the same at the first visit of a browser${ways.words}`, taken, goalOf(ways))
}

async function large({ chromium, product, urls }: Measure): Promise<Row> {
  return row('first paint of a 10 MB page', await inOneBrowser(chromium, product, urls, rounds(9)), 1.5)
}

/** The most time that a page may take, as a multiple of the least. */
const goalOf = ({ words }: Ways): number => (words ? 1.2 : 1.25)

async function inOneBrowser(chromium: Browser, product: Product, urls: Record<Who, string>, many: number) {
  const context = await signedIn(chromium, product)
  const taken = await inTurn(urls, many, url => visit(context, url))
  await context.close()
  return taken
}

/** Measures the milliseconds of each, visited in turn, so that other work of the machine meets all alike. */
async function inTurn(
  urls: Record<Who, string>,
  many: number,
  measure: (url: string) => Promise<number>,
): Promise<Record<Who, number[]>> {
  const taken: Record<Who, number[]> = { ours: [], file: [], least: [] }
  for (let round = -2; round < many; round += 1)
    for (const [who, url] of Object.entries(urls) as [Who, string][]) {
      const milliseconds = await measure(url)
      if (round >= 0) taken[who].push(milliseconds)
    }
  return taken
}

async function signedIn(chromium: Browser, { cookie, url }: Product): Promise<BrowserContext> {
  const context = await chromium.newContext()
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  return context
}

/** Milliseconds from the beginning of the navigation to the first paint of the file's own content, in a new tab. */
async function visit(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  try {
    await page.goto(url, { waitUntil: 'commit' })
    // Playwright puts a large script into a page that it asks, so it asks nothing until the page has been painted.
    await new Promise(resolve => setTimeout(resolve, UNDISTURBED))
    const began = await page.evaluate(() => performance.timeOrigin)
    return (await paintedAt(page)) - began
  } finally {
    await page.close()
  }
}

/** When the document that holds the file painted first, on the clock of the machine. */
async function paintedAt(page: Page): Promise<number> {
  const state = await page.waitForSelector('[data-state=shown], [data-least], body > p:not([id])', {
    state: 'attached',
  })
  const framed = await state.evaluate(element => element.localName !== 'p')
  const frame = framed ? page.frames()[1]! : page.mainFrame()
  return frame.evaluate(
    () =>
      new Promise<number>(resolve => {
        new PerformanceObserver(list => {
          const found = list.getEntriesByName('first-contentful-paint')[0]
          if (found) resolve(performance.timeOrigin + found.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}

interface Static {
  /** The file itself, from nginx where it can be had. */
  file: string
  /** An empty page around the file in a closed frame of another host: the least that keeps both apart. */
  least: string
  stop(): Promise<void>
}

async function startStatic(html: string, { ports, through }: Ways): Promise<Static> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  await writeFile(join(folder, 'page.html'), html)
  const nginx = await startNginx({ folder, port: ports.file })
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (url === '/page.html') return response.end(html)
    for (const [name, value] of apart) response.setHeader(name, value)
    response.end(emptyShell(through.least))
  })
  await new Promise<void>(resolve => server.listen(ports.least, resolve))
  return {
    file: `http://localhost:${isSkip(nginx) ? through.least : through.file}/page.html`,
    least: `http://localhost:${through.least}/`,
    stop: async () => {
      if (!isSkip(nginx)) await nginx.stop()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Headers that keep a page with a session apart from others. They cost a process; our pages send them, so the least does too. */
const apart = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
] as const

const emptyShell = (port: number): string =>
  `<!doctype html><title>least</title><iframe data-least sandbox="allow-scripts" width="900" height="600" src="http://least.localhost:${port}/page.html"></iframe>`

function row(what: string, { ours, file, least }: Record<Who, number[]>, goal: number): Row {
  const ratio = median(ours) / median(least)
  return {
    what,
    ours: `${Math.round(median(ours))} ms`,
    peer: `the file in an empty page's closed frame: ${Math.round(median(least))} ms; the bare file from a static server: ${Math.round(median(file))} ms`,
    ratio: times(ratio),
    goal: `within ${goal} times`,
    met: ratio <= goal,
  }
}
