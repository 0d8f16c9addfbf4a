// Forms in shadow roots that the file declares: they lead where forms outside of them lead.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { endsAfterJourney, inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { until } from '../support/until.ts'
import { follows, says } from './page-address.ts'
import { open } from './show.ts'

const declared = (html: string) => `<div><template shadowrootmode=open>${html}</template></div>`
const button = '<button>Go</button>'
const field = '<input name=tab value=2>'

/** Ways of the reader and of a script to send a form, each with what the form holds for it. */
const ways: Record<string, { holds: string; send(frame: Frame): Promise<unknown> }> = {
  'the press of a button': { holds: field + button, send: frame => press(frame.locator('button')) },
  'the Enter key': { holds: field, send: frame => frame.locator('[name=tab]').press('Enter') },
  requestSubmit: {
    holds: field,
    send: frame => frame.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit()),
  },
}

inBrowsers('a form in a shadow root that the file declares', browserName => {
  const opened = open({ browserName, shell: true })

  let other = ''
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><p>Other site</p>')
  })
  before(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening')
    other = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  })
  after(() => {
    site.closeAllConnections()
    site.close()
  })

  /** Shows the page, and notes that this is the element which the shell made for it first. */
  async function show(html: string, profile: Profile = 'html') {
    const shown = await opened.show(`<!doctype html><p id=page>Page</p>${html}${follows}`, {
      profile,
      hash: '?tab=1',
    })
    await shown.page.locator('iframe.page-frame').evaluate(element => element.classList.add('old'))
    return shown
  }

  const isShownAgain = (page: Page) =>
    page.locator('[data-state=shown] iframe.page-frame:not(.old)').waitFor()

  for (const [name, { holds, send }] of Object.entries(ways)) {
    test(`opens another site beside, at ${name}`, async () => {
      const { frame, page, context, close } = await show(declared(`<form action="${other}">${holds}</form>`))
      const [tab] = await Promise.all([context.waitForEvent('page'), send(frame)])
      await tab.waitForURL(`${other}?tab=2`)
      assert.equal(await tab.evaluate(() => window.opener), null)
      assert.equal(await page.locator('[data-state=shown] iframe.old').count(), 1)
      assert.equal(await frame.textContent('#page'), 'Page')
      await close()
    })

    for (const profile of ['html', 'offline'] as Profile[])
      test(`shows the page again and opens no window, at ${name} (${profile})`, async () => {
        for (const form of rowsIn(browserName, [
          declared(`<form target=_blank>${holds}</form>`),
          `<base target=_blank>${declared(declared(`<form>${holds}</form>`))}`,
        ])) {
          const { frame, page, context, close } = await show(form, profile)
          // It may never be answered: its frame is gone.
          send(frame).catch(() => undefined)
          await isShownAgain(page)
          await says(page, '#at', '?tab=2')
          assert.equal(context.pages().length, 1)
          await close()
        }
      })

    if (endsAfterJourney(browserName)) return
  }

  test('leads nowhere at a neighbour of the file, and opens no window', async () => {
    for (const profile of ['html', 'offline'] as const) {
      const { frame, page, context, close } = await show(
        declared(`<form target=_blank action=other.html>${button}</form>`),
        profile,
      )
      await press(frame.locator('button'))
      await page.locator('#status', { hasText: 'other.html' }).waitFor({ state: 'attached' })
      assert.equal(context.pages().length, 1)
      assert.equal(await page.locator('[data-state=shown] iframe.old').count(), 1)
      await close()
    }
  })

  test('opens another site beside where its event stops', async () => {
    const { frame, page, context, close } = await show(
      declared(`<div onsubmit="event.stopPropagation()"><form action="${other}">${button}</form></div>`),
    )
    const [tab] = await Promise.all([context.waitForEvent('page'), press(frame.locator('button'))])
    await tab.waitForURL(`${other}*`)
    assert.equal(await page.locator('[data-state=shown] iframe.old').count(), 1)
    await close()
  })

  test('shows the page again where its event stops, and opens no window', async () => {
    for (const profile of ['html', 'offline'] as const) {
      const { frame, page, context, close } = await show(
        declared(
          `<div onsubmit="event.stopPropagation()"><form target=_blank>${field}${button}</form></div>`,
        ),
        profile,
      )
      press(frame.locator('button')).catch(() => undefined)
      await isShownAgain(page)
      await says(page, '#at', '?tab=2')
      assert.equal(context.pages().length, 1)
      await close()
    }
  })

  test('is left to the page that cancels its event', async () => {
    for (const profile of ['html', 'offline'] as const)
      for (const action of ['', other]) {
        const { frame, page, context, close } = await show(
          declared(
            `<div onsubmit="this.title = 'heard'; return false"><form action="${action}">${field}${button}</form></div>`,
          ),
          profile,
        )
        await press(frame.locator('button'))
        await until(
          'the page hears it',
          async () => (await frame.getAttribute('[title]', 'title')) === 'heard',
        )
        await page.evaluate(() => location.assign('#x'))
        await says(page, '#at', '?tab=1#x')
        assert.equal(await page.locator('iframe.old').count(), 1)
        assert.equal(context.pages().length, 1)
        await close()
      }
  })
})
