// A closed page carries nothing out by WebRTC: tried in every way known, against a TURN server that must hear nothing.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { isAtLength } from '../support/at-length.ts'
import type { BrowserName } from '../support/browser.ts'
import { inBrowser } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { openTurnListener, type TurnListener } from '../support/turn-listener.ts'
import { until } from '../support/until.ts'
import { type Opened, open } from './show.ts'
import type { StagePage } from './stage.ts'
import {
  clicked,
  completed,
  cutNames,
  cutPage,
  leakCode,
  made,
  openingAWindow,
  pageOf,
  parsed,
  scriptsOf,
  written,
} from './webrtc-escapes.ts'

const ways = { ...parsed, ...written, ...completed, ...made }
const profile = 'offline'
/** Firefox leaves loopback out of its candidates otherwise, and every page looks closed. */
const preferences = { 'media.peerconnection.ice.loopback': true }

/** Puts its own in place of what a defence in the same window may use. */
const replacedNatives = `<script>
  const keep = text => text
  String.prototype.replace = String.prototype.replaceAll = function () { return String(this) }
  RegExp.prototype.exec = () => null
  RegExp.prototype.test = () => false
  RegExp.prototype[Symbol.replace] = keep
  for (const name of ['flags', 'global', 'unicode', 'ignoreCase', 'sticky', 'source'])
    Object.defineProperty(RegExp.prototype, name, { get: () => '' })
  Reflect.apply = keep
  Function.prototype.call = Function.prototype.apply = function () { return '' }
  Array.prototype[Symbol.iterator] = function* () {}
  Object.defineProperty(Object.prototype, 'createHTML', { get: () => keep, set: () => undefined })
</script>`

type Try = [profile: Profile, how: string, prelude: string]

const crossed: Try[] = [
  ['offline', ' after it replaced natives', replacedNatives],
  ['preview', '', ''],
]

/**
 * Each profile and each way for a page to begin, once before a commit. Firefox knows only one way to be closed, so no more is tried
 * there; in Chromium the defence of a page that left its natives alone is another than that of one that replaced them.
 */
const tries: Record<BrowserName, Try[]> = {
  chromium: [
    ['offline', '', ''],
    ['preview', ' after it replaced natives', replacedNatives],
    ...(isAtLength ? crossed : []),
  ],
  firefox: crossed,
}

const leaking = (browserName: BrowserName): string[] =>
  Object.entries(ways)
    .filter(([, { leaks }]) => leaks.includes(browserName))
    .map(([name]) => name)
    .sort()

/** A busy machine gives up a connection before it was heard, and no page tries twice. */
const TRIES = 3

/** Loads the page again while ways are silent. */
async function hears(
  { page, turn }: { page: Page; turn: TurnListener },
  names: readonly string[],
): Promise<void> {
  const silent = () => names.filter(name => !turn.names().includes(name))
  for (let time = 1; silent().length > 0; time++) {
    if (time > TRIES) throw new Error(`silent: ${silent().join()}`)
    if (time > 1) await page.reload({ waitUntil: 'domcontentloaded' })
    await until(`all of ${names.join()} leak`, () => silent().length === 0).catch(() => undefined)
  }
}

/** The page says so itself: a page that replaced natives can be asked nothing in Firefox. Returns how many scripts it came by. */
async function ended(page: Page): Promise<number> {
  await page.evaluate(() =>
    addEventListener('message', ({ data }) => {
      const [, tried] = /^ended (\d+)$/.exec(data) ?? []
      if (tried) document.documentElement.dataset.ended = tried
    }),
  )
  const shell = await page.waitForSelector('html[data-ended]', { state: 'attached' })
  return Number(await shell.getAttribute('data-ended'))
}

/** Declares the tests of one browser. */
export function closedToWebrtc(browserName: BrowserName): void {
  inBrowser(browserName, 'a closed page', () => {
    const opened = open({ browserName, preferences, apart: true })
    const undefended = open({ browserName, undefended: true, apart: true }, opened)

    /** Each page has a listener of its own: what a page sends is not heard as another's. */
    async function show(
      t: TestContext,
      where: Opened,
      contentOf: (port: number) => string,
      options: Partial<StagePage> = {},
    ) {
      const turn = await openTurnListener()
      t.after(() => turn.close())
      const shown = await where.show(contentOf(turn.port), {
        profile,
        waitUntil: 'domcontentloaded',
        ...options,
      })
      t.after(shown.close)
      const heard = () => ({ count: turn.count(), names: turn.names() })
      return { ...shown, turn, heard }
    }
    const nothing = { count: 0, names: [] }

    // By the time the undefended page is heard, the closed ones have had theirs.
    test('leaks in none of the ways known, and its shell stays alive; without its defence it leaks', async t => {
      const closed = []
      for (const [profile, how, prelude] of tries[browserName]) {
        const shown = await show(t, opened, port => pageOf(ways, port, prelude), { profile })
        assert.equal(await ended(shown.page), scriptsOf(ways), `${profile}${how} tries all`)
        closed.push({ name: `${profile}${how}`, ...shown })
      }
      const control = await show(t, undefended, port => pageOf(ways, port))
      await hears(control, leaking(browserName))
      assert.deepEqual(control.turn.names(), leaking(browserName))
      for (const { name, page, heard } of closed) {
        assert.deepEqual(heard(), nothing, name)
        assert.equal(await page.evaluate(() => document.querySelectorAll('.page-frame').length), 1, name)
      }
    })

    test('opens no window by a click, and leaks nothing by a tag that is cut between two pieces of its stream', async t => {
      const closed = await show(t, opened, cutPage, { slow: 200 })
      const control = await show(t, undefended, cutPage, { slow: 200 })
      await Promise.all([ended(closed.page), ended(control.page)])
      const windows: string[] = []
      let last = ''
      closed.context.on('page', () => windows.push(last))
      for (const name of Object.keys(clicked)) {
        last = name
        await press(closed.frame.locator(`#${name}`))
        if (!openingAWindow.includes(name)) continue
        const [tab] = await Promise.all([
          control.context.waitForEvent('page'),
          press(control.frame.locator(`#${name}`)),
        ])
        await tab.close()
      }
      await control.frame.evaluate(leakCode('control', control.turn.port))
      await hears(control, ['control', ...cutNames])
      assert.deepEqual({ ...closed.heard(), windows }, { ...nothing, windows: [] })
    })
  })
}
