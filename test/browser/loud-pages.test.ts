// Pages that flood the window around them with messages, in a real browser: their reader goes on reading and writing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commenting, writeOnPage } from '../support/commenting.ts'
import { inBrowsers } from '../support/in-browsers.ts'

const flood = `setInterval(() => { for (let i = 0; i < 1000; i++) parent.postMessage('ready', '*') }, 10)`
const loud = `<!doctype html><title>Loud</title><h1>Loud</h1><script>${flood}</script>`
const nested = `<!doctype html><title>Loud</title><iframe srcdoc="<script>${flood.replace('parent', 'top')}</script>"></iframe>`

inBrowsers('a page that floods the window with messages', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName, shell: false })

  for (const [how, text] of [
    ['itself', loud],
    ['from a frame of its own', nested],
  ] as const)
    test(`${how} is put away, says so, and leaves the comments to their reader`, async () => {
      const id = await publish({ visibility: 'company' }, text)
      const { page, close } = await browserOf(people.ben.session)
      await page.goto(`${ground.service.url}/${id}`)
      await page.getByRole('heading', { name: 'This page kept the window too busy' }).waitFor()
      await (await writeOnPage(page)).fill('Words')
      assert.equal(await page.locator('.page-frame').count(), 0)
      await close()
    })

  test('is not shown beside its source, which can be mended', async () => {
    const id = await publish({ visibility: 'company' }, loud)
    const { page, close } = await browserOf(people.ben.session)
    await page.goto(`${ground.service.url}/app/artifacts/${id}/edit?mode=source`)
    await page.getByText('The page kept the window too busy.').waitFor()
    const source = page.locator('.cm-content')
    await source.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('<h1>Quiet</h1>')
    await page.frameLocator('.editor-preview iframe').last().getByText('Quiet').waitFor()
    await close()
  })

  test('a little is left alone', async () => {
    const some = `setInterval(() => parent.postMessage({ height: 1 }, '*'), 15)`
    const id = await publish({ visibility: 'company' }, `<h1>Chatty</h1><script>${some}</script>`)
    const { page, close } = await browserOf(people.ben.session)
    await open(page, id)
    await page.waitForTimeout(2500)
    await page.frameLocator('.page-frame').getByText('Chatty').waitFor()
    await close()
  })
})
