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
import { isAtLength } from './at-length.ts'
import { type Binary, ensureBinary } from './binary.ts'
import { extendTimeout } from './patience.ts'
import { fromRoot } from './project-root.ts'
import { isSkip, type Skip } from './skip.ts'

export type BrowserName = 'chromium' | 'firefox'

export type Preferences = Record<string, string | number | boolean>

export interface LaunchOptions {
  browserName?: BrowserName
  /**
   * Chromium without its window (Debian's chromium-headless-shell): the same pages and the same network for half the processor
   * time. What a hostile page can do is tested in the whole browser, because some defences are part of the window.
   */
  shell?: boolean
  /**
   * Chromium that draws no frame, for pages that are measured and read alone: a third of the processor time less. Nothing can be
   * clicked in it. It draws where pictures are asked for.
   */
  still?: boolean
  /** Firefox only, on top of `firefoxPreferences`. */
  preferences?: Preferences
}

/** Features that Playwright turns off (its `chromiumSwitches.ts`): Chromium heeds the last list only, so ours has to name them again. */
const turnedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
]

/** Pages of its address bar and a process in store, which each new window starts: 40 % of the processor time of a short test. */
const neverSeen = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

const chromiumArguments = [
  `--disable-features=${[...turnedOffByPlaywright, ...neverSeen].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Without its compositor thread the shell draws a frame only when asked for one. */
const NO_FRAMES = '--disable-threaded-compositing'

/** Pictures are drawn if RECTO_TEST_PICTURES or RECTO_TEST_FULL asks for them. */
const drawsPictures = Boolean(process.env.RECTO_TEST_PICTURES) || isAtLength

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
  /** Errors that the page wrote to the console or threw. */
  problems: string[]
  close(): Promise<void>
}

export interface Browser {
  /** A fresh person: own cookies, own storage. */
  open(options?: BrowserContextOptions): Promise<OpenPage>
  /** Closes what is still open of every person. */
  empty(): Promise<void>
  /** The test has to call this, in `after`, or its process never ends. */
  close(): Promise<void>
}

/** Starts a browser, Chromium unless named; once a file is enough. RECTO_TEST_CHROMIUM and RECTO_TEST_FIREFOX name other binaries. */
export async function browser(options: LaunchOptions = {}): Promise<Browser | Skip> {
  const found = await binaryFor(options)
  if (isSkip(found)) return found
  const running = await launch(found, options)
  return {
    open: async contextOptions => watched(await running.newContext(contextOptions)),
    empty: async () => {
      await Promise.all(running.contexts().map(context => context.close()))
    },
    close: () => running.close(),
  }
}

/**
 * Starts this binary: Chromium, or Firefox ESR over WebDriver BiDi. Where the run has a Firefox for its lane and no preferences are
 * asked for, that one; what is opened in it ends with the connection.
 */
export function launch(
  found: Binary,
  { browserName = 'chromium', preferences, still }: LaunchOptions = {},
): Promise<LaunchedBrowser> {
  if (browserName === 'chromium') {
    const args = still && !drawsPictures ? [...chromiumArguments, NO_FRAMES] : chromiumArguments
    return chromium.launch({ ...optionsFor(found), args }).then(withPatience)
  }
  const shared = process.env.RECTO_TEST_LANE_FIREFOX
  const opened = shared && !preferences ? connect(shared) : firefox.launch(firefoxOptions(found, preferences))
  return opened.then(withPatience).then(inTurn)
}

/** Milliseconds that Playwright waits unless a test says otherwise: its own default, on a quiet machine. */
const PLAYWRIGHT_TIMEOUT = 30_000

function withPatience(browser: LaunchedBrowser): LaunchedBrowser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(extendTimeout(PLAYWRIGHT_TIMEOUT))
    return context
  }
  return browser
}

/** Firefox refuses to open a window while another one loads, so they open one after the other. */
function inTurn(browser: LaunchedBrowser): LaunchedBrowser {
  let last: Promise<unknown> = Promise.resolve()
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    const newPage = context.newPage.bind(context)
    context.newPage = () => {
      const next = last.then(newPage, newPage)
      last = next
      return next
    }
    return context
  }
  return browser
}

/** Its `close` ends once every window is gone: Firefox opens none for the next file while it closes one. */
async function connect(address: string): Promise<LaunchedBrowser> {
  const connected = await firefox.connect(address, { timeout: extendTimeout(PLAYWRIGHT_TIMEOUT) })
  const disconnect = connected.close.bind(connected)
  connected.close = async () => {
    await Promise.all(connected.contexts().map(context => context.close()))
    await disconnect()
  }
  return connected
}

const optionsFor = ({ path, env }: Binary) => ({
  executablePath: path,
  timeout: extendTimeout(PLAYWRIGHT_TIMEOUT),
  env: { ...(process.env as Record<string, string>), ...env },
})

export const firefoxOptions = (found: Binary, preferences: Preferences = {}) => ({
  ...optionsFor(found),
  channel: 'moz-firefox',
  firefoxUserPrefs: { ...firefoxPreferences, ...preferences },
})

/** Finds the browser that the options ask for; the whole one where there is no shell. */
export async function binaryFor({ browserName, shell }: LaunchOptions): Promise<Binary | Skip> {
  if (!shell || browserName === 'firefox') return binary(browserName)
  const found = await binary('shell')
  return isSkip(found) ? binary() : found
}

/** Finds the browser, and installs it when it is nowhere. */
export async function binary(name: keyof typeof installations = 'chromium'): Promise<Binary | Skip> {
  const named = process.env[`RECTO_TEST_${name.toUpperCase()}`]
  if (named?.startsWith('skip:')) return { skip: named.slice(5) }
  if (named) return { path: named, env: {} }
  const { mac, names, debianPackage } = installations[name]
  return process.platform === 'darwin' ? { path: mac, env: {} } : ensureBinary(names, debianPackage)
}

const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const installations = {
  chromium: {
    mac: chrome,
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackage: 'chromium',
  },
  shell: { mac: chrome, names: ['chromium-headless-shell'], debianPackage: 'chromium-headless-shell' },
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

/**
 * Saves the page, or what is seen of it in Chromium, as .reports/screenshots/{name}.png, for people to look at. No test reads
 * one, so most runs draw none.
 */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (!drawsPictures) return
  if (page.context().browser()?.browserType().name() === 'firefox') return
  const folder = fromRoot('.reports', 'screenshots')
  await mkdir(folder, { recursive: true })
  const draw = () => page.screenshot({ path: join(folder, `${name}.png`), fullPage })
  await draw().catch(error => {
    // On a busy machine Chromium has no picture of a page that has just changed its size; the next one is there.
    if (!/Unable to capture screenshot/.test(String(error))) throw error
    return draw()
  })
}

/** Leads every colour that is on its way to another there at once. */
export async function coloursSettle(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Returns what axe finds wrong on the page as it is now; frames with people's HTML are left alone unless `options` says so. */
export async function axe(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'))
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
