// Comments without any script: threads are read, one is written, and a guest is told why they cannot.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices } from 'playwright-core'
import { screenshot } from '../support/browser.ts'
import { commenting, looksRight } from '../support/commenting.ts'
import { signIn } from '../support/sign-in.ts'

describe('comments without script', () => {
  const { ground, people, publish, post, browserOf } = commenting()
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
    await page.getByText('Your comment is there.').waitFor()
    await page.getByText('without script').waitFor()
    await page.getByText('2 threads.').waitFor()
    await page.getByRole('link', { name: 'Resolved' }).click()
    await page.getByText('Nothing is resolved yet.').waitFor()
    await screenshot(page, 'comments-plain-none')
    assert.deepEqual(
      problems.filter(problem => !/422/.test(problem)),
      [],
    )
    await close()
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
    await guest.page.getByText('Ask its owner to invite you.').waitFor()
    assert.doesNotMatch(await guest.page.content(), /Between ourselves/)
    assert.equal(await guest.page.getByRole('textbox').count(), 0)
    await looksRight(guest.page, 'plain-guest')
    await Promise.all([member.close(), guest.close()])
  })
})
