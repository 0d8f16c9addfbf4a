// The main pages as other eyes see them: at 200 % zoom, in forced colours, and with names that run from right to left.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import type { Company } from '../support/people.ts'

const rightToLeft = 'تقرير الربع الثالث مع أرقام 2026 (v3)'
const file = `<!doctype html><html lang="ar" dir="rtl"><title>${rightToLeft}</title><h1>${rightToLeft}</h1><p>نبدأ في مارس.`

describe('the main pages', () => {
  const here = browsing()
  let company: Company
  let id: string

  before(async () => {
    company = await here.service.organization()
    const made = await here.publish(
      company.owner.key,
      { name: rightToLeft, visibility: 'company' },
      { text: file },
    )
    id = made.json.shortId
    const { cookie } = company.owner.session
    const headers = { cookie, origin: here.service.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ body: 'هل هذا صحيح؟', anchor: { textQuote: { exact: 'نبدأ في مارس' } } })
    const posted = await send(`${here.service.url}/v1/artifacts/${id}/comments`, {
      method: 'POST',
      headers,
      body,
    })
    assert.equal(posted.status, 201, posted.text)
  })

  const pages = (): [name: string, path: string, heading: string][] => [
    ['list', '/app', 'Pages'],
    ['settings', `/app/artifacts/${id}`, 'Settings'],
    ['members', '/app/members', 'Members'],
    ['audit', '/app/audit', 'Audit log'],
  ]

  for (const [how, options] of [
    // A window of 1280 pixels has 640 of the page's own at 200 %.
    ['at 200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
    ['in forced colours', { forcedColors: 'active', colorScheme: 'dark' }],
  ] as const)
    test(`stay whole ${how}, whichever way a name runs`, async () => {
      const { page, close, problems } = await here.signedIn(company.owner.session.cookie, options)
      const name = how.replaceAll(/\W+/g, '-')
      for (const [each, path, heading] of pages()) {
        await page.goto(here.service.url + path)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        await looksRight(page, `${each}-${name}`)
      }
      await page.goto(`${here.service.url}/${id}`)
      await page.waitForSelector('[data-state=shown]')
      await page.getByRole('button', { name: 'Comments, 1 open' }).click()
      await page.getByText('هل هذا صحيح؟').waitFor()
      await looksRight(page, `page-${name}`)
      if (how === 'in forced colours')
        assert.notEqual(
          await page.locator('article.thread').evaluate(card => getComputedStyle(card).borderTopStyle),
          'none',
          'a card has no edge',
        )
      assert.deepEqual(problems, [])
      await close()
    })
})
