// What no closed page may carry out by WebRTC: tried in every way known, against a TURN server that must hear nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { isAtLength } from '../support/at-length.ts'
import type { BrowserName } from '../support/browser.ts'
import { inBrowser } from '../support/in-browsers.ts'
import { extendTimeout } from '../support/patience.ts'
import { press } from '../support/press.ts'
import { openTurnListener, type TurnListener } from '../support/turn-listener.ts'
import { until } from '../support/until.ts'
import { type Opened, open } from './show.ts'
import type { StagePage } from './stage.ts'
import {
  clicked,
  completed,
  cut,
  cutPage,
  type Escape,
  made,
  pageOf,
  parsed,
  replacedNatives,
  written,
} from './webrtc-escapes.ts'

const groups = { parsed, written, completed, made }
const profile = 'offline'
/** Firefox leaves loopback out of its candidates otherwise, and every page looks closed. */
const preferences = { 'media.peerconnection.ice.loopback': true }

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

const leaking = (escapes: Record<string, Escape>, browserName: BrowserName): string[] =>
  Object.keys(escapes)
    .filter(name => escapes[name]!.leaks.includes(browserName))
    .sort()

const hears = (turn: TurnListener, names: readonly string[]) =>
  until(`all of ${names.join()} leak`, () => names.every(name => turn.names().includes(name))).catch(
    error => {
      const silent = names.filter(name => !turn.names().includes(name))
      throw new Error(`silent: ${silent.join()}`, { cause: error })
    },
  )

/** The page says so itself: a page that replaced natives can be asked nothing in Firefox. */
async function ended(page: Page, timeout = extendTimeout(30_000)): Promise<void> {
  await page.evaluate(() =>
    addEventListener('message', ({ data }) => {
      if (data === 'ended') document.documentElement.setAttribute('data-ended', '')
    }),
  )
  await page.waitForSelector('html[data-ended]', { state: 'attached', timeout })
}

/** With natives replaced a page may cut off the stream of its own rest: it harms nobody else, and never says that it ended. */
const endedOrCut = (page: Page): Promise<void> => ended(page, 10_000).catch(() => undefined)

/** Declares the tests of one browser. */
export function closedToWebrtc(browserName: BrowserName): void {
  inBrowser(browserName, 'a closed page', () => {
    const opened = open({ browserName, preferences })
    const undefended = open({ browserName, undefended: true }, opened)

    /** Each page has a listener of its own: what a page sends after it closed is not heard as another's. */
    async function show(
      where: Opened,
      contentOf: (port: number) => string,
      options: Partial<StagePage> = {},
    ) {
      const turn = await openTurnListener()
      const shown = await where.show(contentOf(turn.port), {
        profile,
        waitUntil: 'domcontentloaded',
        ...options,
      })
      const close = async () => {
        await shown.close()
        await turn.close()
      }
      return { ...shown, turn, close }
    }

    /** What was tried before had its time when a page without the defence has been heard. */
    async function hearsNothing(turn: TurnListener): Promise<void> {
      const control = await show(undefended, port => pageOf({ control: parsed.srcdoc! }, port))
      await hears(control.turn, ['control'])
      await control.close()
      assert.deepEqual({ count: turn.count(), names: turn.names() }, { count: 0, names: [] })
    }

    for (const [group, escapes] of Object.entries(groups))
      test(`leaks in the ways ${group} where it has no defence`, async () => {
        const { turn, close } = await show(undefended, port => pageOf(escapes, port))
        await hears(turn, leaking(escapes, browserName))
        assert.deepEqual(turn.names(), leaking(escapes, browserName))
        await close()
      })

    for (const [profile, how, prelude] of tries[browserName])
      for (const [group, escapes] of Object.entries(groups))
        test(`of the profile ${profile} leaks in none of the ways ${group}${how}, and its shell stays alive`, async () => {
          const { page, turn, close } = await show(opened, port => pageOf(escapes, port, prelude), {
            profile,
          })
          await (prelude ? endedOrCut(page) : ended(page))
          await hearsNothing(turn)
          assert.equal(await page.evaluate(() => document.querySelectorAll('.page-frame').length), 1)
          await close()
        })

    for (const tag of cut)
      test(`leaks nothing by a tag that is cut after ${tag} between two pieces of its stream`, async () => {
        const contentOf = (port: number) => cutPage(tag, port)
        const control = await show(undefended, contentOf, { slow: 200 })
        await hears(control.turn, ['cut'])
        await control.close()
        const { page, turn, close } = await show(opened, contentOf, { slow: 200 })
        await ended(page)
        await hearsNothing(turn)
        await close()
      })

    for (const [name, way] of Object.entries(clicked))
      test(`opens no window by a click: ${name}`, async () => {
        const contentOf = (port: number) => pageOf({ [name]: way }, port)
        const control = await show(undefended, contentOf)
        await Promise.all([control.context.waitForEvent('page'), press(control.frame.locator('#go'))])
        await control.close()
        const { context, frame, turn, close } = await show(opened, contentOf)
        await press(frame.locator('#go'))
        await hearsNothing(turn)
        assert.equal(context.pages().length, 1)
        await close()
      })
  })
}
