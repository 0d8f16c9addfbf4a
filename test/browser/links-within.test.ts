// Links that stay in the page: they scroll inside its frame, whatever window the page asks for, and open none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from 'playwright-core'
import { inBrowsers } from '../support/in-browsers.ts'
import { caseFile } from '../support/real-pages.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'

const scrolled = (frame: Frame) =>
  until('the page has scrolled', () => frame.evaluate(() => scrollY > 500 && location.hash === '#s'))

inBrowsers('links within a page', browserName => {
  const opened = open({ browserName })

  for (const profile of ['html', 'offline'] as const)
    test(`a fragment scrolls inside the frame also where the page opens links beside (${profile})`, async () => {
      const { frame, context, close } = await opened.show(caseFile('base-blank.html'), { profile })
      await frame.getByText('Contents: Section').click()
      await scrolled(frame)
      assert.equal(context.pages().length, 1)
      await close()
    })

  test('neither keys, buttons nor targets make a window of a link that leads nowhere else', async () => {
    const links = ['#s', '', 'neighbour.html', '?a=1', '/app'].map(
      href => `<p><a target="_blank" href="${href}">link ${href || 'empty'}</a>`,
    )
    const html = `<!doctype html>${links.join('')}<p><a target=other id=own>own</a><div style="height:2000px"></div><h2 id=s>S</h2>
      <script>own.href = document.URL + '#s'; own.href = document.URL.split('#')[0]</script>`
    const { frame, page, context, close } = await opened.show(html)
    for (const name of ['link #s', 'link empty', 'link neighbour.html', 'link ?a=1', 'link /app', 'own'])
      for (const options of [
        {},
        { modifiers: ['Control'] },
        { modifiers: ['Shift'] },
        { button: 'middle' },
      ] as const) {
        await frame.getByText(name, { exact: true }).click(options as object)
        await frame.evaluate(() => scrollTo(0, 0))
      }
    assert.equal(context.pages().length, 1)
    assert.equal(await page.locator('iframe').count(), 1)
    assert.equal(await page.locator('[data-state=shown]').count(), 1)
    await close()
  })

  test('a link of the author to another site opens beside', async () => {
    const { frame, context, close } = await opened.show(
      '<!doctype html><base target=_blank><a href="https://example.com/">Out</a>',
    )
    const [popup] = await Promise.all([context.waitForEvent('page'), frame.getByText('Out').click()])
    await popup.close()
    await close()
  })
})
