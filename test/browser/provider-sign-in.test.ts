// The journey of somebody who opens a page that is for colleagues, and signs in at another site on the way, in real browsers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { freePort } from '../support/free-port.ts'
import { closeConnections } from '../support/http.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { type OpenIdProvider, startOpenId } from '../support/openid.ts'
import { publish } from '../support/publish.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { openBrowser } from './stage.ts'

inBrowsers('signing in at another site', browserName => {
  let service: Running
  let openid: OpenIdProvider
  let browser: Browser

  before(async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    openid = await startOpenId([`${url}/auth/google/callback`], '127.0.0.1')
    const started = await startService({
      env: {
        RECTO_URL: url,
        PORT: String(port),
        GOOGLE_CLIENT_ID: openid.clientId,
        GOOGLE_CLIENT_SECRET: openid.clientSecret,
        GOOGLE_ISSUER: openid.issuer,
      },
    })
    assert.ok(!isSkip(started))
    service = started
    browser = await openBrowser({ browserName })
  })
  after(async () => {
    closeConnections()
    await browser?.close()
    await service?.stop()
    await openid?.stop()
  })

  test('begins on the page, by keyboard, and ends on it', async () => {
    const company = await service.organization('pro')
    const viewer = await company.join('viewer')
    const id = await publish(service, company.owner.key, 'company')
    openid.accounts.set('sub-1', { email: viewer.email, email_verified: true })
    openid.visitor = 'sub-1'
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text())
    })
    await page.goto(`${service.url}/${id}`)
    await page.getByRole('link', { name: 'Continue with Google' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${openid.issuer}/**`)
    await page.getByRole('button', { name: /Continue as/ }).click()
    await page.waitForURL(`${service.url}/${id}`)
    assert.equal(await page.locator('iframe').count(), 1)
    const cookies = await page.context().cookies(service.url)
    assert.deepEqual(
      cookies
        .map(({ name, httpOnly, sameSite }) => [name.replace(/-\w{16}$/, ''), httpOnly, sameSite])
        .sort(),
      [
        ['known', true, 'Lax'],
        ['sid', true, 'Lax'],
      ],
    )
    assert.deepEqual(problems, [])
    await page.close()
  })
})
