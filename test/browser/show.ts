// The stage of the frame's tests: a browser, a server of our pieces, and one way to show a page between them.

import { after, before } from 'node:test'
import type { Browser, Frame } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import type { LaunchOptions } from '../support/browser.ts'
import { openBrowser, openStage, type Stage, type StageOptions, type StagePage } from './stage.ts'

/** What is open while the tests of a block run. */
export interface Opened {
  stage: Stage
  browser: Browser
  /** Opens the shell around `content`. */
  show(content: string | Buffer, options?: ShowOptions): ReturnType<typeof showOn>
}

interface ShowOptions extends Partial<StagePage> {
  hash?: string
  /** What the sheet must reach. */
  state?: string
  /** Where a page may keep its own document open for good, the shell around it never loads: it is enough that it is parsed. */
  waitUntil?: 'load' | 'domcontentloaded'
}

/** Opens stage and browser before the tests of the block and closes them after; the browser is that of `beside`, where one is given. */
export function open(options: LaunchOptions & StageOptions = {}, beside?: Opened): Opened {
  const opened = {} as Opened
  before(async () => {
    opened.stage = await openStage(options)
    opened.browser = beside?.browser ?? (await openBrowser(options))
    opened.show = showOn.bind(null, opened)
  })
  after(async () => {
    if (!beside) await opened.browser?.close()
    await opened.stage?.close()
  })
  return opened
}

let count = 0

async function showOn({ stage, browser }: Opened, content: string | Buffer, options: ShowOptions = {}) {
  const { hash = '', state = 'shown', waitUntil = 'load', profile = 'html' as Profile, ...rest } = options
  const id = `Page${String(++count).padStart(6, 'x')}`
  stage.pages.set(id, { profile, content, ...rest })
  const context = await browser.newContext({ colorScheme: null })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(`${stage.url}/${id}${hash}`, { waitUntil })
  await page.waitForSelector(`[data-state=${state}]`)
  const frame = page.frames().find(each => each !== page.mainFrame())
  const close = () => {
    stage.pages.delete(id)
    return context.close()
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
