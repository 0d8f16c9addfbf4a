// Pages used with the keyboard, mended after a mistake, copied from, and small.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { samplePages } from '../surfaces/web/sample-pages.ts'
import { results } from './every-page.ts'
import { noBrowser, openBrowser, openStage, type Stage } from './stage.ts'

describe('a page', { skip: noBrowser }, () => {
  let stage: Stage
  let browser: Browser

  before(async () => {
    stage = await openStage()
    browser = await openBrowser()
    const pages = samplePages(stage.assets)
    for (const name of ['sign-in-again', 'keys-made'] as const)
      stage.documents.set(`/show/${name}`, pages[name]!)
    stage.pages.set('Resultsxxx', results)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
    await page.goto(stage.url + path)
    return page
  }

  test('the viewer is used with the keyboard alone', async () => {
    const page = await open('/Resultsxxx')
    await page.waitForSelector('[data-state=shown]')
    const frame = page.frames()[1]!
    await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME')
    await page.keyboard.press('PageDown')
    await frame.waitForFunction(() => scrollY > 100)
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
      })
    /** The focus leaves the frame for the window around it in its own time. */
    const goes = async (key: string, to: string) => {
      const before = await focused()
      await page.keyboard.press(key)
      for (let look = 0; look < 600 && (await focused()) === before; look++) await page.waitForTimeout(50)
      assert.equal(await focused(), to)
    }
    const order = ['More', 'Theme', 'Contents', 'Recto, home', 'Skip to the content']
    for (const name of order) await goes('Shift+Tab', name)
    for (const name of order.slice(0, 4).reverse()) await goes('Tab', name)
    await page.keyboard.press('Enter')
    await goes('Tab', 'Copy link')
    await goes('ArrowDown', 'Download')
    await goes('Escape', 'More')
    await page.close()
  })

  test('an answer with mistakes puts the focus on what to mend', async () => {
    const page = await open('/show/sign-in-again')
    await page.waitForFunction(() => document.activeElement?.className === 'error-summary')
    await page.click('.error-summary a')
    await page.waitForFunction(() => document.activeElement?.id === 'email')
    await page.close()
  })

  test('copying says that it is done', async () => {
    const page = await open('/show/keys-made')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.click('.secret [data-copy]')
    await page.waitForSelector('text=Copied')
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^recto_u_/)
    await page.close()
  })

  test('first views stay within their budget, compressed', async () => {
    const { assets } = stage
    const size = async (...sources: string[]) => {
      const urls = new Set(sources.flatMap(each => [assets.url(each), ...assets.imports(each)]))
      const files = await Promise.all([...urls].map(url => assets.file(url, 'gzip')!))
      return files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    }
    const islands = ['viewer', 'keyboard', 'comments', 'share', 'page', 'arrival']
    const { closed, ...open } = assets.frameScripts()
    const figures = {
      script: await size(...islands.map(name => `src/surfaces/web/islands/${name}.ts`)),
      frame: Math.max(...Object.values(open).map(each => gzipSync(each).length)),
      closed: gzipSync(closed).length,
      style: await size('src/surfaces/web/style.css'),
    }
    assert.ok(figures.script <= 30 * 1024, JSON.stringify(figures))
    assert.ok(figures.frame <= 8 * 1024, JSON.stringify(figures))
    assert.ok(figures.closed <= 8.5 * 1024, JSON.stringify(figures))
    assert.ok(figures.style <= 12 * 1024, JSON.stringify(figures))
  })
})
