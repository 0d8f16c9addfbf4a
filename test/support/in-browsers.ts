// Runs the same tests in each browser: written once against Playwright, which drives Chromium and Firefox ESR alike.
import { describe } from 'node:test'
import { type BrowserName, binary } from './browser.ts'
import { isSkip } from './skip.ts'

const browserNames: BrowserName[] = ['chromium', 'firefox']

/** Why a browser is missing, for a suite's `skip`. */
async function missing(browserName: BrowserName): Promise<string | false> {
  const found = await binary(browserName)
  return isSkip(found) ? found.skip : false
}

const reasons = { chromium: await missing('chromium'), firefox: await missing('firefox') }

/** A suite in one browser, skipped with the reason where the browser is missing. */
export function inBrowser(browserName: BrowserName, name: string, body: () => void): void {
  describe(`${name}, in ${browserName}`, { skip: reasons[browserName] }, body)
}

/** A suite in every browser, one after the other. */
export function inBrowsers(name: string, body: (browserName: BrowserName) => void): void {
  for (const browserName of browserNames) inBrowser(browserName, name, () => body(browserName))
}
