// Pages that close the tab around them, in real browsers: a tab that a link of a mail opened stays, with all that is written in it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commenting, writeOnPage } from '../support/commenting.ts'
import { inBrowsers } from '../support/in-browsers.ts'

const text = `<!doctype html><title>Plan</title><h1>The plan</h1><p id=said>Waits
<script>
let tries = 0
setInterval(() => { top.close(); parent.close(); said.textContent = 'Tried ' + ++tries }, 50)
</script>`

inBrowsers('a page that closes the tab', browserName => {
  const { people, publish, browserOf, open } = commenting({ browserName })

  test('leaves it open, with the comment that is written in it', async () => {
    const id = await publish({ visibility: 'company' }, text)
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
})
