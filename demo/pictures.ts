// Takes the pictures of the README and the documentation, docs/pictures/*.png, from a server of its own with a small company on it.
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { browser, coloursSettle } from '../test/support/browser.ts'
import { startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { fillCompany, reportSays } from './sample-company.ts'

const SIZE = { width: 1120, height: 700 }
const FOLDER = 'docs/pictures'

const running = await browser()
if (isSkip(running)) throw new Error(running.skip)
await mkdir(FOLDER, { recursive: true })
const product = await startProduct({ host: 'localhost' })
try {
  const id = await fillCompany(product)
  const { page, context } = await running.open({ viewport: SIZE, colorScheme: 'light' })
  const [name = '', value = ''] = product.cookie.split('=')
  await context.addCookies([{ name, value, url: product.url }])
  const open = (path: string): Promise<unknown> => page.goto(`${product.url}${path}`)
  await open('/app')
  await take(page, 'publish')
  await open(`/${id}`)
  await page.frameLocator('.page-frame').getByText(reportSays).first().waitFor()
  await page.locator('[data-comments-button]').click()
  await page.getByText('Who takes this on?').waitFor()
  await take(page, 'comment')
  await page.emulateMedia({ colorScheme: 'dark' })
  await coloursSettle(page)
  await take(page, 'comment-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page
    .getByRole('link', { name: 'Share' })
    .or(page.getByRole('button', { name: 'Share' }))
    .first()
    .click()
  await page.locator('dialog[open]').waitFor()
  await take(page, 'share')
  await open(`/app/artifacts/${id}/edit`)
  await page.locator('.cm-content').waitFor()
  await take(page, 'edit')
  await open(`/app/artifacts/${id}/compare?from=1&to=2`)
  await take(page, 'history')
} finally {
  await running.close()
  await product.stop()
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(600)
  await page.screenshot({ path: `${FOLDER}/${name}.png` })
}
