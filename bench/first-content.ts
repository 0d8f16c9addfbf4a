// How soon a reader sees something: a page in our shell, signed in, beside opening the same file from a static server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { binary, launch } from '../test/support/browser.ts'
import { startNginx } from '../test/support/nginx.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { pageOf, publish } from './support/content.ts'
import { isQuick, median, type Row, times } from './support/row.ts'

const SIZE = 30_000
const rounds = isQuick ? 7 : 41

/** The goal of the page: so many times what the file itself takes. */
const GOAL = 1.5

/** Milliseconds in which a page of this size is surely painted. */
const UNDISTURBED = 1000

type Who = 'ours' | 'file' | 'least'

export async function rows(): Promise<Row[]> {
  const found = await binary()
  if (isSkip(found)) throw new Error(found.skip)
  const html = pageOf(SIZE)
  const product = await startProduct({ host: 'localhost' })
  const still = await startStatic(html)
  const chromium = await launch(found)
  try {
    const ours = `${product.url}/${await publish(product, html)}`
    const measure = { chromium, product, urls: { ours, file: still.url, least: still.framed } }
    return [await again(measure), await first(measure)]
  } finally {
    await chromium.close()
    await still.stop()
    await product.stop()
  }
}

interface Measure {
  chromium: Browser
  product: Product
  urls: Record<Who, string>
}

/** A browser that has opened the page before, each time in a new tab: script, style and frame are kept, page and file are not. */
async function again({ chromium, product, urls }: Measure): Promise<Row> {
  const context = await signedIn(chromium, product)
  const taken = await inTurn(urls, url => visit(context, url))
  await context.close()
  return row('first content of a 30 KB page for a signed-in reader who has opened it before', taken)
}

/** A browser that has never been here: everything comes over the line, every connection is new. */
async function first({ chromium, product, urls }: Measure): Promise<Row> {
  const taken = await inTurn(urls, async url => {
    const context = await signedIn(chromium, product)
    const milliseconds = await visit(context, url)
    await context.close()
    return milliseconds
  })
  return row('the same at the first visit of a browser', taken)
}

/** Milliseconds of each, visited in turn, so that what else the machine does meets all alike. */
async function inTurn(
  urls: Record<Who, string>,
  measure: (url: string) => Promise<number>,
): Promise<Record<Who, number[]>> {
  const taken: Record<Who, number[]> = { ours: [], file: [], least: [] }
  for (let round = -2; round < rounds; round += 1)
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
    // What asks a page anything puts a large script into it; until the page has been painted nothing is asked.
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
  url: string
  /** An empty page around the file in a closed frame of another host: the least that keeps both apart. */
  framed: string
  stop(): Promise<void>
}

async function startStatic(html: string): Promise<Static> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  await writeFile(join(folder, 'page.html'), html)
  const nginx = await startNginx({ folder })
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (url === '/page.html') return response.end(html)
    for (const [name, value] of apart) response.setHeader(name, value)
    response.end(emptyShell(portOf(server)))
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  return {
    url: isSkip(nginx) ? `http://127.0.0.1:${portOf(server)}/page.html` : `${nginx.url}/page.html`,
    framed: `http://localhost:${portOf(server)}/`,
    stop: async () => {
      if (!isSkip(nginx)) await nginx.stop()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** What keeps a page with a session apart from others costs a process too; our pages send it, so the least does. */
const apart = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
] as const

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const emptyShell = (port: number): string =>
  `<!doctype html><title>least</title><iframe data-least sandbox="allow-scripts" width="900" height="600" src="http://least.localhost:${port}/page.html"></iframe>`

function row(what: string, { ours, file, least }: Record<Who, number[]>): Row {
  const ratio = median(ours) / median(file)
  const floor = `the file in an empty page's closed frame: ${Math.round(median(least))} ms`
  return {
    what,
    ours: `${Math.round(median(ours))} ms`,
    peer: `the file from a static server: ${Math.round(median(file))} ms; ${floor}`,
    ratio: times(ratio),
    goal: `within ${GOAL} times`,
    met: ratio <= GOAL,
  }
}
