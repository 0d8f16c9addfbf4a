// Comments on the page people read, in a real browser: two people, a guest and a stranger, on a desk and on a phone.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { devices, type Locator } from 'playwright-core'
import { commenting, looksRight, openFilters, openMenu, panel } from '../support/commenting.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { signIn } from '../support/sign-in.ts'

const phone = { ...devices['Pixel 7'] }

inBrowsers('comments on a page', browserName => {
  const { ground, people, publish, post, browserOf, open } = commenting({ browserName })
  /** Firefox takes no touch over WebDriver BiDi. */
  const press = (target: Locator) => (browserName === 'chromium' ? target.tap() : target.click())
  let shortId: string
  before(async () => {
    shortId = await publish()
  })

  test('one writes, another answers and resolves with an answer, and the first opens it again', async () => {
    const [olga, other] = await Promise.all([
      browserOf(people.company.owner.session),
      browserOf(people.ben.session, phone),
    ])
    const { page } = olga
    await open(page, shortId)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    await page
      .getByLabel('Your comment on the page')
      .fill('Why March?\nSee https://example.com/plan. <b>Really</b>')
    await looksRight(page, 'writing')
    await page.reload()
    await page.getByRole('button', { name: 'Comments' }).click()
    assert.match(await page.getByLabel('Your comment on the page').inputValue(), /^Why March/)
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await panel(page).getByText('Why March?').waitFor()
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    await panel(page).getByRole('button', { name: 'Comment on page' }).click()
    assert.equal(await page.getByLabel('Your comment on the page').inputValue(), '')
    assert.equal(await panel(page).locator('b').count(), 0)
    const link = panel(page).getByRole('link', { name: 'https://example.com/plan', exact: true })
    assert.match((await link.getAttribute('rel'))!, /noopener/)
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()

    await open(other.page, shortId)
    await press(other.page.getByRole('button', { name: 'Comments, 1 open' }))
    await press(panel(other.page).getByRole('button', { name: 'Reply' }))
    await other.page.getByLabel('Your reply').fill('Because of the fair.')
    await press(panel(other.page).locator('article').getByRole('button', { name: 'Reply', exact: true }))
    await panel(other.page).getByText('Because of the fair.').waitFor()
    await looksRight(other.page, 'phone')
    await press(panel(other.page).getByRole('button', { name: 'Reply', exact: true }))
    await other.page.getByLabel('Your reply').fill('Said in version two.')
    await press(panel(other.page).getByRole('button', { name: 'Reply and resolve' }))
    await panel(other.page).getByText('No open comments.').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Comments' }).click()
    await panel(page).getByRole('button', { name: 'Open 0', exact: true }).waitFor()
    await panel(page).getByRole('button', { name: 'Resolved 1', exact: true }).click()
    await panel(page).getByText('Said in version two.').waitFor()
    await panel(page).getByText(`Resolved by ${people.ben.name} on version 1`).waitFor()
    await looksRight(page, 'resolved')
    await panel(page).locator('article').getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    await panel(page).getByRole('button', { name: 'Open 1', exact: true }).waitFor()
    assert.deepEqual([...olga.problems, ...other.problems], [])
    await Promise.all([olga.close(), other.close()])
  })

  if (endsAfterJourney(browserName)) return

  test('own words are changed and deleted after one more question, those of others are not', async () => {
    const id = await publish()
    await post(`/v1/artifacts/${id}/comments`, { body: 'Words of Ben' })
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await panel(page).getByText('Words of Ben').waitFor()
    await openMenu(panel(page).locator('article'))
    await panel(page).getByRole('button', { name: 'Copy link' }).waitFor()
    assert.equal(await panel(page).getByRole('button', { name: 'Edit' }).count(), 0)
    await page.keyboard.press('Escape')
    await panel(page).getByRole('button', { name: 'Comment on page' }).click()
    await page.getByLabel('Your comment on the page').fill('Mine')
    await page.keyboard.press('Control+Enter')
    const mine = panel(page).locator('article', { hasText: 'Mine' })
    await openMenu(mine)
    await panel(page).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Your comment').fill('Mine, and better')
    await panel(page).getByRole('button', { name: 'Save' }).click()
    await panel(page).getByText('Mine, and better').waitFor()
    await panel(page).getByText('edited').waitFor()
    await openFilters(page)
    await panel(page).getByRole('button', { name: 'Mine', exact: true }).click()
    await panel(page).getByText('Words of Ben').waitFor({ state: 'detached' })
    await openMenu(mine)
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await panel(page).getByRole('button', { name: 'Delete comment' }).click()
    await panel(page).getByText('No comments by you yet').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('a link leads to its comment, whatever its state, and the frame never hears of it', async () => {
    const id = await publish()
    const thread = await post(`/v1/artifacts/${id}/comments`, {
      body: 'On a passage',
      anchor: { textQuote: { exact: 'We start in March.' } },
    })
    const reply = await post(`/v1/artifacts/${id}/comments`, { body: 'A reply', parentId: thread.id })
    await post(`/v1/comments/${thread.id}/resolve`, {})
    const { page, close } = await browserOf(people.company.owner.session)
    for (const rest of [`#comment-${reply.id}`, `?thread=${thread.id}`]) {
      await open(page, id, rest)
      await panel(page).getByText('A reply').waitFor()
      await page.waitForFunction(() => document.activeElement?.id.startsWith('comment-'))
      await panel(page).locator('blockquote', { hasText: 'We start in March.' }).waitFor()
      const frame = page.frames().find(each => each !== page.mainFrame())!
      assert.doesNotMatch(
        await frame.evaluate(() => location.href + document.documentElement.outerHTML),
        /comment|A reply/,
      )
    }
    await open(page, id, '#comment-nowhere')
    await panel(page).getByText('This comment isn’t here').waitFor()
    await close()
  })

  test('guests and strangers have no way to comments and hear nothing of members, by key either', async () => {
    const id = await publish({ visibility: 'public', sharedWith: 'gina@partner.example' })
    await post(`/v1/artifacts/${id}/comments`, { body: 'Between ourselves' })
    const guest = await browserOf({ cookie: await signIn(ground.service, 'gina@partner.example', id) })
    const stranger = await browserOf(null)
    const small = await browserOf(null, phone)
    for (const { page } of [guest, stranger, small]) {
      await open(page, id)
      await page.waitForSelector('html[data-live]', { state: 'attached' })
      for (const key of ['c', 'e', 'j']) await page.keyboard.press(key)
      assert.equal(await page.getByRole('button', { name: /comment|point/i }).count(), 0)
      assert.equal(await panel(page).isVisible(), false)
      assert.doesNotMatch(await page.content(), /Between ourselves|, 1 open|member/)
      await looksRight(
        page,
        page === guest.page ? 'guest' : page === small.page ? 'stranger-phone' : 'stranger',
      )
    }
    await Promise.all([guest.close(), stranger.close(), small.close()])
  })

  test('what could not be sent stays in the field, with the reason beside it', async () => {
    const { page, close } = await browserOf(people.ben.session)
    await open(page, shortId)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    const field = page.getByLabel('Your comment on the page')
    const button = panel(page).getByRole('button', { name: 'Comment', exact: true })
    await button.click()
    await panel(page).getByText('Write a comment first').waitFor()
    await page.route('**/v1/artifacts/*/comments', route => route.abort())
    await field.fill('Kept')
    await button.click()
    await panel(page).getByText('You’re offline. Your text is safe here.').waitFor()
    assert.equal(await field.inputValue(), 'Kept')
    await looksRight(page, 'refused')
    await page.unroute('**/v1/artifacts/*/comments')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    await close()
  })
})
