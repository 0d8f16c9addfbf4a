// Comments without any script: threads are read, one is written, and a guest is told why they cannot.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices, type Page } from 'playwright-core'
import { screenshot } from '../support/browser.ts'
import { commenting, looksRight, openFilters, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { signIn } from '../support/sign-in.ts'

describe('comments without script', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()
  const noScript = { javaScriptEnabled: false }

  test('are reached from the page, read with their answers, and one is written', async () => {
    const id = await publish()
    const anchor = { textQuote: { exact: 'We start in March.' } }
    const first = await post(`/v1/artifacts/${id}/comments`, { body: 'Why <b>March</b>?\nReally', anchor })
    await post(`/v1/artifacts/${id}/comments`, { body: 'The fair', parentId: first.id })
    const { page, close, problems } = await browserOf(people.company.owner.session, noScript)
    await page.goto(`${ground.service.url}/${id}`)
    await page.getByRole('link', { name: 'read its comments' }).click()
    await page.getByText('Why <b>March</b>?').waitFor()
    await page.getByText('The fair').waitFor()
    await page.locator('blockquote', { hasText: 'We start in March.' }).waitFor()
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.locator('#body-error').waitFor()
    await page.getByLabel('Your comment').fill('Written\nwithout script')
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.getByText('Comment added').waitFor()
    await page.getByText('without script').waitFor()
    await page.getByText('2 threads').waitFor()
    await page.getByRole('link', { name: 'Resolved' }).click()
    await page.getByText('No resolved comments').waitFor()
    await screenshot(page, 'comments-plain-none')
    assert.deepEqual(
      problems.filter(problem => !/422/.test(problem)),
      [],
    )
    await close()
  })

  test('read as in the panel, word by word, whoever wrote them and however they stand', async () => {
    const id = await publish({ visibility: 'company' }, '<h1>The plan</h1><p>We start in March.<p>It ends.')
    const { key } = await people.company.newKey('service')
    const write = async (fields: object, headers: Record<string, string> = {}) => {
      const answer = await send(`${ground.service.url}/v1/artifacts/${id}/comments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(fields),
      })
      assert.equal(answer.status, 201, answer.text)
      return answer.json.id as string
    }
    const first = await write({
      body: 'Built **well**',
      anchor: { textQuote: { exact: 'We start in March.' } },
    })
    await write(
      { body: 'So it is', parentId: first },
      { 'x-actor-type': 'agent', 'x-actor-name': 'Reviewer' },
    )
    await write({
      body: 'On a part',
      anchor: { cssPath: 'body > h1', element: { tag: 'h1', text: 'The plan' } },
    })
    const gone = await post(`/v1/artifacts/${id}/comments`, { body: 'Taken back' })
    await write({ body: 'An answer', parentId: gone.id })
    const { cookie } = people.ben.session
    const origin = ground.service.url
    await send(`${origin}/v1/comments/${gone.id}`, { method: 'DELETE', headers: { cookie, origin } })
    await post(`/v1/comments/${gone.id}/resolve`, {})
    const plain = await browserOf(people.company.owner.session, noScript)
    await plain.page.goto(`${origin}/app/artifacts/${id}/comments?status=all`)
    const rich = await browserOf(people.company.owner.session)
    const words = (page: Page) =>
      page
        .locator('article')
        .locator('h2, h3, .place, blockquote, .comment-body, .author, .standing')
        .allTextContents()
    const expected = await words(plain.page)
    assert.equal(expected.filter(each => each.endsWith(', service')).length, 3, expected.join('\n'))
    assert.ok(expected.some(each => each.startsWith('Reviewer for ')))
    const seen: string[] = []
    await open(rich.page, id)
    await rich.page.getByRole('button', { name: 'Comments, 2 open' }).click()
    await openFilters(rich.page)
    await panel(rich.page).getByRole('combobox', { name: 'Order' }).selectOption('asc')
    await rich.page.keyboard.press('Escape')
    for (const [filter, last] of [
      ['Open', 'On a part'],
      ['Resolved', 'An answer'],
    ] as const) {
      await panel(rich.page).getByRole('button', { name: filter, exact: true }).click()
      await panel(rich.page).getByText(last, { exact: true }).waitFor()
      await panel(rich.page).locator('.threads[aria-busy]').waitFor({ state: 'detached' })
      if (filter === 'Open') await panel(rich.page).locator('strong', { hasText: 'well' }).waitFor()
      seen.push(...(await words(rich.page)))
    }
    assert.deepEqual(seen, expected)
    await Promise.all([plain.close(), rich.close()])
  })

  test('look right in both themes on desk and phone, for a member and for a guest who may not write', async () => {
    const email = 'gina@partner.example'
    const id = await publish({ visibility: 'private', sharedWith: email })
    await post(`/v1/artifacts/${id}/comments`, { body: 'Between ourselves' }, people.company.owner)
    const path = `${ground.service.url}/app/artifacts/${id}/comments`
    const member = await browserOf(people.company.owner.session, { ...devices['Pixel 7'] })
    await member.page.goto(path)
    await member.page.getByText('Between ourselves').waitFor()
    await looksRight(member.page, 'plain-phone')
    const guest = await browserOf({ cookie: await signIn(ground.service, email, id) })
    await guest.page.goto(path)
    await guest.page.getByText('Ask the owner to invite you.').waitFor()
    assert.doesNotMatch(await guest.page.content(), /Between ourselves/)
    assert.equal(await guest.page.getByRole('textbox').count(), 0)
    await looksRight(guest.page, 'plain-guest')
    await Promise.all([member.close(), guest.close()])
  })
})
