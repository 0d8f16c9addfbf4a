// Every page in both themes, on a phone and on a desk: no accessibility violation, no overflow, and a picture to look at.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { axe, describeViolations, screenshot } from '../support/browser.ts'
import { samplePages } from '../surfaces/web/sample-pages.ts'
import { noBrowser, openBrowser, openStage, type Stage } from './stage.ts'

const article = `<!doctype html><html lang=en><meta name=color-scheme content="light dark"><title>Results</title><style>body{font:18px/1.6 Georgia,serif;max-width:40rem;margin:4rem auto;padding:0 1.5rem}h1{line-height:1.15}</style>
<h1>Third-quarter results</h1><p>Revenue grew by a fifth while costs stood still. The three tables below say where, and what we are less sure of.</p>
<h2>Where it grew</h2><p>${'Most of it came from the north, where two new partners began in August. '.repeat(6)}</p><h2>What we do not know</h2><p>${'Returns of the last two weeks are not in yet. '.repeat(60)}</p>`

describe('every page', { skip: noBrowser }, () => {
  let stage: Stage
  let browser: Browser

  before(async () => {
    ;[stage, browser] = await Promise.all([openStage(), openBrowser()])
    for (const [theme, width] of views) standing.push(await open('/show/home', theme, width))
    for (const [name, html] of Object.entries(samplePages(stage.assets)))
      stage.documents.set(`/show/${name}`, html)
    stage.pages.set('Resultsxxx', {
      profile: 'html',
      content: article,
      props: { name: 'Third-quarter results' },
    })
    stage.pages.set('Leavingxxx', {
      profile: 'html',
      content: `<script>location = 'https://example.com/'</script>`,
    })
    const preview = {
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 2.5e9),
      reportPath: '/report',
      interstitial: false,
    }
    stage.pages.set('Previewxxx', {
      profile: 'preview',
      content: article,
      props: { preview, name: 'Third-quarter results' },
    })
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  async function open(path: string, theme: 'light' | 'dark', width: number): Promise<Page> {
    const page = await browser.newPage({
      viewport: { width, height: width < 700 ? 844 : 800 },
      colorScheme: theme,
    })
    await page.goto(stage.url + path)
    return page
  }

  async function inspect(page: Page, name: string): Promise<void> {
    await screenshot(page, name, !name.startsWith('viewer'))
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(sideways <= 0, `${name} is ${sideways} pixels too wide`)
    assert.deepEqual(describeViolations(await axe(page)), [], name)
  }

  /** One for each view, from page to page. */
  const standing: Page[] = []

  const views = [
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const

  const names = Object.keys(
    samplePages({ url: () => '', imports: () => [], text: () => '', file: () => null }),
  )
  for (const name of names.filter(each => each !== 'artifact'))
    test(`"${name}" is accessible in both themes and both widths`, async () => {
      await Promise.all(
        views.map(async ([theme, width], index) => {
          const page = standing[index]!
          await page.goto(`${stage.url}/show/${name}`)
          await inspect(page, `${name}-${theme}-${width}`)
        }),
      )
    })

  for (const [name, id, state] of [
    ['viewer', 'Resultsxxx', 'shown'],
    ['viewer-preview', 'Previewxxx', 'shown'],
    ['viewer-left', 'Leavingxxx', 'ended'],
  ] as const)
    test(`"${name}" is accessible in both themes and both widths`, async () => {
      for (const [theme, width] of views) {
        const page = await open(`/${id}`, theme, width)
        await page.waitForSelector(`[data-state=${state}]`)
        await inspect(page, `${name}-${theme}-${width}`)
        await page.close()
      }
    })

  test('the menus of the viewer are accessible, and a dialog before a dangerous step', async () => {
    for (const [theme, width] of views) {
      const page = await open('/Resultsxxx', theme, width)
      await page.waitForSelector('[data-contents]:not([hidden])', { state: 'attached' })
      await page.click('[popovertarget=more]')
      await inspect(page, `viewer-more-${theme}-${width}`)
      if (width > 700) {
        await page.click('[popovertarget=contents]')
        await inspect(page, `viewer-contents-${theme}-${width}`)
        await page.click('[popovertarget=theme]')
        await inspect(page, `viewer-theme-${theme}-${width}`)
      }
      await page.goto(`${stage.url}/show/keys`)
      await page.click('[popovertarget=revoke-0193a]')
      await inspect(page, `keys-revoke-${theme}-${width}`)
      await page.close()
    }
  })

  test('the viewer is used with the keyboard alone', async () => {
    const page = await open('/Resultsxxx', 'light', 1280)
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
    const order: unknown[] = []
    for (let index = 0; index < 5; index++) {
      await page.keyboard.press('Shift+Tab')
      order.push(await focused())
    }
    assert.deepEqual(order, ['More', 'Theme', 'Contents', 'Recto, home', 'Skip to the content'])
    for (let index = 0; index < 4; index++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Copy link')
    await page.keyboard.press('ArrowDown')
    assert.equal(await focused(), 'Download')
    await page.keyboard.press('Escape')
    assert.equal(await focused(), 'More')
    await page.close()
  })

  test('an answer with mistakes puts the focus on what to mend', async () => {
    const page = await open('/show/sign-in-again', 'light', 1280)
    await page.waitForFunction(() => document.activeElement?.className === 'error-summary')
    await page.click('.error-summary a')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'email')
    await page.close()
  })

  test('copying says that it is done', async () => {
    const page = await open('/show/keys-made', 'light', 1280)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.click('.secret [data-copy]')
    await page.waitForSelector('text=Copied')
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^recto_u_/)
    await page.close()
  })

  test('first views stay within their budget, compressed', () => {
    const size = (source: string) => stage.assets.file(stage.assets.url(source), 'gzip')!.bytes.length
    const island = (name: string) => size(`src/surfaces/web/islands/${name}.ts`)
    const figures = {
      script: island('viewer') + island('comments') + island('page') + island('theme') + island('arrival'),
      frame: size('src/surfaces/viewer/islands/frame-shim.ts'),
      style: size('src/surfaces/web/style.css'),
    }
    assert.ok(figures.script <= 30 * 1024, JSON.stringify(figures))
    assert.ok(figures.frame <= 8 * 1024, JSON.stringify(figures))
    assert.ok(figures.style <= 12 * 1024, JSON.stringify(figures))
  })
})
