// Pages that take the keyboard from somebody who writes beside them, in a real browser: what is written stays with its writer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Locator, Page } from 'playwright-core'
import { commenting, writeOnPage } from '../support/commenting.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'

const text = '<!doctype html><title>Plan</title><h1>The plan</h1><input id=i><p>Words'

const take = `document.querySelector('#i').focus(); window.focus()`

const published = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

/** Returns the text that the keyboard wrote in the page of the frame. */
const inPage = (page: Page) => page.frameLocator('iframe').locator('#i').inputValue()

const has = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

inBrowsers('a page that takes the focus', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName, shell: false })

  const composing = async () => {
    const id = await publish({ visibility: 'company' }, text)
    const opened = await browserOf(people.ben.session)
    await open(opened.page, id)
    const field = await writeOnPage(opened.page)
    await field.click()
    return { ...opened, field }
  }

  test('gives it back to the comment that is written', async () => {
    const { page, field, close } = await composing()
    await page.evaluate(() =>
      addEventListener('focus', () => {
        document.documentElement.dataset.back = 'yes'
      }),
    )
    for (const word of ['a ', 'secret ', 'answer']) {
      await page.keyboard.type(word)
      await page.evaluate(() => delete document.documentElement.dataset.back)
      await published(page).evaluate(take)
      await page.waitForSelector('html[data-back]')
      await has(field)
    }
    assert.equal(await field.inputValue(), 'a secret answer')
    assert.equal(await inPage(page), '')
    await close()
  })

  test('again and again is put away, says so, and is shown again on demand', async () => {
    const { page, field, close } = await composing()
    await page.keyboard.type('Words of ')
    await published(page).evaluate(`setInterval(() => { ${take} }, 5); 0`)
    await page.getByRole('heading', { name: 'This page took the keyboard while you were writing' }).waitFor()
    await has(field)
    await page.keyboard.type('mine')
    assert.equal(await field.inputValue(), 'Words of mine')
    await page.getByRole('button', { name: 'Show the page again' }).click()
    await page.frameLocator('.page-frame').getByText('Words').waitFor()
    await close()
  })

  test('is left alone where the reader goes there', async () => {
    const { page, field, close } = await composing()
    await field.fill('Words')
    const inside = page.frameLocator('.page-frame').locator('#i')
    await press(inside)
    await page.keyboard.type('of the reader')
    assert.equal(await inside.inputValue(), 'of the reader')
    await field.click()
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe')
    await page.waitForTimeout(200)
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'iframe')
    await close()
  })

  test('loses it to the source that is edited, at each new preview', async () => {
    const id = await publish({ visibility: 'company' }, `${text}<script>${take}</script>`)
    const { page, close } = await browserOf(people.ben.session)
    await page.goto(`${ground.service.url}/app/artifacts/${id}/edit?mode=source`)
    await page.locator('[data-editor][data-state=open]').waitFor()
    const source = page.locator('.cm-content')
    for (const word of ['One', 'Two']) {
      await page.frameLocator('.editor-preview iframe').last().getByText('Words').waitFor()
      await source.click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.insertText(`<p>${word}`)
      await page.frameLocator('.editor-preview iframe:not(.coming)').getByText(word).waitFor()
      await has(source)
    }
    await close()
  })
})
