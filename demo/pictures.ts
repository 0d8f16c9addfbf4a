// Takes the pictures of the documentation, docs/pictures/*.png, from a server of its own with a small company on it.
import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { browser } from '../test/support/browser.ts'
import { startProduct } from '../test/support/product.ts'
import { isSkip } from '../test/support/skip.ts'
import { client, report } from './sample-company.ts'

const SIZE = { width: 1120, height: 700 }

const running = await browser()
if (isSkip(running)) throw new Error(running.skip)
const product = await startProduct({ host: 'localhost' })
try {
  const id = await client(product).fill()
  const { page, context } = await running.open({ viewport: SIZE, colorScheme: 'light' })
  const [name = '', value = ''] = product.cookie.split('=')
  await context.addCookies([{ name, value, url: product.url }])
  const open = (path: string): Promise<unknown> => page.goto(`${product.url}${path}`)
  await open('/app')
  await take(page, 'publish')
  await open(`/${id}`)
  await shown(page)
  await page.locator('[data-comments-button]').click()
  await take(page, 'comment')
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

/** Waits until the frame of a page shows the report. */
async function shown(page: Page): Promise<void> {
  for (const frame of page.frames().slice(1))
    await frame
      .getByText(report.quote)
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => undefined)
}

async function take(page: Page, name: string): Promise<void> {
  await mkdir('docs/pictures', { recursive: true })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForTimeout(600)
  await writeFile(`docs/pictures/${name}.png`, await page.screenshot())
}
