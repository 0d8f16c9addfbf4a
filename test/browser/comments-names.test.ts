// Naming members in a comment: a list after @, by keyboard and with a screen reader, and plain text without one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commenting, looksRight, openFilters, panel, writeOnPage } from '../support/commenting.ts'

describe('naming members with @', () => {
  const { people, publish, browserOf, open } = commenting()

  test('a name is chosen by keyboard from those that fit, and named in the comment', async () => {
    const id = await publish()
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    const field = await writeOnPage(page)
    await field.pressSequentially(`Ask @${people.ben.name.slice(0, -2)}`)
    const option = panel(page).getByRole('option', { name: people.ben.name, selected: true })
    await option.waitFor()
    assert.equal(await field.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    await looksRight(page, 'names')
    await page.keyboard.press('Escape')
    assert.equal(
      await panel(page)
        .getByRole('option', { name: /^Name of/ })
        .count(),
      0,
    )
    await page.keyboard.press('Backspace')
    await option.waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), `Ask @${people.ben.name} `)
    await page.keyboard.type('mail me@example.com')
    const marks = panel(page).locator('.name-marks')
    assert.deepEqual(await marks.locator('mark').allTextContents(), [`@${people.ben.name}`])
    const [behind, before] = await Promise.all([marks.boundingBox(), field.boundingBox()])
    assert.deepEqual(behind, before)
    await looksRight(page, 'named')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText(`Ask @${people.ben.name} mail me@example.com`).waitFor()
    assert.equal(await panel(page).locator('.comment-body .mention').textContent(), `@${people.ben.name}`)
    const ben = await browserOf(people.ben.session)
    await open(ben.page, id)
    await ben.page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await openFilters(ben.page)
    await panel(ben.page).getByRole('button', { name: 'Mine', exact: true }).click()
    await panel(ben.page).getByText(`Ask @${people.ben.name}`).waitFor()
    assert.deepEqual(problems, [])
    await Promise.all([close(), ben.close()])
  })

  test('a viewer, who is told no names, writes @ as any other letter', async () => {
    const id = await publish()
    const viewer = await people.company.join('viewer')
    const { page, close } = await browserOf(viewer.session)
    await open(page, id)
    const field = await writeOnPage(page)
    const answered = page.waitForResponse(response => response.url().includes('/names?'))
    await field.pressSequentially(`@${people.ben.name}`)
    await answered
    await page.keyboard.press('Enter')
    await page.keyboard.type('Hello')
    assert.equal(await field.inputValue(), `@${people.ben.name}\nHello`)
    assert.equal(
      await panel(page)
        .getByRole('option', { name: /^Name of/ })
        .count(),
      0,
    )
    await close()
  })
})
