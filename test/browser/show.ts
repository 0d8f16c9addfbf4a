// The stage of the frame's tests: a browser, a server of our pieces, and one way to show a page between them.

import { after, before } from 'node:test'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import type { LaunchOptions } from '../support/browser.ts'
import { openBrowser, openStage, type Stage, type StageOptions, type StagePage } from './stage.ts'

/** The stage, the browser and the window that are open while the tests of a block run. */
export interface Opened {
  stage: Stage
  browser: Browser
  /** The window that shows one page after the other. */
  window?: BrowserContext
  /** Forgets the page that the window shows, also where its test failed. */
  forget?(): void
  /** Opens the shell around `content`. */
  show(content: string | Buffer, options?: ShowOptions): ReturnType<typeof showOn>
}

interface OpenOptions extends LaunchOptions, StageOptions {
  /** Every page in a window of its own, as in `ShowOptions`. */
  apart?: boolean
}

interface ShowOptions extends Partial<StagePage> {
  /**
   * In a window of its own, for a test that reads its history, shows two pages at once, or leaves scripts, routes or settings there.
   * All others are shown one after the other in the same window: a new one takes more than half the processor time of a short test.
   */
  apart?: boolean
  hash?: string
  /** The state that the sheet must reach. */
  state?: string
  /** For a page that may keep its own document open for good: the shell around it never loads, so parsing is enough. */
  waitUntil?: 'load' | 'domcontentloaded'
}

/** Opens stage and browser before the tests of the block and closes them after; the browser is that of `beside`, where one is given. */
export function open(options: OpenOptions = {}, beside?: Opened): Opened {
  const opened = {} as Opened
  before(async () => {
    opened.stage = await openStage(options)
    opened.browser = beside?.browser ?? (await openBrowser(options))
    if (!options.apart) opened.window = await newWindow(opened)
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

const emptyIt = () => {
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
}

const size = { width: 1280, height: 720 }

/**
 * The page of the window, as large as a new one, without the tabs that were opened beside it. What it showed goes first: Firefox may
 * give up an address that is opened while a frame loads.
 */
async function onlyPage(context: BrowserContext): Promise<Page> {
  const [first, ...others] = context.pages()
  for (const other of others) await other.close()
  await first?.evaluate(emptyIt).catch(() => undefined)
  if (first && first.viewportSize()?.width !== size.width) await first.setViewportSize(size)
  return first ?? context.newPage()
}

async function showOn(
  opened: Opened,
  content: string | Buffer,
  { hash = '', state = 'shown', waitUntil = 'load', apart, profile = 'html', ...rest }: ShowOptions = {},
) {
  const { stage } = opened
  const id = `Page${String(++count).padStart(6, 'x')}`
  stage.pages.set(id, { profile, content, ...rest })
  const shared = apart ? undefined : opened.window
  if (shared) opened.forget?.()
  const context = shared ?? (await newWindow(opened))
  const page = await onlyPage(context)
  const errors: string[] = []
  const note = (error: Error) => errors.push(error.message)
  page.on('pageerror', note)
  const forget = () => {
    stage.pages.delete(id)
    page.off('pageerror', note)
  }
  if (shared) opened.forget = forget
  await page.goto(`${stage.url}/${id}${hash}`, { waitUntil })
  await page.waitForSelector(`[data-state=${state}]`)
  const frame = page.frames().find(each => each !== page.mainFrame())
  const close = async () => {
    forget()
    if (!shared) await context.close()
  }
  return { context, page, errors, frame: frame as Frame, close }
}

/** A page whose script reports by its title, as JSON. */
export const reportTo = '<!doctype html><title>-</title><p id=out></p>'

/** Returns the report of such a page. */
export async function told(frame: Frame): Promise<Record<string, string>> {
  await frame.waitForFunction(() => document.title.startsWith('{'))
  return JSON.parse(await frame.title())
}
