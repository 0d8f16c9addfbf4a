// A real Chromium: pages that note what goes wrong in them, pictures of them, and an accessibility check.
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Result, RunOptions } from 'axe-core'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type Page,
} from 'playwright-core'
import { type Binary, ensureBinary } from './binary.ts'
import { fromRoot } from './project-root.ts'
import { isSkip, type Skip } from './skip.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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

/** Starts Chromium; once a file is enough. RECTO_TEST_CHROMIUM names another binary. */
export async function browser(): Promise<Browser | Skip> {
  const found = await binary()
  if (isSkip(found)) return found
  const running = await launch(found)
  return {
    open: async options => watched(await running.newContext(options)),
    close: () => running.close(),
  }
}

/** Starts this Chromium. */
export const launch = ({ path, env }: Binary): Promise<Chromium> =>
  chromium.launch({ executablePath: path, args, env: { ...(process.env as Record<string, string>), ...env } })

/** Where Chromium is, installing it when it is nowhere. */
export async function binary(): Promise<Binary | Skip> {
  const named = process.env.RECTO_TEST_CHROMIUM
  if (named?.startsWith('skip:')) return { skip: named.slice(5) }
  if (named) return { path: named, env: {} }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  if (process.platform === 'darwin') return { path: mac, env: {} }
  return ensureBinary(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], 'chromium')
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

/** Saves the page, or what is seen of it, as .reports/screenshots/{name}.png, for people to look at. */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
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
