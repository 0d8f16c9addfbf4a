// The reader leaves the app in the same tab and comes back: the browser may restore what a frame showed last, which is not what it was made for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { inBrowsers } from '../support/in-browsers.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'

inBrowsers('a page to which the reader comes back', browserName => {
  // Chromium without its window ends when it restores a document of `data:`.
  const opened = open({ browserName, shell: false })

  const leaveAndComeBack = async (page: Page) => {
    await page.goto(`${opened.stage.url}/robots.txt`)
    await page.goBack({ waitUntil: 'domcontentloaded' })
    await page.waitForSelector('[data-state=shown]')
  }
  const framesOf = (page: Page) => page.frames().filter(each => each !== page.mainFrame())
  const says = (page: Page, words: string) =>
    until(`the page says ${words}`, async () => {
      const said = await framesOf(page)[0]
        ?.textContent('output', { timeout: 1000 })
        .catch(() => null)
      return said === words
    })

  for (const profile of ['offline', 'preview'] as const)
    test(`reaches no network, though it gave itself the address of open pages (${profile})`, async () => {
      const { page, close } = await opened.show(
        `<!doctype html><output></output><script>
          const { name } = performance.getEntriesByType('navigation')[0]
          history.replaceState(null, '', new URL(name).pathname.replace(/[^/]+$/, 'html'))
          const say = words => { document.querySelector('output').textContent = words }
          fetch('${opened.stage.url}/v1/leak', { mode: 'no-cors' }).then(() => say('open'), () => say('closed'))
        </script>`,
        { profile },
      )
      await says(page, 'closed')
      await leaveAndComeBack(page)
      await says(page, 'closed')
      assert.deepEqual(
        opened.stage.requests.filter(({ path }) => path.startsWith('/v1/leak')),
        [],
      )
      await close()
    })

  /** Ends up at a document that never finishes loading, says what our frame says, and tells what it hears. */
  const pretending = (scheme: string) => `<!doctype html><output>real</output><script>
    const word = 'ready' + new URL(performance.getEntriesByType('navigation')[0].name).pathname
    const made = '<p>Made<img src="${opened.stage.url}/live"><script>parent.postMessage("' + word + '", "*");' +
      'addEventListener("message", () => fetch("${opened.stage.url}/v1/told", { mode: "no-cors" }))<' + '/script>'
    const go = () => location.href = '${scheme}' === 'data:' ? 'data:text/html,' + encodeURIComponent(made)
      : URL.createObjectURL(new Blob([made], { type: 'text/html' }))
  </script>`

  for (const scheme of ['data:', 'blob:'] as const) {
    test(`is shown again, at once, in place of a document that it made (${scheme})`, async () => {
      const { page, frame, close } = await opened.show(pretending(scheme))
      await page.locator('iframe.page-frame').evaluate(element => element.classList.add('old'))
      frame.evaluate('go()').catch(() => undefined)
      await page.waitForSelector('[data-state=shown] iframe.page-frame:not(.old)')
      await says(page, 'real')
      await close()
    })

    test(`is shown on its own host, where it had made a document that is told nothing (${scheme})`, async () => {
      const { page, frame, close } = await opened.show(pretending(scheme))
      frame.evaluate('go()').catch(() => undefined)
      await until('it goes', () => framesOf(page).some(each => each.url().startsWith(scheme)))
      await leaveAndComeBack(page)
      await says(page, 'real')
      assert.notEqual(await framesOf(page)[0]!.evaluate(() => location.origin), opened.stage.url)
      assert.deepEqual(
        opened.stage.requests.filter(({ path }) => path.startsWith('/v1/told')),
        [],
      )
      await close()
    })
  }

  for (const address of ['/users?tab=2', '/', '#there'])
    test(`is shown on its own host, wherever its router was (${address})`, async () => {
      const { page, close } = await opened.show(
        `<!doctype html><output></output><script>
          document.querySelector('output').textContent = location.pathname
          history.pushState(null, '', '${address}')
        </script>`,
      )
      await says(page, '/')
      await leaveAndComeBack(page)
      await says(page, '/')
      await close()
    })
})
