// Runs the same tests in each browser: written once against Playwright, which drives Chromium and Firefox ESR alike.
import { describe } from 'node:test'
import { isAtLength } from './at-length.ts'
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

type Body = (browserName: BrowserName) => void

/**
 * A suite in every browser, one after the other: what hostile pages can do, and one journey an area, with what Firefox is known to do
 * otherwise.
 */
export function inBrowsers(name: string, body: Body): void {
  for (const browserName of browserNames) inBrowser(browserName, name, () => body(browserName))
}

/**
 * Tells whether a suite of `inBrowsers` ends after its journey: in Firefox, unless tests run at length. The rest of the suite shares its
 * service and its Chromium, which a suite of its own would start again.
 */
export const endsAfterJourney = (browserName: BrowserName): boolean =>
  browserName === 'firefox' && !isAtLength

/** The rows of a table that try the same in different words: all of them, and in Firefox the first alone, unless tests run at length. */
export const rowsIn = <Row>(browserName: BrowserName, rows: readonly Row[]): readonly Row[] =>
  endsAfterJourney(browserName) ? rows.slice(0, 1) : rows

/** Any other suite: in Chromium, and in every browser where tests run at length. */
export function inBrowsersAtLength(name: string, body: Body): void {
  if (isAtLength) inBrowsers(name, body)
  else inBrowser('chromium', name, () => body('chromium'))
}
