// The front door in a browser: a chosen file is a page at once, a reload publishes nothing again, and Undo takes it away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'

const plan = {
  name: 'plan.html',
  mimeType: 'text/html',
  buffer: Buffer.from('<!doctype html><title>A plan</title><p>Words'),
}

inBrowsersAtLength('the front door', browserName => {
  const here = browsing({ browserName })

  test('takes a file without an account, stands on its claim link after a reload, and takes it back by Undo', async () => {
    const { page, problems, close } = await here.browser.open()
    await page.goto(here.service.url)
    await looksRight(page, 'front-door')
    await page.getByLabel('Choose a file').setInputFiles(plan)
    await page.getByRole('heading', { name: 'Published', exact: true }).waitFor()
    await looksRight(page, 'front-door-published')
    const address = await page.getByRole('link', { name: 'Open page' }).getAttribute('href')
    await page.waitForURL('**/claim/*')
    await page.reload()
    await page.getByRole('heading', { name: 'Claim this page' }).waitFor()
    await page.goto(here.service.url)
    await page.getByLabel('Choose a file').setInputFiles(plan)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('No one can open the page any more').waitFor()
    const answer = await page.request.get(here.service.url + address)
    assert.equal(answer.status(), 200)
    assert.deepEqual(problems, [])
    await close()
  })

  test('fits a small phone, and breaks no word of its commands, an address at most after a slash', async () => {
    const { page, close } = await here.browser.open({ viewport: { width: 320, height: 640 } })
    await page.goto(here.service.url)
    await looksRight(page, 'front-door-small')
    const lines = (word: string) =>
      page
        .locator('.publish-ways code')
        .first()
        .evaluate((code, sought) => {
          const text = code.firstChild as Text
          const range = document.createRange()
          range.setStart(text, text.data.indexOf(sought))
          range.setEnd(text, text.data.indexOf(sought) + sought.length)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size
        }, word)
    const words = ['file=@page.html', new URL(here.service.url).host, 'artifacts']
    assert.deepEqual(await Promise.all(words.map(lines)), [1, 1, 1])
    await close()
  })

  test('publishes a file that is dropped anywhere on it, and says before who could open it', async () => {
    const { page, problems, close } = await here.browser.open()
    await page.goto(here.service.url)
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['# Dropped'], 'plan.md'))
      return transfer
    })
    await page.dispatchEvent('h1', 'dragover', { dataTransfer })
    const area = page.getByRole('status').filter({ hasText: 'Drop to publish' })
    await area.getByText('Anyone with the link can open it for 30 days.').waitFor()
    await page.dispatchEvent('h1', 'drop', { dataTransfer })
    await page
      .getByText('Anyone with the link can open “plan” until')
      .or(page.getByText('Anyone with the link can open “Dropped” until'))
      .waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('asks once before it publishes a pasted text', async () => {
    const { page, problems, close } = await here.browser.open()
    await page.goto(here.service.url)
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Paste' }).click()
    await page.getByLabel('HTML or Markdown').fill('# Pasted')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Anyone with the link can open “Pasted” until').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })
})
