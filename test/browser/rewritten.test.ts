// A page that writes its document anew, as locked pages and old wizards do: it stays, and its links and forms are kept within.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'

const second = `<!doctype html><base target=_blank><h1>Unlocked</h1><a href=#below>below</a>
<a href=other.html>other</a><a href=https://example.com/>out</a><p style=margin-top:3000px id=below>Below</p>`

const rewriting = {
  'by a timer, and closes it': `addEventListener('load', () => setTimeout(() => {
    document.open(); document.write(second); document.close() }, 50))`,
  'twice, without opening it': `addEventListener('load', () => setTimeout(() => {
    document.write('<p>Wait'); document.close(); document.write(second); document.close() }, 50))`,
  'before it has loaded': `addEventListener('DOMContentLoaded', () => { document.write(second); document.close() })`,
  'and leaves it open': `addEventListener('load', () => setTimeout(() => document.write(second), 50))`,
}

inBrowsers('a page that writes its document anew', browserName => {
  const opened = open({ browserName, shell: true })

  const heading = (page: Page) => page.frameLocator('iframe.page-frame').locator('h1')

  /** Gives up soon, since whoever asks asks again. */
  const titleOf = (page: Page) =>
    heading(page)
      .textContent({ timeout: 1000 })
      .catch(() => null)

  test('is shown again all the same when it loads itself again', async () => {
    const { page, frame, close } = await opened.show(
      `<!doctype html><h1>Locked</h1><script>addEventListener('load', () => setTimeout(() => {
        document.write('<h1>Unlocked</h1>'); document.close() }, 50))</script>`,
    )
    await until('the page is unlocked', async () => (await titleOf(page)) === 'Unlocked')
    await page.locator('iframe.page-frame').evaluate(each => each.classList.add('old'))
    frame.evaluate(() => location.reload()).catch(() => undefined)
    await page.locator('iframe.page-frame:not(.old)').waitFor()
    await until('the page is unlocked', async () => (await titleOf(page)) === 'Unlocked')
    await close()
  })

  for (const profile of ['html', 'preview'] as Profile[]) {
    for (const [how, script] of Object.entries(rewriting))
      test(`${how}: is seen, and its links are guarded (${profile})`, async () => {
        const { page, context, frame, close } = await opened.show(
          `<!doctype html><h1>Locked</h1><script>const second = ${JSON.stringify(second)}; ${script}</script>`,
          { profile, waitUntil: 'domcontentloaded' },
        )
        await until('the page is unlocked', async () => (await titleOf(page)) === 'Unlocked')
        await frame.click('text=below')
        await frame.waitForFunction(() => scrollY > 1000)
        await frame.evaluate(() => scrollTo(0, 0))
        await frame.click('text=other')
        await page.getByText('is not part of it').first().waitFor()
        assert.equal(context.pages().length, 1)
        assert.equal(await heading(page).textContent(), 'Unlocked')
        assert.equal(
          await page.locator('iframe.page-frame').evaluate(each => getComputedStyle(each).visibility),
          'visible',
        )
        await close()
      })

    if (endsAfterJourney(browserName)) return
  }
})
