// Two people beside each other: whatever one changes in the threads is seen by the other at once, who is never disturbed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, looksRight, openFilters, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'

const lines = ['First comes the moat.', 'Then comes the castle.', 'Last comes the dragon.']
const file = (all: readonly string[]) =>
  `<!doctype html><title>Plan</title>${all.map(line => `<p>${line}`).join('')}`

inBrowsersAtLength('beside somebody who', browserName => {
  const { ground, people, publish, post, browserOf, open } = commenting({ browserName })
  const comments = (id: string) => `/v1/artifacts/${id}/comments`

  async function act(method: string, path: string, body?: object): Promise<void> {
    const { cookie } = people.ben.session
    const headers = { cookie, origin: ground.service.url, 'content-type': 'application/json' }
    const answer = await send(`${ground.service.url}${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(answer.status < 300, answer.text)
  }
  const edit = (id: string, version: number, oldText: string, newText: string) =>
    send(`${ground.service.url}/v1/artifacts/${id}/edits`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${people.company.owner.key}`, 'content-type': 'application/json' },
        'if-match': `"v${version}"`,
      },
      body: JSON.stringify({ edits: [{ oldText, newText }] }),
    }).then(answer => assert.equal(answer.status, 200, answer.text))
  const quoting = (exact: string) => ({ textQuote: { exact } })

  /** A page with a thread near its end, and a later one near its beginning. */
  async function withTwoThreads(): Promise<string> {
    const id = await publish({ visibility: 'company' }, file(lines))
    await post(comments(id), { body: 'Late', anchor: quoting('the dragon') })
    await post(comments(id), { body: 'Early', anchor: quoting('the moat') })
    return id
  }

  /** The owner's page with the panel open, and every word that is said in it. */
  async function reading(id: string) {
    const opened = await browserOf(people.company.owner.session)
    const { page } = opened
    await open(page, id)
    await page
      .getByRole('button', { name: /^Comments/ })
      .first()
      .click()
    await panel(page).locator('article').first().waitFor()
    await page.evaluate(() => {
      const said: string[] = []
      const live = document.querySelector('#comments > .visually-hidden[role=status]')!
      new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true })
      Object.assign(window, { said })
    })
    return opened
  }
  const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)
  const untilSaid = (page: Page, words: string) =>
    page.waitForFunction(
      wanted => (window as unknown as { said: string[] }).said.some(each => each.includes(wanted)),
      words,
    )
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')
  const bodies = (page: Page) => panel(page).locator('article .comment-body').allTextContents()

  test('changes and deletes, the list is true, says so once, and the focus stays', async () => {
    const id = await publish({ visibility: 'company' }, file(lines))
    const kept = await post(comments(id), { body: 'To be changed' })
    const answer = await post(comments(id), { body: 'Short-lived', parentId: kept.id })
    const gone = await post(comments(id), { body: 'To be deleted' })
    const { page, close, problems } = await reading(id)
    await panel(page).locator(`#comment-${kept.id}`).getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('My draft')
    const place = await focused(page)
    await act('PATCH', `/v1/comments/${kept.id}`, { body: 'Changed words' })
    await panel(page).getByText('Changed words').waitFor()
    await untilSaid(page, `${people.ben.name} changed a comment.`)
    await act('DELETE', `/v1/comments/${answer.id}`)
    await panel(page).getByText('Short-lived').waitFor({ state: 'detached' })
    await untilSaid(page, 'A comment was deleted.')
    await act('DELETE', `/v1/comments/${gone.id}`)
    await panel(page).getByText('To be deleted').waitFor({ state: 'detached' })
    await untilSaid(page, 'A thread was deleted.')
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    assert.deepEqual(await bodies(page), ['Changed words'])
    assert.deepEqual(await said(page), [
      `${people.ben.name} changed a comment.`,
      'A comment was deleted.',
      'A thread was deleted.',
    ])
    assert.equal(await focused(page), place)
    assert.equal(await page.getByLabel('Your reply').inputValue(), 'My draft')
    assert.deepEqual(problems, [])
    await close()
  })

  test('deletes the thread one stands in, it says so and goes when one leaves it; a draft stays', async () => {
    const id = await publish({ visibility: 'company' }, file(lines))
    const stood = await post(comments(id), { body: 'Stood on' })
    const written = await post(comments(id), { body: 'Written in' })
    const { page, close } = await reading(id)
    const [here, there] = [stood, written].map(({ id: thread }) => panel(page).locator(`#comment-${thread}`))
    await there!.getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('My draft')
    await here!.focus()
    await act('DELETE', `/v1/comments/${stood.id}`)
    await here!.getByText('This thread was deleted.').waitFor()
    assert.equal(await focused(page), `comment-${stood.id}`)
    await act('DELETE', `/v1/comments/${written.id}`)
    await there!.getByText('This thread was deleted.').waitFor()
    await looksRight(page, 'deleted')
    await page.getByLabel('Your reply').focus()
    await here!.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Enter')
    await there!.getByText('This thread was deleted. Copy your text and start a new thread.').waitFor()
    assert.equal(await page.getByLabel('Your reply').inputValue(), 'My draft')
    await close()
  })

  test('makes versions, threads are detached and hang again without a reload', async () => {
    const id = await publish({ visibility: 'company' }, file(lines))
    const thread = await post(comments(id), { body: 'Big?', anchor: quoting(lines[2]!) })
    const { page, close, problems } = await reading(id)
    const shown = panel(page).locator(`#comment-${thread.id}`)
    await shown.getByRole('button', { name: lines[2]! }).waitFor()
    await edit(id, 1, '<p>Last comes the dragon.', '')
    await shown.getByText(/^Not found in this version\. /).waitFor()
    await untilSaid(page, 'A thread is no longer on the page')
    await openFilters(page)
    await panel(page).getByRole('button', { name: 'Not found in this version' }).click()
    await shown.waitFor()
    await edit(id, 2, 'the castle.', 'the castle.<p>Last comes the dragon.')
    await shown.getByRole('button', { name: lines[2]! }).waitFor()
    await untilSaid(page, 'A thread that was lost is on the page again.')
    assert.deepEqual(problems, [])
    await close()
  })

  test('comments, the new one stands where its words stand; the order is chosen by keyboard', async () => {
    const id = await withTwoThreads()
    const { page, close, problems } = await reading(id)
    assert.deepEqual(await bodies(page), ['Early', 'Late'])
    await openFilters(page)
    const order = panel(page).getByRole('combobox', { name: 'Order' })
    assert.equal(await order.inputValue(), 'place')
    await order.focus()
    await page.keyboard.press('Home')
    await panel(page).locator('article').first().getByText('Late').waitFor()
    await page.keyboard.press('End')
    await panel(page).locator('article').first().getByText('Early').waitFor()
    await post(comments(id), { body: 'Between', anchor: quoting('the castle') })
    await panel(page).getByText('Between').waitFor()
    assert.deepEqual(await bodies(page), ['Early', 'Between', 'Late'])
    await panel(page).locator('article').last().focus()
    const place = await focused(page)
    await edit(id, 1, '<p>First comes the moat.', '')
    await panel(page).locator('article').last().getByText('Early').waitFor()
    assert.deepEqual(await bodies(page), ['Between', 'Late', 'Early'])
    assert.equal(await focused(page), place)
    await looksRight(page, 'by-place')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a comment that comes while the panel asks for news stands where its words stand', async () => {
    const id = await withTwoThreads()
    const { page, close } = await reading(id)
    assert.deepEqual(await bodies(page), ['Early', 'Late'])
    await page.route(
      '**/comments/places?*',
      async route => {
        const response = await route.fetch()
        await post(comments(id), { body: 'Between', anchor: quoting('the castle') })
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await post(comments(id), { body: 'Soon', anchor: quoting('the moat') })
    for (const body of ['Soon', 'Between']) await panel(page).getByText(body).waitFor()
    assert.deepEqual((await bodies(page)).slice(-2), ['Between', 'Late'])
    await close()
  })
})
