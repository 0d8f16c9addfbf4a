// Settings of the dashboard that save at once, and by a button where no script runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
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

  test('the settings of a page save at once, and keep what was refused where it was typed', async () => {
    const { owner } = await here.service.organization()
    const { page, problems, close } = await here.signedIn(owner.session.cookie)
    const made = await here.publish(owner.key, { name: 'Before' }, { name: 'page.md', text: '# Before' })
    const id = made.json.shortId as string
    const stored = async () => {
      const headers = { authorization: `Bearer ${owner.key}` }
      return (await send(`${here.service.url}/v1/artifacts/${id}/metadata`, { headers })).json
    }
    await page.goto(`${here.service.url}/app/artifacts/${id}`)
    const name = page.getByLabel('Name', { exact: true })
    await name.press('ControlOrMeta+a')
    await name.pressSequentially('After')
    await name.press('Enter')
    await page.getByText('Name saved').waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('After').waitFor()
    assert.equal(await page.title(), 'After · Recto')
    assert.equal(await page.locator('#delete-dialog strong').textContent(), 'After')
    const label = page.getByLabel('Labels', { exact: true })
    await label.fill('finance, 2026')
    await label.press('Enter')
    await page.getByText('Labels saved').waitFor()
    assert.equal(await label.inputValue(), '')
    await page.getByRole('button', { name: 'Remove 2026' }).click()
    await page.getByRole('button', { name: 'Remove 2026' }).waitFor({ state: 'detached' })
    await label.fill('x'.repeat(41))
    await label.press('Enter')
    await page.locator('#labels-error').waitFor()
    assert.equal(await label.inputValue(), 'x'.repeat(41))
    await label.fill('')
    await page.getByLabel('Theme', { exact: true }).selectOption('Paper')
    await page.getByText('Theme saved').waitFor()
    await page.getByRole('switch', { name: 'Readers can see earlier versions' }).click()
    await page.getByText('Access saved').waitFor()
    await page.getByLabel('Expires').fill('2999-12-31')
    await page.getByText('Expiry saved').waitFor()
    const { name: called, labels, theme, historyVisible, expiresAt } = await stored()
    assert.deepEqual(
      { called, labels, theme, historyVisible, expiresAt },
      {
        ...{ called: 'After', labels: ['finance'], theme: 'paper' },
        ...{ historyVisible: true, expiresAt: '2999-12-31T23:59:59.999Z' },
      },
    )
    await looksRight(page, 'page-settings')
    await page.reload()
    assert.equal(await name.inputValue(), 'After')
    assert.deepEqual(
      problems.filter(problem => !/422/.test(problem)),
      [],
    )
    await close()
  })

  test('settings of a page that are changed quickly lose nothing, whenever the answers come', async () => {
    const { owner } = await here.service.organization()
    const { page, close } = await here.signedIn(owner.session.cookie)
    const made = await here.publish(owner.key, { name: 'Busy' }, { name: 'page.md', text: '# Busy' })
    const address = `${here.service.url}/v1/artifacts/${made.json.shortId}`
    const answer = Promise.withResolvers<void>()
    await page.route(`${address}`, async route => {
      await answer.promise
      await route.continue()
    })
    await page.goto(`${here.service.url}/app/artifacts/${made.json.shortId}`)
    const label = page.getByLabel('Labels', { exact: true })
    for (const text of ['one', 'two', 'three']) {
      await label.fill(text)
      await label.press('Enter')
    }
    await page.getByLabel('Theme', { exact: true }).selectOption('Terminal')
    await page.getByLabel('Name', { exact: true }).fill('x'.repeat(200))
    answer.resolve()
    await page.getByText('Theme saved').waitFor()
    for (const text of ['one', 'two', 'three'])
      await page.getByRole('button', { name: `Remove ${text}` }).waitFor()
    assert.equal(await page.getByLabel('Theme', { exact: true }).inputValue(), 'terminal')
    await page.getByLabel('Expires').fill('2001-01-01')
    await page.getByText('Choose a day from today on.').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('switch').click()
    await page.getByText('The server did not answer.').waitFor()
    assert.equal(await page.getByRole('switch').isChecked(), false)
    await close()
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
