// A page prints itself alone, by `print()` and by the menu, also where its frame may open no dialog.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBrowser } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { open } from './show.ts'

// Firefox without a window answers nothing more once its dialog is asked for.
inBrowser('chromium', 'a page that is printed', () => {
  const opened = open()

  test('prints its own document, without what we show over it', async () => {
    for (const profile of ['html', 'offline'] as const) {
      const { frame, page, close } = await opened.show(
        `<!doctype html><title>-</title><button id=go>Print</button><script>
        onbeforeprint = () => { document.title = 'printed' }
        go.onclick = () => { const w = window.open(''); w?.document.close(); print() }</script>`,
        { profile },
      )
      await page.evaluate(() => {
        addEventListener('beforeprint', () => document.documentElement.setAttribute('data-printed', ''))
      })
      await press(frame.locator('#go'))
      await frame.waitForFunction(() => document.title === 'printed')
      assert.equal(await page.locator('[data-printed], .print-frame').count(), 0)
      if (profile === 'html') {
        await page.emulateMedia({ media: 'print' })
        const display = () =>
          frame.evaluate(() => getComputedStyle(document.querySelector('recto-sheet')!).display)
        assert.equal(await display(), 'none')
        await page.emulateMedia({ media: 'screen' })
        assert.equal(await display(), 'block')
      }
      await close()
    }
  })

  test('is printed by the shell as a preview, once for a press and never by itself', async () => {
    const { frame, page, close } = await opened.show(
      `<!doctype html><h1>Preview</h1><button id=go>Print</button><script>
      go.onclick = () => { for (let at = 0; at < 200; at++) print() }
      setTimeout(() => { print(); setInterval(() => console.log('by itself'), 1000) }, 10_000)</script>`,
      { profile: 'preview' },
    )
    // A script of the test counts as a press of the reader, for five seconds.
    await page.waitForEvent('console', said => said.text() === 'by itself')
    await page.waitForEvent('console', said => said.text() === 'by itself')
    assert.equal(await page.locator('.print-frame').count(), 0)
    await press(frame.locator('#go'))
    const element = await page.waitForSelector('.print-frame', { state: 'attached' })
    const printing = (await element.contentFrame())!
    assert.equal(await printing.innerText('h1'), 'Preview')
    assert.equal(await page.locator('.print-frame').count(), 1)
    await close()
  })

  test('is printed by the menu itself, or through a frame without its scripts where it may open no dialog', async () => {
    const live = await opened.show(
      '<!doctype html><h1>live</h1><script>addEventListener("beforeprint", () => document.title = "printed")</script>',
    )
    await live.page.click('[popovertarget=more]')
    await live.page.click('[data-print]')
    await live.frame.waitForFunction(() => document.title === 'printed')
    await live.close()
    const quiet = await opened.show('<!doctype html><h1>quiet</h1>', { profile: 'md' })
    await quiet.page.click('[popovertarget=more]')
    await quiet.page.click('[data-print]')
    const element = await quiet.page.waitForSelector('.print-frame', { state: 'attached' })
    const printing = (await element.contentFrame())!
    await printing.waitForSelector('h1')
    assert.equal(await printing.getAttribute('html', 'data-theme'), 'light')
    await quiet.close()
  })
})
