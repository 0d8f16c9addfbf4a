// Every page once, in both themes and at both widths (each theme at one width; in a full run at both): no accessibility violation, no overflow, and a picture to look at.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { axe, coloursSettle, describeViolations, screenshot } from '../support/browser.ts'
import { sameScript } from '../surfaces/web/same-script.ts'
import { samplePages } from '../surfaces/web/sample-pages.ts'
import { article, results } from './sample-article.ts'
import { noBrowser, openBrowser, openStage, type Stage } from './stage.ts'

interface View {
  theme: 'light' | 'dark'
  /** In pixels. */
  width: number
}

/** In an order in which each view changes little of the one before. */
const views: View[] = [
  { theme: 'light', width: 1280 },
  ...(isAtLength ? ([{ theme: 'dark', width: 1280 }] as const) : []),
  { theme: 'dark', width: 390 },
  ...(isAtLength ? ([{ theme: 'light', width: 390 }] as const) : []),
]

/** Every second page begins in the last view, in which the page before it ended: so half of them are also loaded on a phone. */
const viewsOf = (index: number): View[] => (index % 2 === 0 ? views : views.toReversed())

const sizeOf = ({ width }: View) => ({ width, height: width < 700 ? 844 : 800 })

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

describe('every page', { skip: noBrowser }, () => {
  let stage: Stage
  let browser: Browser
  let still: Browser
  /** Goes from page to page. */
  let standing: Page

  before(async () => {
    stage = await openStage()
    browser = await openBrowser({ shell: true })
    still = await openBrowser({ shell: true, still: true })
    standing = await still.newPage()
    // Takes less time on each page than evaluating it there.
    await standing.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    for (const [name, html] of Object.entries(samplePages(stage.assets)))
      stage.documents.set(`/show/${name}`, html)
    prepare(stage)
  })
  after(async () => {
    await browser?.close()
    await still?.close()
    await stage?.close()
  })

  async function open(path: string): Promise<Page> {
    const [view] = views
    const page = await browser.newPage({ viewport: sizeOf(view!), colorScheme: view!.theme })
    await page.goto(stage.url + path)
    return page
  }

  for (const [index, name] of names.filter(each => each !== 'artifact').entries())
    test(`"${name}" is accessible in both themes and at both widths`, async () => {
      const [first, ...others] = viewsOf(index)
      await turnTo(standing, first!)
      await standing.goto(`${stage.url}/show/${name}`)
      await looksRight(standing, name, first!)
      for (const view of others) await looksRight(standing, name, view)
    })

  for (const [name, id, state] of viewers)
    test(`"${name}" is accessible in both themes and at both widths`, async () => {
      const page = await open(`/${id}`)
      await page.waitForSelector(`[data-state=${state}]`)
      for (const view of views) await looksRight(page, name, view)
      await page.close()
    })

  test('the menus of the viewer are accessible, and a dialog before a dangerous step', async () => {
    const page = await open('/Resultsxxx')
    await page.waitForSelector('[data-contents]:not([hidden])', { state: 'attached' })
    const inspect = async (id: string, name: string, within: View[]) => {
      await turnTo(page, within[0]!)
      await page.click(`[popovertarget=${id}]`)
      for (const view of within) {
        await looksRight(page, name, view)
        await page.waitForSelector(`#${id}:popover-open`)
      }
    }
    const wide = views.filter(({ width }) => width > 700)
    await inspect('more', 'viewer-more', views)
    await inspect('contents', 'viewer-contents', wide)
    await page.goto(`${stage.url}/show/keys`)
    await inspect('revoke-0193a', 'keys-revoke', views)
    await page.close()
  })
})

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

/** Changes theme and width of the page where they are others. */
async function turnTo(page: Page, view: View): Promise<void> {
  await page.emulateMedia({ colorScheme: view.theme })
  const size = sizeOf(view)
  if (page.viewportSize()!.width !== size.width) await page.setViewportSize(size)
}

async function looksRight(page: Page, pageName: string, view: View): Promise<void> {
  const name = `${pageName}-${view.theme}-${view.width}`
  await turnTo(page, view)
  await coloursSettle(page)
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
