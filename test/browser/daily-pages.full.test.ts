// The daily pages four ways, each beside its drawing where RECTO_TEST_DRAWINGS names the folder of these; nothing is wider than its window.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { axe, coloursSettle, describeViolations, screenshot } from '../support/browser.ts'
import { browsing } from '../support/browsing.ts'
import { fromRoot } from '../support/project-root.ts'
import { type Daily, prepareDaily, scenes } from './daily-scenes.ts'

const windows = {
  1440: { viewport: { width: 1440, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} satisfies Record<number, BrowserContextOptions>

const drawings = process.env.RECTO_TEST_DRAWINGS

describe('the daily pages', () => {
  const here = browsing()
  let daily: Daily

  before(async () => {
    daily = await prepareDaily(here)
  })

  for (const { name, drawing, who, at, act } of scenes)
    for (const [width, options] of Object.entries(windows))
      test(`${name}: nothing is wrong in a window ${width} pixels wide, in either theme`, async () => {
        const { cookie } = (who?.(daily) ?? daily.company.owner).session
        const { page, close } = await here.signedIn(cookie, options)
        const answer = await page.goto(here.service.url + at(daily))
        assert.equal(answer?.status(), 200)
        await act?.(page, daily)
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        for (const theme of ['light', 'dark'] as const) {
          const picture = `daily-${name}-${theme}-${width}`
          await page.emulateMedia({ colorScheme: theme })
          await coloursSettle(page)
          await screenshot(page, picture, false)
          if (drawings && drawing) await addDrawing(picture, page, join(drawings, `${drawing}.html`), theme)
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          assert.ok(sideways <= 0, `${picture} is ${sideways} pixels too wide`)
          assert.deepEqual(describeViolations(await axe(page)), [], picture)
        }
        await close()
      })

  /** Puts the drawing on the left and the page on the right of one picture. */
  async function addDrawing(picture: string, page: Page, file: string, theme: string): Promise<void> {
    const { width, height } = page.viewportSize()!
    const drawn = await here.browser.open({ viewport: { width, height } })
    await drawn.page.goto(`${pathToFileURL(file)}?theme=${theme}`)
    await drawn.page.evaluate(() => document.fonts.ready.then(() => undefined))
    const pictures = [await drawn.page.screenshot(), await page.screenshot()]
    await drawn.page.setViewportSize({ width: width * 2 + 16, height })
    await drawn.page.setContent(
      `<body style="margin:0;display:flex;gap:16px;background:#f0f">${pictures
        .map(each => `<img src="data:image/png;base64,${each.toString('base64')}">`)
        .join('')}`,
    )
    await writeFile(fromRoot('.reports', 'screenshots', `${picture}.png`), await drawn.page.screenshot())
    await drawn.close()
  }
})
