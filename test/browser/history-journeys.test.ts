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

  test('an old version is shown with its changes and brought back by the keyboard alone, and undone', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}`)
    await page.locator('.page-header .facts .version').click()
    await page.getByRole('complementary', { name: 'Versions' }).waitFor()
    await page.locator('.compared[data-state=shown]').waitFor()
    await page.getByText(/^1 of \d changes?/).waitFor()
    await looksRight(page, 'history')
    await page.getByRole('link', { name: /^v2/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^1 of \d changes?/).waitFor()
    const summary = page.getByText('1 comment answered').last()
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Is it not rather 41?' }).waitFor()
    await looksRight(page, 'history-answered')
    await page.getByRole('link', { name: /^v1/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The first version').waitFor()
    await page.getByRole('button', { name: 'Restore v1' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Version 1 restored as version 4').waitFor()
    // The toast stays while its button has the focus.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await looksRight(page, 'history-restored')
    const cookie = company.owner.session.cookie
    const content = async () =>
      (await send(`${here.service.url}/${id}/content`, { headers: { cookie } })).text
    assert.match(await content(), /42 crowns/)
    await undo.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Version 3 restored as version 5').waitFor()
    assert.match(await content(), /41 crowns/)
    assert.deepEqual(
      problems.filter(problem => !/Content Security Policy/.test(problem)),
      [],
    )
    await close()
  })

  for (const [name, options] of [
    ['phone', phone],
    ['wide', wide],
  ] as const)
    test(`two versions are compared on a screen that is ${name}`, async () => {
      const { page, close } = await here.signedIn(company.owner.session.cookie, options)
      await page.goto(`${here.service.url}/app/artifacts/${id}/history?version=2`)
      await looksRight(page, `history-${name}`)
      await page.getByRole('link', { name: 'Source', exact: true }).click()
      await page.locator('ins', { hasText: '41' }).waitFor()
      await page.getByText('unchanged lines').first().click()
      await page.getByText('Nothing happens in this paragraph.').last().waitFor()
      await looksRight(page, `compare-${name}`)
      const places = () =>
        Promise.all(['.removed', '.added'].map(each => page.locator(`.change ${each}`).first().boundingBox()))
      const [removed, added] = await places()
      if (name === 'phone') assert.ok(added!.y > removed!.y, 'below each other')
      else assert.ok(Math.abs(added!.y - removed!.y) < 2 && added!.x > removed!.x, 'side by side')
      await page.getByRole('link', { name: 'Unified' }).click()
      await page.locator('ins', { hasText: '41' }).waitFor()
      const [above, below] = await places()
      assert.ok(below!.y > above!.y, 'below each other')
      await page.getByRole('link', { name: /^v3/ }).click()
      await page.getByLabel('Compare with').selectOption('1')
      await page.waitForURL(/from=1/)
      await page.getByText(/^1 of \d changes/).waitFor()
      await close()
    })
})
