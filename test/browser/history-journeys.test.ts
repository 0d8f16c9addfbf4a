// The history in a real browser: going back by the keyboard alone, comparing, and what a phone shows.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type BrowserContextOptions, devices } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import type { Company } from '../support/people.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }
const wide: BrowserContextOptions = { viewport: { width: 1600, height: 900 }, colorScheme: 'light' }

describe('the history in a browser', () => {
  const here = browsing()
  let company: Company
  let id: string

  const edit = async (version: number, oldText: string, newText: string, note?: string) => {
    const headers = {
      authorization: `Bearer ${company.owner.key}`,
      'content-type': 'application/json',
      'if-match': `"v${version}"`,
      ...(note && { 'x-actor-type': 'agent', 'x-actor-name': 'Scribe' }),
    }
    const body = JSON.stringify({ edits: [{ oldText, newText }], ...(note && { note }) })
    const sent = { method: 'POST', headers, body }
    assert.equal((await send(`${here.service.url}/v1/artifacts/${id}/edits`, sent)).status, 200)
  }

  const comment = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${company.owner.key}`, 'content-type': 'application/json' }
    return (await send(here.service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json
  }

  before(async () => {
    company = await here.service.organization()
    const lines = `<p>Nothing happens in this paragraph.</p>\n`.repeat(30)
    const text = `<!doctype html>\n<title>Plan</title>\n<h1>Plan</h1>\n<p>The budget is 42 crowns.</p>\n${lines}<p>The end.</p>\n`
    id = (await here.publish(company.owner.key, { visibility: 'company', note: 'First draft' }, { text }))
      .json.shortId
    const { id: thread } = await comment(`/v1/artifacts/${id}/comments`, { body: 'Is it not rather 41?' })
    await edit(1, '42 crowns', '41 crowns, as agreed with the king', 'The budget, as asked')
    await comment(`/v1/comments/${thread}/resolve`, {})
    await edit(2, '<p>The end.</p>', '<p>The end, for now.</p>\n<p>More follows.</p>')
  })

  test('an old version is compared, opened and brought back by the keyboard alone', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Version history' }).press('Enter')
    await page.getByRole('heading', { name: 'History of Plan' }).waitFor()
    await looksRight(page, 'history')
    const summary = page.getByText('Answered 1 comment')
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Is it not rather 41?' }).waitFor()
    await page.getByRole('button', { name: 'More for version 1' }).focus()
    await page.keyboard.press('Enter')
    await looksRight(page, 'history-menu')
    await page.getByRole('button', { name: 'Restore', exact: true }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' })
    await dialog.getByText('Nothing is lost: version 3 stays in the history.').waitFor()
    await looksRight(page, 'history-restore')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'More for version 1' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Restore', exact: true }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Restore version 1' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The old content is the current version again.').waitFor()
    await page.getByRole('link', { name: 'v4', exact: true }).waitFor()
    const cookie = company.owner.session.cookie
    const content = await send(`${here.service.url}/${id}/content`, { headers: { cookie } })
    assert.match(content.text, /42 crowns/)
    assert.deepEqual(problems, [])
    await close()
  })

  for (const [name, options, scripts] of [
    ['phone', phone, true],
    ['wide', wide, true],
    ['unscripted', wide, false],
  ] as const)
    test(`two versions are compared on a screen that is ${name}`, async () => {
      const opened = await here.signedIn(company.owner.session.cookie, {
        ...options,
        javaScriptEnabled: scripts,
      })
      const { page, close } = opened
      await page.goto(`${here.service.url}/app/artifacts/${id}/history`)
      if (scripts) await looksRight(page, `history-${name}`)
      await page.getByRole('link', { name: 'Compare version 2 with the one before' }).click()
      await page.getByRole('heading', { name: 'v1 and v2 of Plan' }).waitFor()
      await page.locator('ins', { hasText: '41' }).waitFor()
      await page.getByText('unchanged lines').first().click()
      await page.getByText('Nothing happens in this paragraph.').last().waitFor()
      if (scripts) await looksRight(page, `compare-${name}`)
      const [gone, come] = await Promise.all(
        ['.removed', '.added'].map(each => page.locator(`.change ${each}`).first().boundingBox()),
      )
      if (name === 'phone') assert.ok(come!.y > gone!.y, 'below each other')
      else assert.ok(Math.abs(come!.y - gone!.y) < 2 && come!.x > gone!.x, 'side by side')
      await page.getByLabel('Compare version').fill('1')
      await page.getByLabel('with version').fill('3')
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByText('2 changes:').waitFor()
      await close()
    })
})
