// Every page in one theme, on a phone or a desk (on both in a full run): no accessibility violation, no overflow, and a picture to look at.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { axe, describeViolations, screenshot } from '../support/browser.ts'
import { sameScript } from '../surfaces/web/same-script.ts'
import { samplePages } from '../surfaces/web/sample-pages.ts'
import { noBrowser, openBrowser, openStage, type Stage } from './stage.ts'

const article = `<!doctype html><html lang=en><meta name=color-scheme content="light dark"><title>Results</title><style>body{font:18px/1.6 Georgia,serif;max-width:40rem;margin:4rem auto;padding:0 1.5rem}h1{line-height:1.15}</style>
<h1>Third-quarter results</h1><p>Revenue grew by a fifth while costs stood still. The three tables below say where, and what we are less sure of.</p>
<h2>Where it grew</h2><p>${'Most of it came from the north, where two new partners began in August. '.repeat(6)}</p><h2>What we do not know</h2><p>${'Returns of the last two weeks are not in yet. '.repeat(60)}</p>`

/** Stands on the stage as a page that people read. */
export const results = {
  profile: 'html',
  content: article,
  props: { name: 'Third-quarter results' },
} as const

/** In pixels. A plain run draws each page twice, once in either theme and once at either width; a full one four times. */
const widthsOf = (theme: 'light' | 'dark'): number[] => {
  if (isAtLength) return [1280, 390]
  return theme === 'light' ? [1280] : [390]
}

/** Tests of every page there is; each theme has a file of its own, so that both run side by side. */
export function everyPage(theme: 'light' | 'dark'): void {
  const widths = widthsOf(theme)
  describe(`every page, ${theme}`, { skip: noBrowser }, () => {
    let stage: Stage
    let browser: Browser
    /** One for each width, from page to page. */
    const standing: Page[] = []

    before(async () => {
      stage = await openStage()
      browser = await openBrowser({ shell: true })
      for (const width of widths) standing.push(await open('/show/home', width))
      for (const [name, html] of Object.entries(samplePages(stage.assets)))
        stage.documents.set(`/show/${name}`, html)
      prepare(stage)
    })
    after(async () => {
      await browser?.close()
      await stage?.close()
    })

    async function open(path: string, width: number): Promise<Page> {
      const page = await browser.newPage({
        viewport: { width, height: width < 700 ? 844 : 800 },
        colorScheme: theme,
      })
      await page.goto(stage.url + path)
      return page
    }
    const inspect = (page: Page, name: string, width: number) => looksRight(page, `${name}-${theme}-${width}`)

    for (const name of names.filter(each => each !== 'artifact'))
      test(`"${name}" is accessible at ${widths.join(' and ')} pixels`, async () => {
        await Promise.all(
          widths.map(async (width, index) => {
            const page = standing[index]!
            await page.goto(`${stage.url}/show/${name}`)
            await inspect(page, name, width)
          }),
        )
      })

    for (const [name, id, state] of viewers)
      test(`"${name}" is accessible at ${widths.join(' and ')} pixels`, async () => {
        for (const width of widths) {
          const page = await open(`/${id}`, width)
          await page.waitForSelector(`[data-state=${state}]`)
          await inspect(page, name, width)
          await page.close()
        }
      })

    test('the menus of the viewer are accessible, and a dialog before a dangerous step', async () => {
      for (const width of widths) {
        const page = await open('/Resultsxxx', width)
        await page.waitForSelector('[data-contents]:not([hidden])', { state: 'attached' })
        const menus = width > 700 ? ['more', 'contents'] : ['more']
        for (const menu of menus) {
          await page.click(`[popovertarget=${menu}]`)
          await inspect(page, `viewer-${menu}`, width)
        }
        await page.goto(`${stage.url}/show/keys`)
        await page.click('[popovertarget=revoke-0193a]')
        await inspect(page, 'keys-revoke', width)
        await page.close()
      }
    })
  })
}

const names = Object.keys(
  samplePages({
    url: () => '',
    inline: () => '',
    imports: () => [],
    frameScripts: () => sameScript(''),
    file: () => null,
  }),
)

const viewers = [
  ['viewer', 'Resultsxxx', 'shown'],
  ['viewer-preview', 'Previewxxx', 'shown'],
  ['viewer-left', 'Leavingxxx', 'ended'],
] as const

function prepare(stage: Stage): void {
  stage.pages.set('Resultsxxx', results)
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
}

async function looksRight(page: Page, name: string): Promise<void> {
  await screenshot(page, name, !name.startsWith('viewer'))
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(sideways <= 0, `${name} is ${sideways} pixels too wide`)
  assert.deepEqual(await stretchedHeadings(page), [], name)
  assert.deepEqual(describeViolations(await axe(page)), [], name)
}

/** Headings that are taller than their words, here and in a window that is taller than the page. */
async function stretchedHeadings(page: Page): Promise<string[]> {
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, height: 4000 })
  const stretched = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4')].flatMap(heading => {
      const words = document.createRange()
      words.selectNodeContents(heading)
      const { paddingTop, paddingBottom } = getComputedStyle(heading)
      const needed = words.getBoundingClientRect().height + parseFloat(paddingTop) + parseFloat(paddingBottom)
      const isTaller = heading.checkVisibility() && heading.getBoundingClientRect().height > needed + 16
      return isTaller ? [heading.textContent] : []
    }),
  )
  await page.setViewportSize(size)
  return stretched
}
