// One visit of a reader to a page with threads: how long each step takes until it is painted, and what our code does meanwhile.
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { watchTasks } from './tasks.ts'
import type { Threaded } from './threads.ts'

export const steps = ['listed', 'more', 'filtered', 'sorted', 'linked', 'shown', 'selected'] as const
export type Step = (typeof steps)[number]

/** Milliseconds, and bytes. */
export interface Reading extends Partial<Record<Step, number>> {
  /** The times from the beginning of the navigation to the first paint, and to the load event. */
  painted: number
  whole: number
  /** The time until all passages are painted. */
  highlighted?: number
  /** The processor time of the longest task after that, without what the browser does for layout and painting. */
  task: number
  /** The longest task with everything. */
  busy: number
  heap: number
}

/** A thread far from the top, which no first list holds. */
const FAR = 700

/** The compiler of these files calls this function around every function that has a name. */
const unnamed = 'globalThis.__name = named => named'

/** A browser in which every document is watched; with a session somebody is signed in. */
export async function watching(
  chromium: Browser,
  { url, cookie }: { url: string; cookie?: string },
): Promise<BrowserContext> {
  const context = await chromium.newContext()
  await context.addInitScript({ content: unnamed })
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  return context
}

const now = (page: Page | Frame): Promise<number> =>
  page.evaluate(() => performance.timeOrigin + performance.now())

/** The first paint and the load event of the document, on the clock of the machine. */
const loadingOf = (frame: Page | Frame): Promise<{ painted: number; whole: number }> =>
  frame.evaluate(
    () =>
      new Promise(resolve => {
        const look = () => {
          const painted = performance.getEntriesByName('first-contentful-paint')[0]
          if (!painted || document.readyState !== 'complete') return void setTimeout(look, 5)
          resolve({
            painted: performance.timeOrigin + painted.startTime,
            whole: performance.timeOrigin + performance.now(),
          })
        }
        look()
      }),
  )

/** Bytes that scripts hold in the documents, once what is no more needed has gone. */
async function heapOf(context: BrowserContext, documents: readonly (Page | Frame)[]): Promise<number> {
  let bytes = 0
  for (const each of documents) {
    const session = await context.newCDPSession(each)
    await session.send('HeapProfiler.enable')
    await session.send('HeapProfiler.collectGarbage')
    bytes += (await session.send('Runtime.getHeapUsage')).usedSize
    await session.detach()
  }
  return bytes
}

/** Milliseconds from a click until what it leads to is there and painted. */
const clicked = (page: Page, click: string, done: string): Promise<number> =>
  page.evaluate(
    ([what = '', outcome = '']) =>
      new Promise(resolve => {
        const began = performance.now()
        const look = () => {
          if (!document.querySelector(outcome)) return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        }
        document.querySelector<HTMLElement>(what)!.click()
        look()
      }),
    [click, done],
  )

/** When the outcome is there and painted, on the clock of the machine. */
const outcome = (frame: Page | Frame, wanted: () => boolean): Promise<number> =>
  frame.evaluate(
    source =>
      new Promise(resolve => {
        const isThere = new Function(`return (${source})()`) as () => boolean
        const look = () => {
          if (!isThere()) return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
        }
        look()
      }),
    String(wanted),
  )

/** Reads the page in our shell, in a new tab. */
export async function readThreaded(
  context: BrowserContext,
  url: string,
  threaded: Threaded,
): Promise<Reading> {
  const page = await context.newPage()
  try {
    const longest = await watchTasks(context.browser()!)
    await page.goto(`${url}/${threaded.shortId}`, { waitUntil: 'commit' })
    const began = await page.evaluate(() => performance.timeOrigin)
    await page.waitForSelector('[data-state=shown]', { state: 'attached', timeout: 120_000 })
    const frame = page.frames()[1]!
    const { painted, whole } = await loadingOf(frame)
    const reached = await use(page, frame, threaded, began)
    const { ours: task, all: busy } = await longest()
    const heap = await heapOf(context, [page, frame])
    return { ...reached, task, busy, heap, painted: painted - began, whole: whole - began }
  } finally {
    await page.close()
  }
}

async function use(page: Page, frame: Frame, { threads }: Threaded, began: number) {
  const highlighted = (await outcome(frame, () => CSS.highlights.has('recto-open'))) - began
  const listed = await clicked(page, '[data-comments-button]', '#comments article:nth-of-type(50)')
  const more = await clicked(page, '[data-part=more]', '#comments article:nth-of-type(100)')
  const filtered = await clicked(page, '[data-filter=resolved]', '#comments article.resolved')
  await clicked(page, '[data-filter=open]', '#comments article.open')
  const sorted = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const began = performance.now()
        const choice = document.querySelector<HTMLSelectElement>('#comments select')!
        const old = document.querySelector('#comments article')
        choice.value = 'place'
        choice.dispatchEvent(new Event('change'))
        const look = () => {
          if (old?.isConnected || !document.querySelector('#comments article'))
            return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        }
        look()
      }),
  )
  const far = threads[FAR]!
  await page.evaluate(id => {
    const link = document.body.appendChild(document.createElement('a'))
    Object.assign(link, { id: 'to-far', href: `#comment-${id}` })
  }, far)
  const linked = await clicked(page, '#to-far', `#comment-${far}[aria-current=true]`)
  // The page has come to rest beside the list.
  await outcome(frame, () => innerWidth < 1000)
  const arrived = outcome(frame, () => CSS.highlights.has('recto-active') && scrollY > 0)
  const asked = await now(page)
  await page.locator(`#comment-${far}`).getByRole('button', { name: 'Show in page' }).click()
  const shown = (await arrived) - asked
  const offered = outcome(page, () => document.querySelector('.selection-bar:not([hidden])') !== null)
  const selected = await now(frame)
  await frame.evaluate(selectWords)
  return {
    ...{ highlighted, listed, more, filtered, sorted, linked, shown },
    selected: (await offered) - selected,
  }
}

/** Selects words in the middle of what is seen. */
function selectWords(): void {
  const seen =
    document.elementFromPoint(innerWidth / 3, innerHeight / 2)!.closest('p') ?? document.querySelector('p')!
  getSelection()!.setBaseAndExtent(seen.firstChild!, 0, seen.firstChild!, 12)
}

/** Reads the file itself in a new tab, makes room beside it, finds the same words and scrolls to them. */
export async function readStill(context: BrowserContext, url: string, threaded: Threaded): Promise<Reading> {
  const page = await context.newPage()
  try {
    const longest = await watchTasks(context.browser()!)
    await page.goto(url, { waitUntil: 'commit' })
    const began = await page.evaluate(() => performance.timeOrigin)
    await page.waitForSelector('body > p', { state: 'attached' })
    const { painted, whole } = await loadingOf(page)
    // As much room as the list of comments takes from the page.
    await page.setViewportSize({ width: 920, height: 676 })
    await outcome(page, () => innerWidth < 1000)
    const arrived = outcome(page, () => scrollY > 0)
    const asked = await now(page)
    await page.evaluate(words => {
      const target = [...document.querySelectorAll('p')].find(each => each.textContent.startsWith(words))!
      target.scrollIntoView({ block: 'center' })
    }, threaded.words(FAR))
    const shown = (await arrived) - asked
    const { all: busy } = await longest()
    const heap = await heapOf(context, [page])
    return { shown, busy, task: 0, heap, painted: painted - began, whole: whole - began }
  } finally {
    await page.close()
  }
}
