// Threads in an open panel stay true while others write: nothing moves the reader, and no draft is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, looksRight, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import { signIn } from '../support/sign-in.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

inBrowsersAtLength('an open panel of comments', browserName => {
  const { ground, people, publish, post, browserOf, open } = commenting({ browserName })
  const comments = (id: string) => `/v1/artifacts/${id}/comments`

  test('takes in comments, answers, resolving and reopening of others, while the reader writes on', async () => {
    const id = await publish()
    const first = await post(comments(id), { body: 'First thread' })
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    const thread = panel(page).locator(`#comment-${first.id}`)
    await thread.getByRole('button', { name: 'Reply' }).click()
    const draft = page.getByLabel('Your reply')
    await draft.pressSequentially('My dra')
    const place = await focused(page)

    const answer = await post(comments(id), { body: 'An answer', parentId: first.id })
    await thread.getByText('An answer').waitFor()
    await panel(page)
      .getByRole('status')
      .filter({ hasText: `New reply by ${people.ben.name}.` })
      .waitFor()
    await post(comments(id), { body: 'Second thread' })
    await panel(page).getByText('Second thread').waitFor()
    await page.getByRole('button', { name: 'Comments, 2 open' }).waitFor()
    await post(`/v1/comments/${first.id}/resolve`, { reply: 'Done so' })
    await thread.getByText(`Resolved by ${people.ben.name} on version 1`).waitFor()
    await thread.getByText('Done so').waitFor()
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    await page.keyboard.type('ft')
    assert.equal(await draft.inputValue(), 'My draft')
    assert.equal(await focused(page), place)
    await looksRight(page, 'live')
    await post(`/v1/comments/${first.id}/reopen`, {})
    await thread.getByText('Resolved by').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Comments, 2 open' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await thread.getByText('My draft').waitFor()
    assert.deepEqual(await thread.locator('.replies .comment-body').allTextContents(), [
      'An answer',
      'Done so',
      'My draft',
    ])
    assert.equal(await panel(page).locator('article').count(), 2)
    assert.ok(answer.id)
    assert.deepEqual(problems, [])
    await close()
  })

  test('draws no thread that lies beyond the pages read so far, and none again in which nothing happened', async () => {
    const id = await publish()
    for (let number = 0; number < 51; number += 1) await post(comments(id), { body: `Thread ${number}` })
    const { page, close } = await browserOf(people.company.owner.session)
    await page.addInitScript(() => {
      if (top !== self) return
      const make = document.createElementNS.bind(document)
      let articles = 0
      document.createElementNS = ((...asked: Parameters<typeof make>) => {
        if (asked[1] === 'article') articles += 1
        document.documentElement.dataset.articles = String(articles)
        return make(...asked)
      }) as typeof document.createElementNS
    })
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 51 open' }).click()
    await panel(page).getByText('Thread 49').waitFor()
    const drawn = () => page.evaluate(() => document.documentElement.dataset.articles)
    const before = await drawn()
    assert.equal(before, '50')
    for (let number = 51; number < 61; number += 1) await post(comments(id), { body: `Thread ${number}` })
    await page.getByRole('button', { name: 'Comments, 61 open' }).waitFor()
    await panel(page).getByRole('button', { name: 'Show more' }).waitFor()
    assert.equal(await drawn(), before)
    await close()
  })

  test('counts in the header while the panel is closed, for readers who see comments alone', async () => {
    const id = await publish({ visibility: 'public', sharedWith: 'gina@partner.example' })
    const member = await browserOf(people.company.owner.session)
    const guest = await browserOf({ cookie: await signIn(ground.service, 'gina@partner.example', id) })
    const stranger = await browserOf(null)
    const asked: string[] = []
    for (const { page } of [guest, stranger])
      page.on('request', request => asked.push(new URL(request.url()).pathname))
    for (const { page } of [member, guest, stranger]) await open(page, id)
    const { id: thread } = await post(comments(id), { body: 'Between ourselves' })
    await member.page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    await post(`/v1/comments/${thread}/resolve`, {})
    await member.page.getByRole('button', { name: 'Comments', exact: true }).waitFor()
    for (const { page } of [guest, stranger]) {
      assert.equal(await page.getByRole('button', { name: /Comment/ }).count(), 0)
      assert.doesNotMatch(await page.content(), /Between ourselves/)
    }
    assert.deepEqual(
      asked.filter(path => path.includes('comments') && path.startsWith('/v1/')),
      [],
    )
    for (const { close } of [member, guest, stranger]) await close()
  })

  test('is emptied where comments are closed to people outside, and filled where they are opened, at once', async () => {
    const id = await publish({ visibility: 'public', sharedWith: 'gita@partner.example' })
    await post(comments(id), { body: 'Read by all' })
    const turn = async (settings: object) => {
      const { key } = people.company.owner
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const sent = { method: 'PATCH', headers, body: JSON.stringify(settings) }
      assert.equal((await send(`${ground.service.url}/v1/artifacts/${id}`, sent)).status, 200)
    }
    await turn({ comments: 'shared' })
    const guest = await browserOf({ cookie: await signIn(ground.service, 'gita@partner.example', id) })
    const stranger = await browserOf(null)
    for (const { page } of [guest, stranger]) {
      await open(page, id)
      await page.getByRole('button', { name: 'Comments, 1 open' }).click()
      await panel(page).getByText('Read by all').waitFor()
    }
    await turn({ comments: 'internal' })
    for (const { page } of [guest, stranger]) {
      await page.getByText('Read by all').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /Comment/ }).waitFor({ state: 'detached' })
      await page.waitForSelector('html[data-live]', { state: 'attached' })
    }
    await turn({ comments: 'shared' })
    for (const { page } of [guest, stranger])
      await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    for (const { problems, close } of [guest, stranger]) {
      // A question that was on its way when the comments were closed is refused.
      const late = / 401 .*\/comments(?:\/places)?\?.*since/
      assert.deepEqual(
        problems.filter(problem => !late.test(problem)),
        [],
      )
      await close()
    }
  })
})
