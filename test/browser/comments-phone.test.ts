// Comments on a phone: a bar in reach of the thumb, a sheet that opens on what was tapped, and nothing too small to touch.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices, type Page } from 'playwright-core'
import { commenting, looksRight, panel } from '../support/commenting.ts'
import { signIn } from '../support/sign-in.ts'

const phone = { ...devices['Pixel 7'] }

/** Nothing is on its way any more; what has not begun to move is waited for beside. */
const settles = (page: Page) =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map(each => each.finished)))

/** Buttons and links that can be touched and are lower than 44 pixels, by their words, once nothing moves. */
async function tooSmall(page: Page): Promise<string[]> {
  await settles(page)
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.page-header button, #comments :is(button, a), .touch-bar button',
      ),
    ]
      .filter(each => each.checkVisibility({ visibilityProperty: true }))
      .filter(each => each.getBoundingClientRect().height < 44)
      .map(each => each.textContent || each.ariaLabel || each.className),
  )
}

describe('comments on a phone', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()

  test('are written from the bar, on a sheet that leaves the top of the page in sight and whose head stays', async () => {
    const text = '<!doctype html><h1>The plan</h1><p>We start.<h2>Money</h2><p>42 crowns.'
    const made = await ground.publish(people.company.owner.key, { visibility: 'company' }, { text })
    const id = made.json.shortId
    for (const body of ['First', 'Second', 'Third']) await post(`/v1/artifacts/${id}/comments`, { body })
    const { page, close, problems } = await browserOf(people.company.owner.session, phone)
    await open(page, id)
    const bar = page.getByRole('navigation', { name: 'Actions' })
    await looksRight(page, 'phone-bar')
    await bar.getByRole('button', { name: 'Contents' }).tap()
    await page.getByRole('button', { name: 'Money' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Money' }).waitFor({ state: 'hidden' })
    assert.deepEqual(await tooSmall(page), [])
    await bar.getByRole('button', { name: 'Comment' }).tap()
    await page.getByLabel('Your comment on the page').waitFor()
    await settles(page)
    const sheet = await panel(page).evaluate(each => each.getBoundingClientRect().height / innerHeight)
    assert.ok(sheet > 0.55 && sheet <= 0.63, `${sheet}`)
    await panel(page).getByText('Third').waitFor()
    assert.deepEqual(await tooSmall(page), [])
    await page.getByLabel('Your comment on the page').fill('Fourth')
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).tap()
    await panel(page).getByText('Fourth').waitFor()
    await looksRight(page, 'phone-sheet')
    await panel(page).getByRole('button', { name: 'Close' }).tap()
    await bar.getByRole('button', { name: 'Comment' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('open on the threads or on the passage that was tapped, never on the keyboard', async () => {
    const id = await publish()
    const comments = `/v1/artifacts/${id}/comments`
    for (const body of ['One', 'Two', 'Three', 'Four']) await post(comments, { body })
    const anchor = { textQuote: { exact: 'We start in March.' } }
    const last = await post(comments, { body: 'On a passage', anchor })
    const { page, close, problems } = await browserOf(people.company.owner.session, phone)
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 5 open' }).tap()
    await panel(page).getByText('On a passage').waitFor()
    assert.equal(await panel(page).getByRole('textbox').count(), 0)
    assert.notEqual(await page.evaluate(() => document.activeElement?.localName), 'textarea')
    await panel(page).getByRole('button', { name: 'Close comments' }).tap()
    await page.frames()[1]!.waitForFunction(() => CSS.highlights.has('recto-open'))
    await page.frameLocator('.page-frame').getByText('We start in March.').tap()
    await page.waitForFunction(wanted => document.activeElement?.id === wanted, `comment-${last.id}`)
    const card = panel(page).locator(`#comment-${last.id}[aria-current=true]`)
    await settles(page)
    const { y, height } = (await card.boundingBox())!
    const seen = page.viewportSize()!.height
    assert.ok(y > 0.38 * seen && y + height <= seen, `${y} and ${height} of ${seen}`)
    await looksRight(page, 'phone-tapped')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a guest, who may not write, is offered no bar for it', async () => {
    const email = 'gina@partner.example'
    const id = await publish({ visibility: 'private', sharedWith: email })
    const guest = await browserOf({ cookie: await signIn(ground.service, email, id) }, phone)
    await open(guest.page, id)
    assert.equal(await guest.page.getByRole('navigation', { name: 'Actions' }).count(), 0)
    assert.equal(await guest.page.getByRole('button', { name: /comment/i }).count(), 0)
    await looksRight(guest.page, 'phone-guest')
    await guest.close()
  })
})
