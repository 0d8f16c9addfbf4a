// Many pages at once, by keyboard alone or by touch: selected in the list, labelled, opened to others after a look at who gains access.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices, type Locator, type Page } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'

describe('pages that are selected', () => {
  const here = browsing()

  /** The list of an owner of two pages, of which only they know. */
  async function list(options = {}) {
    const company = await here.service.organization()
    const { owner } = company
    await company.join('member')
    for (const name of ['Alpha', 'Beta']) await here.publish(owner.key, { name, visibility: 'private' })
    const opened = await here.signedIn(owner.session.cookie, options)
    await opened.page.goto(`${here.service.url}/app?sort=name`)
    return opened
  }

  /** The texts of the page as screen readers get them, numbers that styles count included. */
  async function spoken(page: Page): Promise<string> {
    const session = await page.context().newCDPSession(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    await session.detach()
    return nodes.flatMap(({ role, name }) => (role?.value === 'StaticText' ? [name?.value] : [])).join('\n')
  }

  test('are labelled and opened without a mouse', async () => {
    const { page, close, problems } = await list()
    const bar = page.getByRole('form', { name: 'Selected pages' })
    for (const name of ['Alpha', 'Beta']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
      await page.keyboard.press('Space')
    }
    assert.match(await spoken(page), /^2\n +\nselected$/m)
    await bar.getByRole('button', { name: 'Labels' }).focus()
    await looksRight(page, 'selection-bar')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Labels of the selected pages' }).waitFor()
    await looksRight(page, 'selection-labels')
    await page.getByLabel('Add labels').focus()
    await page.keyboard.type('plans')
    await page.keyboard.press('Enter')
    await page.getByText('Labels changed').waitFor()
    assert.equal(await page.getByRole('link', { name: 'plans' }).count(), 2)
    for (const name of ['Alpha', 'Beta'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
    await bar.getByRole('button', { name: 'Who can open' }).press('Enter')
    await page.getByLabel('General access').selectOption('company')
    await page.emulateMedia({ colorScheme: 'dark' })
    await looksRight(page, 'selection-access-dark')
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).press('Enter')
    await page.getByRole('heading', { name: /^Open 2 pages to / }).waitFor()
    await looksRight(page, 'selection-question-dark')
    await page.getByRole('button', { name: /^Open to / }).press('Enter')
    await page.getByText('Access changed').waitFor()
    assert.equal(await page.getByRole('row').or(page.locator('.row')).getByText('Only you').count(), 0)
    assert.deepEqual(problems, [])
    await close()
  })

  const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 800 } }

  /** A finger on the middle of a row for so long, moved down by so many pixels. */
  async function touch(row: Locator, milliseconds: number, moved = 0): Promise<void> {
    const page = row.page()
    const { x, y, width, height } = (await row.boundingBox())!
    const at = { x: x + width / 2, y: y + height / 2 }
    const finger = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof at)[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', [at])
    if (moved) await send('touchMove', [{ ...at, y: at.y + moved }])
    await page.waitForTimeout(milliseconds)
    await send('touchEnd', [])
    await finger.detach()
  }

  test('are selected by a long press on touch, which opens nothing; then a tap selects another', async () => {
    const { page, close, problems } = await list(phone)
    const address = page.url()
    const [alpha, beta] = ['Alpha', 'Beta'].map(name => page.locator('.row', { hasText: name })) as [
      Locator,
      Locator,
    ]
    const chosen = page.locator('.row > input:checked')
    await touch(beta, 900, 40)
    assert.equal(await chosen.count(), 0, 'a finger that moves scrolls')
    await touch(alpha, 900)
    await page.getByRole('button', { name: 'Who can open' }).waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Select Alpha' }).isChecked(), true)
    await beta.tap()
    await page.getByRole('checkbox', { name: 'Select Beta', checked: true }).waitFor()
    assert.equal(page.url(), address)
    await looksRight(page, 'selection-phone')
    await beta.tap()
    await alpha.tap()
    await page.getByRole('button', { name: 'Who can open' }).waitFor({ state: 'hidden' })
    await beta.tap()
    await page.waitForURL(url => url.pathname.length === 11)
    assert.deepEqual(problems, [])
    await close()
  })
})
