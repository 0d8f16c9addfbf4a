// The reader's choice of light, dark or auto: before any script, on every page, in every tab.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browsing } from '../support/browsing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import type { Company } from '../support/people.ts'

const dark = 'html[data-theme=dark]'

inBrowsersAtLength('the theme', browserName => {
  const here = browsing({ browserName })
  let company: Company
  let address: string

  before(async () => {
    company = await here.service.organization()
    const { json } = await here.publish(company.owner.key, { visibility: 'company' })
    address = `${here.service.url}/${json.shortId}`
  })

  const choose = async (page: Page, theme: string) => {
    await page.click('[popovertarget=more]')
    await page.click(`#more [data-theme-choice=${theme}]`)
  }

  test('holds in the tabs that are open and in every document that comes, which says so itself', async () => {
    const { page, context, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(address)
    await page.waitForSelector('[data-state=shown]')
    const other = await context.newPage()
    await other.goto(`${here.service.url}/app/keys`)
    await other.waitForSelector('html[data-theme=auto]')
    await choose(page, 'dark')
    await other.waitForSelector(dark)
    for (const path of [address, '/app/keys', '/auth/sign-in', '/docs', '/gone', '/invite/gone'])
      assert.match(
        await documentAt(context, new URL(path, here.service.url)),
        /^<!doctype html>\n<html lang="en" data-theme="dark">/,
        path,
      )
    await page.reload()
    await page.waitForSelector(`${dark} [data-theme-choice=dark][aria-pressed=true]`, { state: 'attached' })
    await choose(page, 'auto')
    await other.waitForSelector('html[data-theme=auto]')
    assert.match(await documentAt(context, new URL(address)), /data-theme="auto"/)
    assert.deepEqual(problems, [])
    await close()
  })

  test('that a cookie makes up is none', async () => {
    const { context, close } = await here.signedIn(null)
    await context.addCookies([{ name: 'recto-theme', value: '"><script>', url: here.service.url }])
    const text = await documentAt(context, new URL('/auth/sign-in', here.service.url))
    assert.match(text, /^<!doctype html>\n<html lang="en" data-theme="auto">/)
    await close()
  })
})

/** The document as it is sent, before any script of ours. */
async function documentAt({ request }: BrowserContext, { href }: URL): Promise<string> {
  const answer = await request.get(href, { headers: { Accept: 'text/html' } })
  return answer.text()
}
