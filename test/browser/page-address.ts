// How tests of a page's address look at it: what the frame shows, what the address bar says, and when the page is shown anew.

import type { Frame, Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** The frame that shows the page now. */
export const shownIn = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

/** A page that always says where it is. */
export const follows = `<p id=at></p><script>
  const say = () => { document.getElementById('at').textContent = location.search + location.hash }
  say()
  addEventListener('hashchange', say)</script>`

/** Waits until the frame shows `words` in the element `selector`. */
export const says = (page: Page, selector: string, words: string) =>
  until(`${selector} says ${words}`, async () => {
    const said = await shownIn(page)
      ?.textContent(selector, { timeout: 1000 })
      .catch(() => null)
    return said === words
  })

/** Waits until the shell has put another element in the place of the one that is shown now. What led there may never be answered: its frame is gone. */
export async function shownAgain(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.locator('iframe.page-frame').evaluate(element => element.classList.add('old'))
  act().catch(() => undefined)
  await page.locator('[data-state=shown] iframe.page-frame:not(.old)').waitFor()
}

/** The query and fragment in the address bar. */
export const reachedBy = (page: Page) => page.evaluate(() => location.search + location.hash)
