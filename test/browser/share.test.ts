// Sharing in a real browser: in a dialog over the page, by keyboard, on a phone, and without any script.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BrowserContextOptions, devices } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import type { Company, Member } from '../support/people.ts'
import { until } from '../support/until.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }

inBrowsers('sharing in a browser', browserName => {
  const here = browsing({ browserName })
  let company: Company
  let mia: Member

  before(async () => {
    company = await here.service.organization()
    mia = await company.join('member', 'mia@acme.example')
  })

  const publish = async (visibility: string): Promise<string> =>
    (await here.publish(company.owner.key, { visibility, name: 'Plan' })).json.shortId

  const facts = async (id: string) => {
    const headers = { authorization: `Bearer ${company.owner.key}` }
    return (await send(`${here.service.url}/v1/artifacts/${id}/metadata`, { headers })).json
  }

  test('people are added on the page itself, seen in words first, and the header tells of it', async () => {
    const id = await publish('private')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'A page' }).waitFor()
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Plan' })
    await dialog.getByText('Only the owner can open this page.').waitFor()
    await looksRight(page, 'share')
    await dialog.getByLabel('Add people').fill(`"Lee, Mia" <${mia.email}>, Ben <ben@elsewhere.example>`)
    await page.keyboard.press('Enter')
    await dialog.getByText('2 people gain access').waitFor()
    await dialog.getByText('outside', { exact: false }).first().waitFor()
    await looksRight(page, 'share-pending')
    assert.deepEqual((await facts(id)).sharedWith, [])
    await dialog.getByLabel('Show them').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Saved. The owner and 2 people added can open this page.').waitFor()
    await page.locator('#status', { hasText: 'Saved.' }).waitFor({ state: 'attached' })
    await looksRight(page, 'shared')
    const { sharedWith, comments } = await facts(id)
    assert.deepEqual([sharedWith, comments], [['ben@elsewhere.example', mia.email], 'shared'])
    await dialog.getByText('As a QR code').click()
    await dialog.getByRole('img', { name: /^QR code of/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.facts .audience', { hasText: '2 people' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('the link in a request for access opens the dialog with who asks; saving mails them the words beside it', async () => {
    const id = await publish('private')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}?share=${encodeURIComponent('zoe@elsewhere.example')}`)
    const dialog = page.getByRole('dialog', { name: 'Share Plan' })
    const field = dialog.getByLabel('Add people')
    await field.waitFor()
    assert.equal(await field.inputValue(), 'zoe@elsewhere.example')
    assert.deepEqual((await facts(id)).sharedWith, [])
    await field.focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Message to zoe@elsewhere.example').fill('Here it is, Zoe')
    await looksRight(page, 'share-requested')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Saved.').first().waitFor()
    assert.deepEqual((await facts(id)).sharedWith, ['zoe@elsewhere.example'])
    const [letter] = await here.service.mail.wait('zoe@elsewhere.example', 1)
    assert.match(letter!.text, /Here it is, Zoe/)
    assert.ok(letter!.text.includes(`${here.service.url}/${id}`))
    assert.deepEqual(problems, [])
    await close()
  })

  test('the keyboard alone narrows a page, after it was said who loses access, and comes back to where it was', async () => {
    const id = await publish('company')
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('link', { name: 'Share' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share Plan' })
    await dialog.getByLabel('Company').focus()
    await page.keyboard.press('ArrowUp')
    await dialog.getByText('1 person loses access').waitFor()
    await dialog.getByText(mia.email).first().waitFor()
    assert.equal((await facts(id)).visibility, 'company')
    await dialog.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Saved. Only the owner can open this page.').waitFor()
    assert.equal((await facts(id)).visibility, 'private')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Share')
    await close()
  })

  test('on a phone, somebody is taken off again, and a mistake is said at its field', async () => {
    const id = await publish('company')
    const { page, close } = await here.signedIn(company.owner.session.cookie, phone)
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Plan' })
    await dialog.getByLabel('Add people').fill('not an address@@')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.waitForFunction(() => document.activeElement?.matches('.error-summary'))
    await looksRight(page, 'share-phone-again')
    await dialog.getByLabel('Add people').fill('ben@elsewhere.example')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('1 person gains access').waitFor()
    await looksRight(page, 'share-phone')
    await dialog.getByRole('button', { name: 'Remove ben@elsewhere.example' }).click()
    await dialog.getByText('Nobody gains or loses access.').waitFor()
    await dialog.getByRole('link', { name: 'Leave it as it is' }).click()
    await dialog.getByText('Not saved yet').waitFor({ state: 'hidden' })
    await close()
  })

  test('people from outside are said to be kept out while the organization shares with nobody there', async () => {
    const made = await here.publish(company.owner.key, {
      name: 'Plan',
      visibility: 'company',
      sharedWith: 'ben@elsewhere.example',
    })
    await company.setPolicy({ allowExternalSharing: false })
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app/artifacts/${made.json.shortId}/share`)
    await page.getByText('one named person from outside cannot open it until an owner allows it').waitFor()
    await page.getByText('cannot open it now').waitFor()
    await company.setPolicy({ allowExternalSharing: true })
    await page.reload()
    await page.getByText('can view, cannot comment').waitFor()
    assert.equal(await page.getByText('Sharing outside is switched off').count(), 0)
    await close()
  })

  // Over WebDriver BiDi no request's body is read, and no script is switched off.
  if (browserName === 'firefox') return

  test('the later of two quick choices is shown, whatever is answered first, and a save before it is told', async () => {
    const id = await publish('company')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    const held: (() => void)[] = []
    await page.route('**/share', async route => {
      const form = new URLSearchParams(route.request().postData() ?? '')
      const waits = form.get('visibility') === 'public' || form.get('step') === 'save'
      if (waits) await new Promise<void>(resolve => held.push(resolve))
      await route.continue().catch(() => undefined)
    })
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Plan' })
    const choice = (name: string) => dialog.getByRole('radio', { name })
    await choice('Public').check()
    await choice('Private').focus()
    await page.keyboard.press('Space')
    await dialog.getByText('1 person loses access').waitFor()
    held.shift()!()
    await page.waitForFunction(() => document.activeElement?.matches('input[value=private]'))
    assert.equal(await choice('Private').isChecked(), true)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await choice('Company').check()
    await until('the browser asks what the choice changes', () => held.length > 0)
    held.shift()!()
    await page.locator('.facts .audience', { hasText: 'Private' }).waitFor()
    await dialog.getByText('1 person gains access').waitFor()
    assert.equal(await choice('Company').isChecked(), true)
    assert.equal((await facts(id)).visibility, 'private')
    assert.deepEqual(problems, [])
    await close()
  })

  test('without a script the same form is a page', async () => {
    const id = await publish('company')
    const { page, close } = await here.signedIn(company.owner.session.cookie, { javaScriptEnabled: false })
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('link', { name: 'Share' }).click()
    await page.getByRole('heading', { name: 'Share Plan' }).waitFor()
    await page.getByLabel('Private').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 person loses access').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The audience is saved.').waitFor()
    assert.equal((await facts(id)).visibility, 'private')
    await close()
  })
})
