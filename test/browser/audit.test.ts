// The audit log in a browser: pages by their names, where each thing was done, and no sideways scrolling on the smallest phone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'

describe('the audit log', () => {
  const here = browsing()

  test('names pages, the browser and its device, and fits 320 and 390 pixels', async () => {
    const { owner } = await here.service.organization()
    const name = `Report${'OfAVeryLongName'.repeat(8)}`
    const { json } = await here.publish(owner.key, { name, visibility: 'company' })
    const { page, close, problems } = await here.signedIn(owner.session.cookie, {
      viewport: { width: 320, height: 640 },
    })
    await page.goto(`${here.service.url}/app/audit`)
    const status = await page.evaluate(async id => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ labels: ['seen'] })
      return (await fetch(`/v1/artifacts/${id}`, { method: 'PATCH', headers, body })).status
    }, json.shortId)
    assert.equal(status, 200)
    await page.reload()
    const events = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
    const [changed, published] = [events.nth(0), events.nth(1)]
    await changed.getByText(/In the browser · Chrome on Linux/).waitFor()
    await published.getByText(/^API/).waitFor()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 })
      await looksRight(page, `audit-${width}`)
    }
    await changed.getByRole('link', { name }).click()
    await page.waitForURL(`**/${json.shortId}`)
    assert.deepEqual(problems, [])
    await close()
  })
})
