// Real browsers, Chromium and Firefox: pages that note what goes wrong in them, pictures of them, and an accessibility check.
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Result, RunOptions } from 'axe-core'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Browser as LaunchedBrowser,
  type Page,
} from 'playwright-core'
import { type Binary, ensureBinary } from './binary.ts'
import { fromRoot } from './project-root.ts'
import { isSkip, type Skip } from './skip.ts'

export type BrowserName = 'chromium' | 'firefox'

export type Preferences = Record<string, string | number | boolean>

export interface LaunchOptions {
  browserName?: BrowserName
  /** Firefox only, on top of `firefoxPreferences`. */
  preferences?: Preferences
}

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * One process for all sites: over WebDriver BiDi a click or key reaches a frame of another site only in the process of its page
 * (https://bugzilla.mozilla.org/show_bug.cgi?id=1773393). A test that needs processes apart sets it to 1, as in the released browser.
 */
const firefoxPreferences: Preferences = {
  'fission.webContentIsolationStrategy': 0,
  'dom.ipc.processPrelaunch.enabled': false,
}

export interface OpenPage {
  page: Page
  /** Holds the cookies; a second page of the same person comes from `context.newPage()`. */
  context: BrowserContext
  /** What the page wrote to the console as an error, and what it threw. */
  problems: string[]
  close(): Promise<void>
}

export interface Browser {
  /** A fresh person: own cookies, own storage. */
  open(options?: BrowserContextOptions): Promise<OpenPage>
  /** The test has to call this, in `after`, or its process never ends. */
  close(): Promise<void>
}

/** Starts a browser, Chromium unless named; once a file is enough. RECTO_TEST_CHROMIUM and RECTO_TEST_FIREFOX name other binaries. */
export async function browser(options: LaunchOptions = {}): Promise<Browser | Skip> {
  const found = await binary(options.browserName)
  if (isSkip(found)) return found
  const running = await launch(found, options)
  return {
    open: async contextOptions => watched(await running.newContext(contextOptions)),
    close: () => running.close(),
  }
}

/** Starts this binary: Chromium, or Firefox ESR over WebDriver BiDi. */
export function launch(
  { path, env }: Binary,
  { browserName = 'chromium', preferences }: LaunchOptions = {},
): Promise<LaunchedBrowser> {
  const options = { executablePath: path, env: { ...(process.env as Record<string, string>), ...env } }
  return browserName === 'chromium'
    ? chromium.launch({ ...options, args: chromiumArguments })
    : firefox.launch({
        ...options,
        channel: 'moz-firefox',
        firefoxUserPrefs: { ...firefoxPreferences, ...preferences },
      })
}

/** Where the browser is, installing it when it is nowhere. */
export async function binary(browserName: BrowserName = 'chromium'): Promise<Binary | Skip> {
  const named = process.env[`RECTO_TEST_${browserName.toUpperCase()}`]
  if (named?.startsWith('skip:')) return { skip: named.slice(5) }
  if (named) return { path: named, env: {} }
  const { mac, names, debianPackage } = installations[browserName]
  return process.platform === 'darwin' ? { path: mac, env: {} } : ensureBinary(names, debianPackage)
}

const installations: Record<BrowserName, { mac: string; names: string[]; debianPackage: string }> = {
  chromium: {
    mac: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackage: 'chromium',
  },
  firefox: {
    mac: '/Applications/Firefox.app/Contents/MacOS/firefox',
    names: ['firefox-esr'],
    debianPackage: 'firefox-esr',
  },
}

async function watched(context: BrowserContext): Promise<OpenPage> {
  const problems: string[] = []
  const watch = (page: Page) => {
    page.on('console', message => {
      if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', error => problems.push(String(error)))
  }
  context.on('page', watch)
  const page = await context.newPage()
  return { page, context, problems, close: () => context.close() }
}

const { RECTO_TEST_PICTURES, RECTO_TEST_FULL } = process.env

/**
 * Saves the page, or what is seen of it in Chromium, as .reports/screenshots/{name}.png, for people to look at. No test reads
 * one, so they are drawn where RECTO_TEST_PICTURES or RECTO_TEST_FULL asks for them.
 */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (!RECTO_TEST_PICTURES && !RECTO_TEST_FULL) return
  if (page.context().browser()?.browserType().name() === 'firefox') return
  const folder = fromRoot('.reports', 'screenshots')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds wrong on the page as it is now; frames with people's HTML are left alone unless `options` says so. */
export async function axe(page: Page, options: RunOptions = {}): Promise<Result[]> {
  await page.evaluate(await readFile(axePath, 'utf8'))
  return page.evaluate(
    async given => (await (window as unknown as Axe).axe.run(document, given)).violations,
    { iframes: false, resultTypes: ['violations'], ...options } as RunOptions,
  )
}

interface Axe {
  axe: { run(context: Document, options: RunOptions): Promise<{ violations: Result[] }> }
}

/** One line for each place that breaks a rule, for an assertion's message. */
export function describeViolations(violations: Result[]): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`),
  )
}
