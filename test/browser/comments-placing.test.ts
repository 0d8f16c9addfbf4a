// The panel while the places of threads on a large page are looked for, and once they are found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commenting, looksRight, panel } from '../support/commenting.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import { holdPlacing, releasePlacing } from '../support/placing.ts'

const large = `<!--${'x'.repeat(1_048_576)}-->`
const page = (inside: string) =>
  `<!doctype html><title>Sales</title><body>${large}<h1>Sales</h1>${inside}</body>`
const chart = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Revenue by month">'
const map = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Where we sell it">'

inBrowsersAtLength('threads whose places are looked for', browserName => {
  const { ground, people, publish, post, browserOf, open } = commenting({ browserName })

  test('the panel says so, and says what was found without being opened again', async () => {
    const id = await publish({ visibility: 'company' }, page(chart + map), 'sales.html')
    const on = (body: string, n: number) =>
      post(`/v1/artifacts/${id}/comments`, { body, anchor: { cssPath: `body > img:nth-of-type(${n})` } })
    await on('This peak?', 1)
    await on('Which country?', 2)
    await holdPlacing(ground.service)
    const body = new FormData()
    body.append('file', new Blob([page(chart)]), 'sales.html')
    const headers = { authorization: `Bearer ${people.company.owner.key}`, 'if-match': '"v1"' }
    const saved = await fetch(`${ground.service.url}/v1/artifacts/${id}`, { method: 'PUT', body, headers })
    assert.equal(saved.status, 200)
    const opened = await browserOf(people.company.owner.session)
    await open(opened.page, id)
    await opened.page.getByRole('button', { name: 'Comments, 2 open' }).click()
    const card = (words: string) => panel(opened.page).locator('article').filter({ hasText: words })
    for (const words of ['This peak?', 'Which country?'])
      await card(words).getByText('Finding its place…').waitFor()
    await looksRight(opened.page, 'placing')
    await releasePlacing(ground.service)
    await card('Which country?').getByText('Not found in this version').waitFor()
    await card('This peak?').getByText('Finding its place…').waitFor({ state: 'detached' })
    assert.equal(await card('This peak?').getByText('Not found').count(), 0)
    assert.deepEqual(opened.problems, [])
    await opened.close()
  })
})
