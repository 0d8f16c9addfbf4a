// Ground for tests in a real browser: the server and the browsers of the process, with people signed in by their cookie.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { isAtLength } from './at-length.ts'
import {
  axe,
  type Browser,
  coloursSettle,
  describeViolations,
  type LaunchOptions,
  type OpenPage,
  browser as openBrowser,
  screenshot,
} from './browser.ts'
import { serviceOn } from './common-service.ts'
import { multipart, type Received, send } from './http.ts'
import { type Running, startService } from './service.ts'
import { isSkip, type Skip } from './skip.ts'

export interface Browsing {
  /** There once the hooks of the file have run. */
  service: Running
  browser: Browser
  /** A browser in which the session's person is signed in; with null, nobody. */
  signedIn(cookie: string | null, options?: BrowserContextOptions): Promise<OpenPage>
  /** Publishes a page with the key, named `page.html` unless `file` says otherwise. */
  publish(
    key: string,
    fields: Record<string, string>,
    file?: { name?: string; text: string },
  ): Promise<Received>
}

const browsers = new Map<string, Promise<Browser | Skip>>()

/** The browser of this process with these options, which starts for the first who asks and ends with the process. */
function browserWith(options: LaunchOptions): Promise<Browser | Skip> {
  const name = JSON.stringify(options)
  const known = browsers.get(name) ?? openBrowser(options)
  browsers.set(name, known)
  return known
}

after(async () => {
  for (const browser of browsers.values()) {
    const started = await browser.catch(() => null)
    if (started && !isSkip(started)) await started.close()
  }
})

interface BrowsingOptions extends LaunchOptions {
  /** Starts a service that no other tests use, for what happens once: its setup. */
  ownService?: boolean
}

/** Has server and browser ready before the tests of the `describe` around it, and closes after them what they left open. */
export function browsing({ ownService = false, ...options }: BrowsingOptions = {}): Browsing {
  const parts = {} as Pick<Browsing, 'service' | 'browser'>
  before(async () => {
    const service = await (ownService ? startService() : serviceOn('sqlite'))
    if (isSkip(service)) throw new Error(service.skip)
    parts.service = service
    const browser = await browserWith({ shell: true, ...options })
    if (isSkip(browser)) throw new Error(browser.skip)
    parts.browser = browser
  })
  after(async () => {
    try {
      await parts.browser?.empty()
    } finally {
      if (ownService) await parts.service?.stop()
    }
  })
  return Object.assign(parts, {
    async signedIn(cookie: string | null, contextOptions?: BrowserContextOptions) {
      const opened = await parts.browser.open(contextOptions)
      if (cookie !== null) await carry(opened, cookie, parts.service.url)
      return opened
    },
    publish(
      key: string,
      fields: Record<string, string>,
      { name: filename = 'page.html', text } = { text: '<!doctype html><h1>A page</h1>' },
    ) {
      const named = Object.entries(fields).map(([name, value]) => ({ name, value }))
      const { body, headers } = multipart([...named, { name: 'file', value: text, filename }])
      const authorization = `Bearer ${key}`
      const sent = { method: 'POST', headers: { ...headers, authorization }, body }
      return send(`${parts.service.url}/v1/artifacts`, sent)
    },
  })
}

function carry({ context }: OpenPage, cookie: string, url: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  return context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * The page as it is now, when its colours have settled, has no accessibility violation and is not wider than its window; a picture
 * of it is kept. In Firefox, axe runs only where tests run at length: it reads the same document there.
 */
export async function looksRight(page: Page, name: string): Promise<void> {
  await page.waitForLoadState()
  await coloursSettle(page)
  await screenshot(page, `journey-${name}`)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(sideways <= 0, `${name} is ${sideways} pixels too wide`)
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox'
  if (!isFirefox || isAtLength) assert.deepEqual(describeViolations(await axe(page)), [], name)
}
