// Sharing in a real browser: in a dialog over the page, by keyboard and on a phone.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BrowserContextOptions, devices } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
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

  test('people are invited on the page itself, members by their names, and the header tells of them', async () => {
    const id = await publish('private')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'A page' }).waitFor()
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    const field = dialog.getByLabel('Invite people')
    await field.pressSequentially(mia.email.slice(0, 3))
    await dialog.getByRole('option', { name: new RegExp(mia.email) }).waitFor()
    await looksRight(page, 'share')
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), `${mia.email}, `)
    await dialog.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'hidden' })
    await field.pressSequentially('"B, Ben" <ben@elsewhere.example>')
    await dialog.getByLabel('Add a note').fill('Please read')
    await looksRight(page, 'share-note')
    await field.focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Invited. The link is on its way by email.').waitFor()
    await dialog.getByText('Outside', { exact: true }).waitFor()
    await dialog.getByText('Can edit').waitFor()
    await looksRight(page, 'shared')
    assert.deepEqual((await facts(id)).sharedWith, ['ben@elsewhere.example', mia.email])
    await dialog.getByLabel('Who can read the comments?').selectOption('shared')
    await dialog.getByText('Saved.').waitFor()
    assert.equal((await facts(id)).comments, 'shared')
    await dialog.getByTitle('QR code').click()
    await dialog.getByRole('img', { name: /^QR code of/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.facts .audience', { hasText: '2 people' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('a message after saving goes by itself', async () => {
    const id = await publish('private')
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.clock.install()
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    await dialog.getByLabel('Invite people').fill('ben@elsewhere.example')
    await page.keyboard.press('Enter')
    const message = dialog.getByText('Invited. The link is on its way by email.')
    await message.waitFor()
    await page.clock.fastForward(6000)
    await message.waitFor({ state: 'detached' })
    await close()
  })

  test('the link in a request for access opens the dialog with who asks; inviting mails them the note beside it', async () => {
    const id = await publish('private')
    const zoe = `zoe-${browserName}@elsewhere.example`
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}?tab&share=${encodeURIComponent(zoe)}&q=a%20b#x`)
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    const field = dialog.getByLabel('Invite people')
    await field.waitFor()
    assert.equal(await field.inputValue(), zoe)
    await page.waitForURL(`${here.service.url}/${id}?tab&q=a%20b#x`)
    assert.deepEqual((await facts(id)).sharedWith, [])
    await dialog.getByLabel('Add a note').fill('Here it is, Zoe')
    await looksRight(page, 'share-requested')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Invited.').first().waitFor()
    await dialog.locator('#share-add:placeholder-shown').waitFor()
    assert.deepEqual((await facts(id)).sharedWith, [zoe])
    const [letter] = await here.service.mail.wait(zoe, 1)
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
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    await dialog.getByLabel('Anyone else').focus()
    await dialog.getByLabel('Anyone else').selectOption('private')
    await dialog.getByText('1 person loses access').waitFor()
    await dialog.getByText(mia.email).first().waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'share-visibility')
    assert.equal((await facts(id)).visibility, 'company')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.getByText('Saved. Only you can open this page.').waitFor()
    assert.equal((await facts(id)).visibility, 'private')
    await page.waitForFunction(() => document.activeElement?.id === 'share-visibility')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Share')
    await close()
  })

  test('on a phone, somebody is taken off again, and a mistake is said at its field', async () => {
    const id = await publish('private')
    const { page, close } = await here.signedIn(company.owner.session.cookie, phone)
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    await dialog.getByLabel('Invite people').fill('not an address@@')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog
      .getByText(/email address/)
      .last()
      .waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'share-add')
    await looksRight(page, 'share-phone-again')
    await dialog.getByLabel('Invite people').fill('ben@elsewhere.example')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByRole('button', { name: 'Remove ben@elsewhere.example' }).click()
    await dialog.getByText('1 person loses access').waitFor()
    await looksRight(page, 'share-phone')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByText('1 person loses access').waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Remove ben@elsewhere.example' }).click()
    await dialog.getByRole('button', { name: 'Remove access' }).click()
    await dialog.getByText('Saved. Only you can open this page.').waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'share-add')
    assert.deepEqual((await facts(id)).sharedWith, [])
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
    const address = `${here.service.url}/${made.json.shortId}?share`
    await page.goto(address)
    await page.getByText('1 person from outside cannot open this page until an owner allows it').waitFor()
    await page.getByText('No access now').waitFor()
    await company.setPolicy({ allowExternalSharing: true })
    await page.goto(address)
    await page.getByText('Can view').waitFor()
    assert.equal(await page.getByText('Sharing outside is turned off').count(), 0)
    await close()
  })

  /** A page of a company with its dialog open before the owner. */
  async function opened(sender: Company, fields: { visibility: string; sharedWith?: string }) {
    const id: string = (await here.publish(sender.owner.key, { ...fields, name: 'Plan' })).json.shortId
    const { page, close } = await here.signedIn(sender.owner.session.cookie)
    await page.goto(`${here.service.url}/${id}?share`)
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    await dialog.waitFor()
    const told = async () => {
      const headers = { authorization: `Bearer ${sender.owner.key}` }
      return (await send(`${here.service.url}/v1/artifacts/${id}/metadata`, { headers })).json
    }
    return { id, dialog, told, close }
  }

  test('the first person from outside does not read what members wrote before, and what is chosen then stays', async () => {
    const { dialog, told, close } = await opened(company, { visibility: 'company' })
    const invite = async (address: string) => {
      await dialog.getByLabel('Invite people').fill(address)
      await page.keyboard.press('Enter')
      await dialog.getByText(address).waitFor()
    }
    const page = dialog.page()
    const readers = dialog.getByLabel('Who can read the comments?')
    assert.equal(await readers.count(), 0)
    await invite('ben@elsewhere.example')
    assert.equal(await readers.inputValue(), 'internal')
    await readers.selectOption('shared')
    await dialog.getByText('Saved.').waitFor()
    await invite('zoe@elsewhere.example')
    assert.equal((await told()).comments, 'shared')
    await close()
  })

  test('who opens a page to anyone says who can read the comments', async () => {
    const { dialog, told, close } = await opened(company, { visibility: 'company' })
    await dialog.getByLabel('Anyone else').selectOption('public')
    await dialog.getByText('Everyone with the link gains access').waitFor()
    await looksRight(dialog.page(), 'share-public')
    await dialog.getByLabel('Everyone with access').check()
    await dialog.getByRole('button', { name: 'Open to anyone' }).click()
    await dialog.getByText('Saved. Anyone with the link can open this page.').waitFor()
    const { visibility, comments } = await told()
    assert.deepEqual([visibility, comments], ['public', 'shared'])
    await close()
  })

  test('somebody who keeps access is taken off at once, and what became another change is shown again', async () => {
    const other = await here.service.organization()
    const ben = await other.join('member', 'ben@acme.example')
    const { dialog, told, close } = await opened(other, { visibility: 'company', sharedWith: ben.email })
    await dialog.getByRole('button', { name: /^Remove / }).click()
    await dialog.getByText('Saved.').waitFor()
    assert.deepEqual((await told()).sharedWith, [])
    await dialog.getByLabel('Anyone else').selectOption('private')
    await dialog.getByText('1 person loses access').waitFor()
    await other.join('member', 'zed@acme.example')
    await dialog.getByRole('button', { name: 'Limit to people added' }).click()
    await dialog.getByText('2 people lose access').waitFor()
    assert.equal((await told()).visibility, 'company')
    await dialog.getByRole('button', { name: 'Limit to people added' }).click()
    await dialog.getByText('Saved. Only you can open this page.').waitFor()
    assert.equal((await told()).visibility, 'private')
    await close()
  })

  test('a note that is too long is said at the note', async () => {
    const { dialog, told, close } = await opened(company, { visibility: 'private' })
    const note = dialog.getByLabel('Add a note')
    await dialog.getByLabel('Invite people').fill('ben@elsewhere.example')
    await note.fill('x'.repeat(501))
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.locator('#share-note[aria-invalid=true]:focus').waitFor()
    assert.equal(await dialog.locator('[aria-invalid=true]').count(), 1)
    await note.fill('Please read')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Invited.').waitFor()
    assert.equal(await dialog.locator('[aria-invalid=true]').count(), 0)
    assert.deepEqual((await told()).sharedWith, ['ben@elsewhere.example'])
    await close()
  })

  test('whoever is offline is told so, and of a fault of ours too; nothing typed is lost', async () => {
    const { id, dialog, close } = await opened(company, { visibility: 'company' })
    const page = dialog.page()
    const field = dialog.getByLabel('Invite people')
    await field.fill('ben@elsewhere.example')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('The server did not answer.').waitFor()
    assert.equal(await field.inputValue(), 'ben@elsewhere.example')
    await page.context().setOffline(false)
    await page.route(`**/app/artifacts/${id}/share`, route => route.fulfill({ body: '<!doctype html>' }))
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await page.waitForResponse(`**/app/artifacts/${id}/share`)
    await dialog.getByText('The server did not answer.').waitFor()
    assert.equal(await field.inputValue(), 'ben@elsewhere.example')
    await page.route(`**/v1/artifacts/${id}*`, route => route.fulfill({ json: {} }))
    await dialog.getByLabel('Anyone else').selectOption('private')
    await dialog.getByText('That did not work. Try again.').waitFor()
    assert.equal(await dialog.getByLabel('Anyone else').inputValue(), 'company')
    await close()
  })

  test('what the policy forbids stands there, switched off, with who can change it', async () => {
    const other = await here.service.organization()
    await other.setPolicy({ allowPublic: false, allowExternalSharing: false })
    const { dialog, told, close } = await opened(other, { visibility: 'company' })
    const anyone = dialog.locator('option', { hasText: 'Anyone with the link' })
    assert.ok(await anyone.evaluate((option: HTMLOptionElement) => option.disabled))
    await dialog.getByText('Public links are turned off. An owner can allow them in Rules.').waitFor()
    await dialog.getByText('Members only. Sharing outside').waitFor()
    await dialog.getByLabel('Invite people').fill('ben@elsewhere.example')
    await dialog.getByLabel('Add a note').fill('See this')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    assert.equal(await dialog.getByLabel('Invite people').inputValue(), 'ben@elsewhere.example')
    assert.equal(await dialog.getByLabel('Add a note').inputValue(), 'See this')
    assert.deepEqual((await told()).sharedWith, [])
    await close()
  })

  test('the later of two quick choices is shown, whatever is answered first, and a save before it is told', async () => {
    const id = await publish('company')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    const held: (() => void)[] = []
    let asked = 0
    await page.route(`**/v1/artifacts/${id}*`, async route => {
      const request = route.request()
      const isSave = !request.url().includes('dryRun')
      if (request.method() === 'PATCH' && (isSave || asked++ === 0))
        await new Promise<void>(resolve => held.push(resolve))
      await route.continue().catch(() => undefined)
    })
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('link', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Plan”' })
    const list = dialog.getByLabel('Anyone else')
    await list.selectOption('public')
    await list.selectOption('private')
    await dialog.getByText('1 person loses access').waitFor()
    held.shift()!()
    assert.equal(await list.inputValue(), 'private')
    await dialog.getByRole('button', { name: 'Limit to people added' }).click()
    await list.selectOption('company')
    await until('the browser saves what was confirmed', () => held.length > 0)
    held.shift()!()
    await page.locator('.facts .audience', { hasText: 'Only you' }).waitFor()
    await dialog.getByText('1 person gains access').waitFor()
    assert.equal(await list.inputValue(), 'company')
    assert.equal((await facts(id)).visibility, 'private')
    assert.deepEqual(problems, [])
    await close()
  })
})
