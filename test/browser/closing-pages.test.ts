// Pages that close the tab around them, in real browsers: it stays, or what is written in it does.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { BrowserName } from '../support/browser.ts'
import { commenting, writeOnPage } from '../support/commenting.ts'
import { inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { until } from '../support/until.ts'

const page = (script: string) => `<!doctype html><title>Plan</title><h1>The plan</h1><p id=said>Waits
<button>Close</button>
<script>
let tries = 0
const close = () => { top.close(); parent.close(); said.textContent = 'Tried ' + ++tries }
${script}
</script>`

const closesAlways = page('setInterval(close, 50)')
const closesOnPress = page(`document.querySelector('button').onclick = () => setInterval(close, 50)`)

/** Ways from a page of another site, such as mail in a browser, each into a tab of its own. */
const ways = {
  'a link': (address: string) => `<a target=_blank href="${address}">Go</a>`,
  'a link that keeps its opener': (address: string) => `<a target=_blank rel=opener href="${address}">Go</a>`,
  'a script': (address: string) => `<button onclick="window.open('${address}')">Go</button>`,
}

/** The ways whose tabs Firefox closes all the same, as the security notes say: such a tab stays closable for good. */
const closes: Record<BrowserName, string[]> = { chromium: [], firefox: Object.keys(ways) }

inBrowsers('a page that closes the tab', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName, shell: false })
  let elsewhere = ''
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(elsewhere))
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  after(() => server.close())

  test('leaves it open, with the comment that is written in it', async () => {
    const id = await publish({ visibility: 'company' }, closesAlways)
    const { page, close } = await browserOf(people.ben.session)
    await open(page, id)
    const field = await writeOnPage(page)
    await field.fill('Words of mine')
    await page
      .frameLocator('.page-frame')
      .getByText(/Tried \d{2}/)
      .waitFor()
    assert.equal(page.isClosed(), false)
    assert.equal(await field.inputValue(), 'Words of mine')
    await close()
  })

  for (const [way, link] of rowsIn(browserName, Object.entries(ways)))
    test(`takes no word of a comment with it where ${way} of another site opened the tab`, async () => {
      const id = await publish({ visibility: 'company' }, closesOnPress)
      const { page, context, close } = await browserOf(people.ben.session)
      elsewhere = link(`${ground.service.url}/${id}`)
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const opening = context.waitForEvent('page')
      await page.getByText('Go').click()
      const tab = await opening
      await tab.waitForSelector('[data-state=shown]')
      await (await writeOnPage(tab)).fill('Words of mine')
      const inside = tab.frameLocator('.page-frame')
      await press(inside.getByRole('button', { name: 'Close' })).catch(error => {
        // The tab may be gone before the click is answered.
        if (!tab.isClosed()) throw error
      })
      if (closes[browserName].includes(way)) await until('the tab is closed', () => tab.isClosed())
      else await inside.getByText(/Tried \d{2}/).waitFor()
      assert.equal(tab.isClosed(), closes[browserName].includes(way))
      await open(page, id)
      assert.equal(await (await writeOnPage(page)).inputValue(), 'Words of mine')
      await close()
    })
})
