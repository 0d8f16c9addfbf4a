// A part that floats over a long list stands in the window, however far the list is scrolled.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import type { Company } from '../support/people.ts'

const ROWS = 40

async function standsInWindow(part: Locator): Promise<void> {
  await part.and(part.page().locator(':popover-open')).waitFor()
  const place = await part.evaluate(shown => {
    const { left, top, right, bottom, width, height } = shown.getBoundingClientRect()
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    return { isInside, isSeen: shown.contains(above), at: [left, top, right, bottom].map(Math.round) }
  })
  assert.deepEqual(place, { ...place, isInside: true, isSeen: true })
}

describe('over a long list', () => {
  const here = browsing()
  let company: Company

  before(async () => {
    company = await here.service.organization()
    for (let row = 0; row < ROWS; row++) await here.publish(company.owner.key, { name: `Page ${row}` })
  })

  for (const [width, height] of [
    [1280, 900],
    [1280, 600],
    [390, 600],
  ] as const)
    test(`the bar, its dialogs and the toast with Undo stand in a window of ${width} by ${height}`, async () => {
      const { page, problems, close } = await here.signedIn(company.owner.session.cookie, {
        viewport: { width, height },
      })
      await page.goto(`${here.service.url}/app?limit=100`)
      const rows = page.locator('.rows .row')
      const bar = page.locator('.bulk')
      assert.equal(await bar.isVisible(), false)
      await rows.last().scrollIntoViewIfNeeded()
      // On a phone a long press selects a row.
      await rows
        .last()
        .locator(':scope > input[type=checkbox]')
        .evaluate((box: HTMLInputElement) => box.click())
      await standsInWindow(bar)
      await looksRight(page, `selected-${width}`)
      for (const opener of await bar.locator(':scope > button[popovertarget]').all()) {
        await opener.click()
        const dialog = bar.locator('dialog:popover-open')
        await standsInWindow(dialog)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
      await bar.locator(':scope > button[popovertarget]').last().click()
      await bar.getByRole('button', { name: 'Delete pages' }).click()
      const toast = page.locator('[data-toast]')
      // A toast stays while somebody points at it, however long it is looked at.
      await toast.hover()
      await standsInWindow(toast)
      await looksRight(page, `undo-${width}`)
      await rows.last().scrollIntoViewIfNeeded()
      await standsInWindow(toast)
      await toast.getByRole('button', { name: 'Undo' }).click()
      await page.waitForURL(url => !url.search.includes('trashed='))
      assert.deepEqual(problems, [])
      await close()
    })
})
