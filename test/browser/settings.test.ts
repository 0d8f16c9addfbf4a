// Settings of the dashboard that save at once, and by a button where no script runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'

inBrowsersAtLength('settings', browserName => {
  const here = browsing({ browserName })

  test('what is chosen is saved at once, is told, and keeps the focus', async () => {
    const { owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie)
    await page.goto(`${here.service.url}/app/account`)
    const pace = page.getByLabel('Email about comments')
    assert.equal(await pace.inputValue(), 'each')
    await pace.selectOption('Once a day, at 6:00 UTC')
    await page.getByText('Saved. It applies to what happens from now on.').waitFor()
    assert.equal(await pace.inputValue(), 'daily')
    await page.waitForFunction(() => document.activeElement?.id === 'notices')
    await looksRight(page, 'account')
    await page.reload()
    assert.equal(await pace.inputValue(), 'daily')
    assert.equal(await page.evaluate(() => document.activeElement?.id), '')
  })

  test('what is chosen before the script has come keeps its button, which saves it', async () => {
    const { owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie)
    const chosen = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async route => {
      await chosen.promise
      await route.continue()
    })
    await page.goto(`${here.service.url}/app/account`, { waitUntil: 'commit' })
    await page.getByLabel('Email about comments').selectOption('None')
    chosen.resolve()
    await page.waitForLoadState()
    await page.locator('form[data-save]').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It applies to what happens from now on.').waitFor()
    assert.equal(await page.getByLabel('Email about comments').inputValue(), 'none')
  })

  // Over WebDriver BiDi, Firefox runs scripts even where none should.
  if (browserName === 'firefox') return

  test('without a script a button saves', async () => {
    const { owner } = await here.service.organization()
    const { page } = await here.signedIn(owner.session.cookie, { javaScriptEnabled: false })
    await page.goto(`${here.service.url}/app/account`)
    await page.getByLabel('Email about comments').selectOption('None')
    await page.locator('form[data-save]').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It applies to what happens from now on.').waitFor()
    assert.equal(await page.getByLabel('Email about comments').inputValue(), 'none')
  })
})
