// Drafts of comments: each reader of one browser has their own, and none goes before its comment was sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { commenting, panel } from '../support/commenting.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'

inBrowsersAtLength('the draft of a comment', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName })
  const field = (page: Page) => page.getByLabel('Your comment on the page')

  async function openPanel(page: Page, shortId: string): Promise<void> {
    await open(page, shortId)
    await page.getByRole('button', { name: 'Comments' }).click()
    await panel(page).getByRole('button', { name: 'Comment on page' }).click()
    await field(page).waitFor()
  }

  /** The browser stays, and so does what it stored; only the session is another's. */
  async function becomes(context: BrowserContext, cookie: string): Promise<void> {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: ground.service.url, httpOnly: true, sameSite: 'Lax' }])
  }

  test('is shown to nobody else who reads in the same browser, and waits for its author', async () => {
    const shortId = await publish()
    const owner = people.company.owner.session.cookie
    const { page, context, close } = await browserOf({ cookie: owner })
    await openPanel(page, shortId)
    await field(page).fill('Not for Ben')
    await becomes(context, people.ben.session.cookie)
    await openPanel(page, shortId)
    assert.equal(await field(page).inputValue(), '')
    await field(page).fill('Not for the owner')
    await becomes(context, owner)
    await openPanel(page, shortId)
    assert.equal(await field(page).inputValue(), 'Not for Ben')
    await close()
  })

  test('outlives a send that failed, and a reload, until it is sent', async () => {
    const shortId = await publish()
    const { page, close } = await browserOf(people.ben.session)
    await openPanel(page, shortId)
    const comments = `**/v1/artifacts/${shortId}/comments`
    await page.route(comments, route =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await field(page).fill('Kept until it is sent')
    const send = panel(page).getByRole('button', { name: 'Comment', exact: true })
    await send.click()
    await panel(page).getByRole('alert').filter({ hasText: /./ }).waitFor()
    await openPanel(page, shortId)
    assert.equal(await field(page).inputValue(), 'Kept until it is sent')
    await page.unroute(comments)
    await send.click()
    await panel(page).locator('article').getByText('Kept until it is sent').waitFor()
    await openPanel(page, shortId)
    assert.equal(await field(page).inputValue(), '')
    await close()
  })
})
