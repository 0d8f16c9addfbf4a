// The stage of the frame's tests: a browser, a server of our pieces, and one way to show a page between them.

import { after, before } from 'node:test'
import type { Browser, BrowserContext, Frame } from 'playwright-core'
import type { LaunchOptions } from '../support/browser.ts'
import { openBrowser, openStage, type Stage, type StageOptions, type StagePage } from './stage.ts'

/** What is open while the tests of a block run. */
export interface Opened {
  stage: Stage
  browser: Browser
  /** What `oneWindow` has open. */
  window?: BrowserContext
  /** Opens the shell around `content`. */
  show(content: string | Buffer, options?: ShowOptions): ReturnType<typeof showOn>
}

interface OpenOptions extends LaunchOptions, StageOptions {
  /**
   * Show one page after the other in the same window: a new one takes more than half the processor time of a short test. For tests
   * that neither read its history nor leave scripts, routes or settings there.
   */
  oneWindow?: boolean
}

interface ShowOptions extends Partial<StagePage> {
  /** In a window of its own, also where the others share one. */
  apart?: boolean
  hash?: string
  /** What the sheet must reach. */
  state?: string
  /** Where a page may keep its own document open for good, the shell around it never loads: it is enough that it is parsed. */
  waitUntil?: 'load' | 'domcontentloaded'
}

/** Opens stage and browser before the tests of the block and closes them after; the browser is that of `beside`, where one is given. */
export function open(options: OpenOptions = {}, beside?: Opened): Opened {
  const opened = {} as Opened
  before(async () => {
    opened.stage = await openStage(options)
    opened.browser = beside?.browser ?? (await openBrowser(options))
    if (options.oneWindow) opened.window = await newWindow(opened)
    opened.show = showOn.bind(null, opened)
  })
  after(async () => {
    await opened.window?.close()
    if (!beside) await opened.browser?.close()
    await opened.stage?.close()
  })
  return opened
}

let count = 0

const newWindow = ({ browser }: Pick<Opened, 'browser'>) => browser.newContext({ colorScheme: null })

async function showOn(
  opened: Opened,
  content: string | Buffer,
  { hash = '', state = 'shown', waitUntil = 'load', apart, profile = 'html', ...rest }: ShowOptions = {},
) {
  const { stage } = opened
  const id = `Page${String(++count).padStart(6, 'x')}`
  stage.pages.set(id, { profile, content, ...rest })
  const shared = apart ? undefined : opened.window
  const context = shared ?? (await newWindow(opened))
  const [first, ...others] = context.pages()
  for (const other of others) await other.close()
  const page = first ?? (await context.newPage())
  const errors: string[] = []
  const note = (error: Error) => errors.push(error.message)
  page.on('pageerror', note)
  await page.goto(`${stage.url}/${id}${hash}`, { waitUntil })
  await page.waitForSelector(`[data-state=${state}]`)
  const frame = page.frames().find(each => each !== page.mainFrame())
  const close = async () => {
    stage.pages.delete(id)
    page.off('pageerror', note)
    if (!shared) await context.close()
  }
  return { context, page, errors, frame: frame as Frame, close }
}

/** A page whose script reports by its title, as JSON. */
export const reportTo = '<!doctype html><title>-</title><p id=out></p>'

/** What such a page reported. */
export async function told(frame: Frame): Promise<Record<string, string>> {
  await frame.waitForFunction(() => document.title.startsWith('{'))
  return JSON.parse(await frame.title())
}
