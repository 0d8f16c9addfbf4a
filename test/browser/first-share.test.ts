// From the setup link to the first page that somebody else can open, with every field and every click counted.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browsing } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'

describe('a new owner', () => {
  const here = browsing()

  /** Sets up, publishes and opens to anyone; `publish` stands on the empty list. Tells the fields that were filled in and the clicks. */
  async function journey(setupUrl: string, publish: (page: Page) => Promise<void>) {
    const { page, close, problems } = await here.browser.open()
    const done: string[] = []
    await page.exposeFunction('did', (what: string) => done.push(what))
    await page.addInitScript(() => {
      const { did } = window as unknown as { did(what: string): void }
      addEventListener('change', ({ target }) => did(`fill ${(target as Element).id || 'a field'}`), true)
      addEventListener(
        'click',
        ({ target, isTrusted }) => {
          const pressed = (target as Element).closest('button, a, select')
          if (isTrusted && pressed) did(`click ${pressed.textContent?.trim()}`)
        },
        true,
      )
    })
    await page.goto(setupUrl)
    await page.getByLabel('Your name').fill('Olga Owner')
    await page.getByLabel('Email address').fill('olga@acme.example')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('heading', { name: 'Publish your first page' }).waitFor()
    await publish(page)
    const bar = page.getByRole('region', { name: 'Published' })
    await bar.getByText('Only you can open this page.').waitFor()
    await page.waitForURL(url => url.search === '')
    const address = page.url().split('?')[0]!
    assert.equal((await send(address)).status, 404)
    await bar.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Anyone else' }).selectOption('public')
    await dialog.getByRole('button', { name: 'Open to anyone' }).click()
    await dialog.getByText(/^Saved\./).waitFor()
    assert.equal((await send(address)).status, 200)
    const clicks = done.filter(each => each.startsWith('click '))
    const fills = done.filter(each => each.startsWith('fill '))
    // Choosing in a list is a click as well.
    const chosen = fills.filter(each => each.includes('visibility'))
    assert.deepEqual(problems, [])
    await close()
    return { fields: fills.length - chosen.length, clicks: clicks.length + chosen.length }
  }

  const file = '<!doctype html><title>Plan</title><h1>The plan</h1>'

  test('shares a first page that is dropped with two fields and four clicks', async () => {
    const counted = await journey(here.service.setupUrl!, async page => {
      const dataTransfer = await page.evaluateHandle(text => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], 'plan.html'))
        return transfer
      }, file)
      await page.dispatchEvent('h1', 'drop', { dataTransfer })
    })
    assert.deepEqual(counted, { fields: 2, clicks: 4 })
  })

  test('needs no more than the click that opens the dialog for files where the page is chosen', async () => {
    const fresh = await startService()
    if (isSkip(fresh)) throw new Error(fresh.skip)
    try {
      const counted = await journey(fresh.setupUrl!, async page => {
        const asked = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Choose a file' }).click()
        await (await asked).setFiles({
          name: 'plan.html',
          mimeType: 'text/html',
          buffer: Buffer.from(file),
        })
      })
      assert.deepEqual(counted, { fields: 2, clicks: 5 })
    } finally {
      await fresh.stop()
    }
  })
})
