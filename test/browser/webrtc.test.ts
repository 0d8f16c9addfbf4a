// A closed page carries nothing out by WebRTC: tried in every way known, against a TURN server that must hear nothing.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import type { BrowserName } from '../support/browser.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { openTurnListener, type TurnListener } from '../support/turn-listener.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'
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

/** The profile, and what a page does before it tries; Firefox knows only one way to be closed, so it tries each once. */
const tries: Record<BrowserName, [profile: Profile, how: string, prelude: string][]> = {
  chromium: [
    ['offline', '', ''],
    ['offline', ' after it replaced natives', replacedNatives],
    ['preview', '', ''],
    ['preview', ' after it replaced natives', replacedNatives],
  ],
  firefox: [
    ['offline', ' after it replaced natives', replacedNatives],
    ['preview', '', ''],
  ],
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
async function ended(page: Page, timeout = 30_000): Promise<void> {
  await page.evaluate(() =>
    addEventListener('message', ({ data }) => {
      if (data === 'ended') document.documentElement.setAttribute('data-ended', '')
    }),
  )
  await page.waitForSelector('html[data-ended]', { state: 'attached', timeout })
}

/** With natives replaced a page may cut off the stream of its own rest: it harms nobody else, and never says that it ended. */
const endedOrCut = (page: Page): Promise<void> => ended(page, 10_000).catch(() => undefined)

inBrowsers('a closed page', browserName => {
  const undefended = open({ browserName, preferences, undefended: true })
  const opened = open({ browserName, preferences })
  let turn: TurnListener
  before(async () => {
    turn = await openTurnListener()
  })
  beforeEach(() => turn.forget())
  after(() => turn?.close())

  /** What was tried before had its time when a page without the defence has been heard. */
  async function hearsNothing(): Promise<void> {
    assert.equal(turn.count(), 0)
    const control = await undefended.show(pageOf({ control: parsed.srcdoc! }, turn.port), { profile })
    await hears(turn, ['control'])
    assert.deepEqual(turn.names(), ['control'])
    await control.close()
    turn.forget()
  }

  for (const [group, escapes] of Object.entries(groups))
    test(`leaks in the ways ${group} where it has no defence`, async () => {
      const { close } = await undefended.show(pageOf(escapes, turn.port), { profile })
      await hears(turn, leaking(escapes, browserName))
      assert.deepEqual(turn.names(), leaking(escapes, browserName))
      await close()
    })

  for (const [profile, how, prelude] of tries[browserName])
    for (const [group, escapes] of Object.entries(groups))
      test(`of the profile ${profile} leaks in none of the ways ${group}${how}, and its shell stays alive`, async () => {
        const { page, close } = await opened.show(pageOf(escapes, turn.port, prelude), { profile })
        await (prelude ? endedOrCut(page) : ended(page))
        await hearsNothing()
        assert.equal(await page.evaluate(() => document.querySelectorAll('.page-frame').length), 1)
        await close()
      })

  for (const tag of cut)
    test(`leaks nothing by a tag that is cut after ${tag} between two pieces of its stream`, async () => {
      const content = cutPage(tag, turn.port)
      const control = await undefended.show(content, { profile, slow: 200 })
      await hears(turn, ['cut'])
      await control.close()
      turn.forget()
      const { page, close } = await opened.show(content, { profile, slow: 200 })
      await ended(page)
      await hearsNothing()
      await close()
    })

  for (const [name, way] of Object.entries(clicked))
    test(`opens no window by a click: ${name}`, async () => {
      const content = pageOf({ [name]: way }, turn.port)
      const control = await undefended.show(content, { profile })
      await Promise.all([control.context.waitForEvent('page'), control.frame.click('#go')])
      await control.close()
      turn.forget()
      const { context, frame, close } = await opened.show(content, { profile })
      await frame.click('#go')
      await hearsNothing()
      assert.equal(context.pages().length, 1)
      await close()
    })
})
