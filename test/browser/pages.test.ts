// Pages used with the keyboard, mended after a mistake, copied from, and small.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { islands } from '../../src/surfaces/web/layout/document.tsx'
import { until } from '../support/until.ts'
import { samplePages } from '../surfaces/web/sample-pages.ts'
import { results } from './sample-article.ts'
import { noBrowser, openBrowser, openStage, type Stage } from './stage.ts'

describe('a page', { skip: noBrowser }, () => {
  let stage: Stage
  let browser: Browser

  before(async () => {
    stage = await openStage()
    browser = await openBrowser({ shell: true })
    const pages = samplePages(stage.assets)
    for (const name of ['sign-in', 'sign-in-again', 'code', 'keys-made', 'policy-asks', 'audit'] as const)
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
      await until('the focus goes on', async () => (await focused()) !== before)
      assert.equal(await focused(), to)
    }
    const order = ['More', 'Contents', 'Recto, home', 'Skip to content']
    for (const name of order) await goes('Shift+Tab', name)
    for (const name of order.slice(0, 3).reverse()) await goes('Tab', name)
    await page.keyboard.press('Enter')
    await goes('Tab', 'Copy link')
    await goes('ArrowDown', 'Download')
    await goes('Escape', 'More')
    await page.close()
  })

  test('a page view writes nothing to the console of the browser', async () => {
    const page = await browser.newPage()
    const written: string[] = []
    page.on('console', message => written.push(message.text()))
    await page.goto(`${stage.url}/Resultsxxx`)
    await page.waitForSelector('[data-state=shown]')
    assert.deepEqual(written, [])
    await page.close()
  })

  test('a name of any length leaves the header on one line, at every width', async () => {
    const name = 'Quarterly business review of revenue and the hiring plan '.repeat(4)
    stage.pages.set('Longnamexx', { ...results, props: { name, share: '/s', historyPath: '/h' } })
    const page = await open('/Longnamexx')
    for (const [width, header] of [
      [1440, 44],
      [1000, 44],
      [700, 44],
      [390, 52],
      [320, 52],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const seen = await page.evaluate(() => {
        const parts = [...document.querySelectorAll('.page-header > *')].filter(part =>
          part.checkVisibility(),
        )
        const boxes = parts.map(part => part.getBoundingClientRect())
        return {
          height: document.querySelector('.page-header')!.getBoundingClientRect().height,
          apart: boxes.every((box, at) => at === 0 || box.left >= boxes[at - 1]!.right),
          inside: boxes.every(({ top, right, bottom }) => top >= 0 && right <= innerWidth && bottom <= 52),
          cut: [...document.querySelectorAll('.facts, .audience > span')].some(
            ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth,
          ),
        }
      })
      assert.deepEqual(seen, { height: header, apart: true, inside: true, cut: false }, `${width}`)
    }
    await page.close()
  })

  test('the question about rules keeps its focus ring off its buttons', async () => {
    const page = await open('/show/policy-asks')
    await page.setViewportSize({ width: 390, height: 844 })
    const apart = await page.evaluate(() => {
      const question = document.querySelector('[data-question]')!
      const below = question.nextElementSibling!.getBoundingClientRect()
      return below.top - question.getBoundingClientRect().bottom
    })
    assert.ok(apart > 4, `${apart}`)
    await page.close()
  })

  test('on a phone no button lies on the turned corner of the sheet', async () => {
    const page = await open('/show/audit')
    await page.setViewportSize({ width: 390, height: 844 })
    const tops = await page.evaluate(() => {
      const sheet = document.querySelector('.desk-sheet')!.getBoundingClientRect()
      const exports = [...document.querySelectorAll('.page-head .button')]
      return exports.map(button => button.getBoundingClientRect().top - sheet.top)
    })
    assert.ok(
      tops.every(top => top > 22 && top === tops[0]),
      `${tops}`,
    )
    await page.close()
  })

  test('the bar after publishing copies the link, is closed, and does not come back', async () => {
    stage.pages.set('Publishedx', {
      ...results,
      props: { done: 'published', share: '/s', audience: { visibility: 'private', mine: true } },
    })
    const page = await open('/Publishedx?done=published')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const bar = page.getByRole('region', { name: 'Published' })
    await bar.getByText('Only you can open this page.').waitFor()
    await page.waitForURL(url => url.search === '')
    await bar.getByRole('button', { name: 'Copy link' }).click()
    await bar.getByText('Copied').waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Publishedx$/)
    assert.equal(await bar.getByRole('link', { name: 'Share' }).getAttribute('href'), '/s')
    await bar.getByRole('button', { name: 'Close this message' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.close()
  })

  test('an answer with mistakes puts the focus on what to mend', async () => {
    const page = await open('/show/sign-in-again')
    await page.waitForFunction(() => document.activeElement?.className === 'error-summary')
    await page.click('.error-summary a')
    await page.waitForFunction(() => document.activeElement?.id === 'email')
    await page.close()
  })

  test('sign-in begins in its field, and six digits are sent by themselves, once, with blanks around and between', async () => {
    const page = await open('/show/sign-in')
    await page.waitForFunction(() => document.activeElement?.id === 'email')
    const sent: unknown[] = []
    await page.route('**/auth/code/verify', route => {
      sent.push(new URLSearchParams(route.request().postData() ?? '').get('code'))
      return route.fulfill({ body: 'Signed in' })
    })
    for (const paste of ['123 456', `${' '.repeat(20)}123\u00a0456 `]) {
      await page.goto(`${stage.url}/show/code`)
      await page.waitForFunction(() => document.activeElement?.id === 'code')
      await page.keyboard.insertText('12345')
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(paste)
      await page.getByText('Signed in').waitFor()
    }
    assert.deepEqual(sent, ['123456', '123456'])
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
    const scripts = ['artifact', 'arrival'] as const
    const { closed, ...open } = assets.frameScripts()
    const figures = {
      script: await size(...scripts.map(name => islands[name])),
      frame: Math.max(...Object.values(open).map(each => gzipSync(each).length)),
      closed: gzipSync(closed).length,
      style: await size('src/surfaces/web/style.css'),
    }
    assert.ok(figures.script <= 30 * 1024, JSON.stringify(figures))
    assert.ok(figures.frame <= 12 * 1024, JSON.stringify(figures))
    assert.ok(figures.closed <= 12.5 * 1024, JSON.stringify(figures))
    assert.ok(figures.style <= 12 * 1024, JSON.stringify(figures))
  })
})
