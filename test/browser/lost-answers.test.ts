// Holds pages to saying so where an answer that they wait for is lost or broken.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { browsing } from '../support/browsing.ts'
import { editing, said, writeAtEnd } from '../support/editing.ts'
import type { Company } from '../support/people.ts'

/** In Chromium alone: what is tested is our own code, and both browsers reject alike. */
describe('an answer that is lost', () => {
  const here = browsing()
  const desk = editing(here, () => company)
  let company: Company

  before(async () => {
    company = await here.service.organization()
  })

  test('of who is signed in keeps nobody from publishing', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.route('**/v1/me', route => route.fulfill({ contentType: 'text/html', body: '<p>Welcome' }))
    await page.goto(`${here.service.url}/app`)
    const asked = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    const file = { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plan\n') }
    await (await asked).setFiles(file)
    await page.waitForURL(/\/\w{10}(\?done=published)?$/)
    await close()
  })

  test('with the list of keys is said', async () => {
    const id = await desk.publish('# Plan\n')
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.route('**/assets/dialog-*.js', route => route.abort())
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByText('The list of keys couldn’t be loaded.').waitFor()
    await close()
  })

  test('of the browser that should keep a draft is said, and stays said until one is kept', async () => {
    const id = await desk.publish('# Plan\n')
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (...name) {
        if (document.documentElement.dataset.keeps) return open.apply(this, name)
        throw new DOMException('nothing is kept here', 'SecurityError')
      }
    })
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine')
    await said(page, 'This browser can’t keep a draft.')
    await page.keyboard.press('!')
    assert.match(await page.locator('#editor-state').innerText(), /can’t keep a draft/)
    await page.evaluate(() => {
      document.documentElement.dataset.keeps = 'yes'
    })
    await page.keyboard.press('!')
    await said(page, 'draft kept')
    await close()
  })

  test('of the search in the documentation is not said of a field that is empty again', async () => {
    const { page, close } = await here.signedIn(null)
    const refuse = Promise.withResolvers<void>()
    await page.route('**/docs/search.json', async route => {
      await refuse.promise
      await route.fulfill({ status: 503, json: { status: 503 } })
    })
    await page.goto(`${here.service.url}/docs`)
    await page.locator('#doc-search').fill('two')
    await page.locator('#doc-search').fill('')
    const answered = page.waitForResponse('**/docs/search.json')
    refuse.resolve()
    await (await answered).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    assert.ok(await page.locator('#doc-results').isHidden())
    await close()
  })

  test('of the search in the documentation is said, and asked for again', async () => {
    const { page, close } = await here.signedIn(null)
    await page.route('**/docs/search.json', route => route.fulfill({ status: 503, json: { status: 503 } }))
    await page.goto(`${here.service.url}/docs`)
    await page.locator('#doc-search').focus()
    await page.keyboard.type('t')
    await page.getByText('Results could not be loaded. Press Enter to search.').waitFor()
    await page.unroute('**/docs/search.json')
    await page.keyboard.type('wo writers')
    await page.getByRole('link', { name: /Two writers at once/ }).waitFor()
    await close()
  })
})
