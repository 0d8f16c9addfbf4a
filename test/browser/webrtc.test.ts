// A closed page carries nothing out by WebRTC: tried in every way known, against a TURN server that must hear nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { openTurnListener, type TurnListener } from '../support/turn-listener.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'
import { noBrowser } from './stage.ts'
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

const closedProfiles: readonly Profile[] = ['offline', 'preview']
const groups = { parsed, written, completed, made }
const profile = 'offline'
const leaking = (escapes: Record<string, Escape>): string[] =>
  Object.keys(escapes)
    .filter(name => escapes[name]!.leaks.includes('chromium'))
    .sort()

const hears = (turn: TurnListener, names: readonly string[]) =>
  until(`all of ${names.join()} leak`, () => names.every(name => turn.names().includes(name))).catch(
    error => {
      throw new Error(`${error.message}; heard: ${turn.names().join()}`)
    },
  )

describe('a closed page in Chromium', { skip: noBrowser, timeout: 280_000 }, () => {
  const undefended = open({ undefended: true })
  const opened = open()

  /** What was tried before had its time when a page without the defence has been heard. */
  async function hearsNothing(turn: TurnListener): Promise<void> {
    assert.equal(turn.count(), 0)
    const control = await undefended.show(pageOf({ control: parsed.srcdoc! }, turn.port), { profile })
    await hears(turn, ['control'])
    assert.deepEqual(turn.names(), ['control'])
    await control.close()
  }

  for (const [group, escapes] of Object.entries(groups))
    test(`leaks in the ways ${group} where it has no defence`, async () => {
      const turn = await openTurnListener()
      const { close } = await undefended.show(pageOf(escapes, turn.port), { profile })
      await hears(turn, leaking(escapes))
      assert.deepEqual(turn.names(), leaking(escapes))
      await close()
      await turn.close()
    })

  for (const profile of closedProfiles)
    for (const [how, prelude] of [
      ['', ''],
      [' after it replaced natives', replacedNatives],
    ])
      test(`of the profile ${profile} leaks in none of these ways${how}, and its shell stays alive`, async () => {
        const turn = await openTurnListener()
        for (const escapes of Object.values(groups)) {
          const { page, frame, close } = await opened.show(pageOf(escapes, turn.port, prelude), { profile })
          await frame.waitForSelector('#end')
          await hearsNothing(turn)
          assert.equal(await page.evaluate(() => document.querySelectorAll('.page-frame').length), 1)
          turn.forget()
          await close()
        }
        await turn.close()
      })

  for (const tag of cut)
    test(`leaks nothing by a tag that is cut after ${tag} between two pieces of its stream`, async () => {
      const turn = await openTurnListener()
      const content = cutPage(tag, turn.port)
      const control = await undefended.show(content, { profile, slow: 200 })
      await hears(turn, ['cut'])
      await control.close()
      turn.forget()
      const other = await openTurnListener()
      const { frame, close } = await opened.show(cutPage(tag, other.port), { profile, slow: 200 })
      await frame.waitForSelector('#end')
      await hearsNothing(other)
      await close()
      await Promise.all([turn.close(), other.close()])
    })

  for (const [name, way] of Object.entries(clicked))
    test(`opens no window by a click: ${name}`, async () => {
      const turn = await openTurnListener()
      const content = pageOf({ [name]: way }, turn.port)
      const control = await undefended.show(content, { profile })
      await Promise.all([control.context.waitForEvent('page'), control.frame.click('#go')])
      await control.close()
      const { context, frame, close } = await opened.show(content, { profile })
      await frame.click('#go')
      await hearsNothing(turn)
      assert.equal(context.pages().length, 1)
      await close()
      await turn.close()
    })
})
