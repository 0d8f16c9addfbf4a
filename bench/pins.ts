// A page with 1,000 pins: whether drawing them ever keeps the reader waiting, where their elements stand and where a script moved them.
import type { BrowserContext, Page } from 'playwright-core'
import { binary, launch } from '../test/support/browser.ts'
import { type Product, startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { publish } from './support/content.ts'
import { watching } from './support/reading.ts'
import { count, isQuick, type Row } from './support/row.ts'
import { LONGEST, watchTasks } from './support/tasks.ts'

const PINS = 1000
const rounds = isQuick ? 1 : 3

const paragraphs = Array.from({ length: PINS }, (_, n) => `<p>Paragraph ${n} of <b>many</b>.</p>`).join('\n')
const page = (script: string): string => `<!doctype html><title>Pins</title>${paragraphs}${script}`

/** Puts something before every paragraph, so that no path leads where it did. */
const moving = `<script>document.body.prepend(...Array.from({ length: 3 }, () => document.createElement('p')))</script>`

const cases = [
  ['their elements where they were', page('')],
  ['their elements moved by a script', page(moving)],
] as const

export async function rows(): Promise<Row[]> {
  const found = await binary()
  if (isSkip(found)) throw new Error(found.skip)
  const product = await startProduct({ host: 'localhost' })
  const chromium = await launch(found)
  try {
    const all: Row[] = []
    for (const [what, html] of cases) {
      const shortId = await publish(product, html, { visibility: 'company' })
      await begin(product, shortId)
      const context = await watching(chromium, product)
      await context.route('**/comments/places*', async route => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: pinned(await answer.json()) })
      })
      const longest: number[] = []
      for (let round = 0; round < rounds; round++) longest.push(await visit(context, product, shortId))
      await context.close()
      all.push(row(what, Math.max(...longest)))
    }
    return all
  } finally {
    await chromium.close()
    await product.stop()
  }
}

async function begin(product: Product, shortId: string): Promise<void> {
  const answer = await fetch(`${product.url}/v1/artifacts/${shortId}/comments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${product.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'Here.', anchor: { cssPath: 'body > p:nth-of-type(1)' } }),
  })
  if (answer.status !== 201) throw new Error(`Commenting failed: ${answer.status} ${await answer.text()}`)
}

interface Places {
  data: { id: string; current: object; element: object }[]
  totalCount: number
  openCount: number
}

/** The one thread there is, on every paragraph. */
function pinned(told: Places): Places {
  const [thread] = told.data
  if (!thread) return told
  const data = Array.from({ length: PINS }, (_, n) => ({
    ...thread,
    id: `${thread.id}-${n}`,
    current: { ...thread.current, cssPath: `body > p:nth-of-type(${n + 1})` },
    element: { ...thread.element, text: `Paragraph ${n} of many.` },
  }))
  return { ...told, data, totalCount: PINS, openCount: PINS }
}

/** The longest task while the pins come, the page is scrolled through, and one is opened. */
async function visit(context: BrowserContext, { url }: Product, shortId: string): Promise<number> {
  const tab: Page = await context.newPage()
  try {
    const longest = await watchTasks(context.browser()!)
    await tab.goto(`${url}/${shortId}`)
    await tab.locator('[data-comments-count]').getByText(String(PINS)).waitFor()
    const frame = tab.frames()[1]!
    await frame.waitForSelector('recto-layer', { state: 'attached' })
    for (let step = 0; step < 20; step++)
      await frame.evaluate(() => {
        scrollBy(0, 700)
        return new Promise(resolve => requestAnimationFrame(resolve))
      })
    await frame.evaluate(() => document.body.append(document.createElement('hr')))
    await tab.waitForTimeout(1500)
    return (await longest()).ours
  } finally {
    await tab.close()
  }
}

const row = (what: string, worst: number): Row => ({
  what: `a page with ${count(PINS)} pins, ${what}: longest task of our code, in processor time, the worst of ${rounds} visits`,
  ours: `${Math.round(worst)} ms`,
  peer: 'nothing',
  ratio: '–',
  goal: `at most ${LONGEST} ms`,
  met: worst <= LONGEST,
})
