// Files that a page makes and programs that it calls: they are saved and started beside it, and the page stays.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'

const blob = (type: string) => `URL.createObjectURL(new Blob(['made here'], { type: '${type}' }))`
const link = (address: string, name: string) =>
  `Object.assign(document.createElement('a'), { href: ${address}, download: '${name}' }).click()`
const button = (script: string) =>
  `<!doctype html><title>-</title><button id=go>Go</button><a id=next href="other.html">Next</a><script>go.onclick = () => { ${script} }</script>`

const saving = {
  'a link to an address with the file in it': link(`'data:text/plain,made%20here'`, 'made.txt'),
  'an address that no browser shows': `location.href = ${blob('application/octet-stream')}`,
}

/** The page is shown, and answers: its dead link is told. */
async function answers(page: Page): Promise<void> {
  await page.locator('[data-state=shown] iframe:not([style*=hidden])').waitFor()
  await page.getByText('other.html').first().waitFor()
}

inBrowsers('a file that a page makes', browserName => {
  // A Firefox of its own, which saves below the folder of this file.
  const opened = open({
    browserName,
    shell: !isAtLength,
    preferences: { 'browser.download.alwaysOpenPanel': false },
  })

  // Over WebDriver BiDi Firefox says nothing of a link to a file in memory, but saves it.
  test('is saved from a link to a file in memory, under the name that it gives', async () => {
    const name = `made-${randomUUID()}.txt`
    const { page, frame, close } = await opened.show(button(link(blob('text/plain'), name)))
    const heard = page.waitForEvent('download').then(
      file => file.suggestedFilename() === name,
      () => false,
    )
    await press(frame.locator('#go'))
    if (browserName === 'firefox')
      await until('it is saved', () => globSync(join(tmpdir(), 'playwright-artifacts-*', name)).length > 0)
    else assert.ok(await heard)
    await press(frame.locator('#next'))
    await answers(page)
    await close()
  })

  test('gives way to the page again, where the page goes to it as a document', async () => {
    const made = `URL.createObjectURL(new Blob(['<p>Made'], { type: 'text/html' }))`
    const { page, frame, close } = await opened.show(button(`location.href = ${made}`))
    const again = page.waitForEvent('framenavigated', each => each !== frame && each !== page.mainFrame())
    frame
      .locator('#go')
      .click()
      .catch(() => undefined)
    await again
    await page.frameLocator('[data-state=shown] iframe').locator('#go').waitFor()
    await close()
  })

  if (endsAfterJourney(browserName)) return

  for (const [name, script] of Object.entries(saving))
    test(`is saved from ${name}, and the page stays`, async () => {
      const { page, frame, close } = await opened.show(button(script))
      const [file] = await Promise.all([page.waitForEvent('download'), press(frame.locator('#go'))])
      assert.equal(await text(await file.createReadStream()), 'made here')
      await press(frame.locator('#next'))
      await answers(page)
      await close()
    })

  for (const scheme of ['mailto:ana@example.com', 'tel:+123'])
    test(`may be asked of a program, with ${scheme}, and the page stays`, async () => {
      // The browser's own question lies above the page from then on.
      const { page, frame, close } = await opened.show(
        button(`location.href = '${scheme}'; setTimeout(() => next.click(), 1000)`),
        { apart: true },
      )
      const refused = await page.evaluateHandle(() => {
        const refused: string[] = []
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI))
        return refused
      })
      await press(frame.locator('#go'))
      await answers(page)
      assert.deepEqual(await refused.jsonValue(), [])
      await close()
    })
})
