// The ways people go through the product, in a real browser: from the first start to a key, in and out of an organization.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type BrowserContextOptions, devices, type Page } from 'playwright-core'
import type { OpenPage } from '../support/browser.ts'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import { fromRoot, typescript } from '../support/project-root.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }
const HOUR = 3_600_000

inBrowsersAtLength('journeys', browserName => {
  const here = browsing({ browserName, ownService: true })
  let owner: OpenPage
  let key: string

  async function giveCode(page: Page, email: string): Promise<void> {
    await page.getByLabel('Six-digit code').fill(await here.service.mail.code(email))
  }

  const publish = (fields: Record<string, string>) => here.publish(key, fields)

  test('from the first start to the first key', async () => {
    owner = await here.browser.open()
    const { page } = owner
    await page.goto(here.service.setupUrl!)
    await page.getByLabel('Your name').fill('Olga Owner')
    await page.getByLabel('Email address').fill('olga@acme.example')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.waitForURL('**/app')
    await page.getByRole('heading', { name: 'Publish your first page' }).waitFor()
    await looksRight(page, 'first-page')
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByLabel('Name').fill('Notebook')
    await page.getByRole('button', { name: 'Create key' }).click()
    key = (await page.locator('.secret [data-copy-source]').first().textContent())!
    await looksRight(page, 'first-key')
    const made = await publish({ name: 'First' })
    assert.equal(made.status, 201)
    await page.goto(`${here.service.url}/app/keys`)
    assert.ok(!(await page.content()).includes(key), 'the key was shown once')
  })

  test('somebody is invited, joins in a browser of their own, and is listed', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Email address').fill('ben@acme.example')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('Invitation sent').waitFor()
    await looksRight(page, 'invited')
    const [letter] = await here.service.mail.wait('ben@acme.example', 1)
    const link = /https?:\/\/\S+\/invite\/\S+/.exec(letter!.text)![0]
    const ben = await here.browser.open(phone)
    await ben.page.goto(link)
    await looksRight(ben.page, 'invitation')
    await ben.page.getByRole('button', { name: 'Send code' }).click()
    await giveCode(ben.page, 'ben@acme.example')
    await ben.page.getByRole('button', { name: 'Accept invitation' }).click()
    await ben.page.getByText('You are a member now.').waitFor()
    await looksRight(ben.page, 'joined')
    await page.goto(`${here.service.url}/app/members`)
    await page
      .getByRole('listitem')
      .filter({ hasText: /ben@acme\.example.*Member/ })
      .waitFor()
    await ben.page.goto(link)
    await ben.page.getByRole('heading', { name: 'Invitation already accepted' }).waitFor()
    assert.deepEqual(
      ben.problems.filter(problem => !/40[19]|\b409\b/.test(problem)),
      [],
    )
    await ben.close()
  })

  test('a guest outside opens on a phone what names them, with a code and no account', async () => {
    const made = await publish({ name: 'For Gina', sharedWith: 'gina@partner.example' })
    assert.equal(made.status, 201, made.text)
    const { shortId } = made.json
    const gina = await here.browser.open(phone)
    const { page } = gina
    const hidden = await page.goto(`${here.service.url}/${shortId}`)
    assert.equal(hidden!.status(), 404)
    await looksRight(page, 'guest-asked')
    await page.getByLabel('Email address').fill('gina@partner.example')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await looksRight(page, 'guest-code')
    await giveCode(page, 'gina@partner.example')
    await page.waitForURL(`**/${shortId}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'A page' }).waitFor()
    await looksRight(page, 'guest-reads')
    const other = await publish({ name: 'Not for Gina' })
    assert.equal((await page.goto(`${here.service.url}/${other.json.shortId}`))!.status(), 404)
    await gina.close()
  })

  test('public pages are restricted, and a program that publishes one is told the right code', async () => {
    const before = await publish({ visibility: 'public', name: 'Open' })
    assert.equal(before.status, 201)
    const { page } = owner
    await page.goto(`${here.service.url}/app/policy`)
    await page.getByText('1 page is public now.').waitFor()
    await page.getByLabel('Pages may be public').click()
    const question = page.getByText('1 page that anyone with the link can open now')
    await question.waitFor()
    assert.equal(await page.getByLabel('Pages may be public').isChecked(), true, 'nothing is changed yet')
    await looksRight(page, 'asked')
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByText('Rules saved.').waitFor()
    await looksRight(page, 'restricted')
    const refused = await publish({ visibility: 'public' })
    assert.deepEqual([refused.status, refused.json.code], [403, 'public_artifacts_disabled'])
    const nobody = () => send(`${here.service.url}/${before.json.shortId}/content`)
    assert.equal((await nobody()).status, 404)
    await page.goto(`${here.service.url}/app/policy`)
    await page.getByLabel('Pages may be public').click()
    await page.getByText('Rules saved.').waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'allowPublic')
    assert.equal((await nobody()).status, 200, 'what was stored works again')
  })

  test('half a day later an owner is asked to sign in again, and comes back to the settings', async () => {
    const { page } = owner
    here.service.advance(13 * HOUR)
    await page.goto(`${here.service.url}/app/general`)
    await page.getByLabel('Name of the organization', { exact: true }).fill('Acme')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.waitForURL('**/auth/sign-in?**')
    await looksRight(page, 'again')
    await page.getByRole('button', { name: 'Send code' }).click()
    await giveCode(page, 'olga@acme.example')
    await page.waitForURL('**/app/general')
    await page.getByLabel('Name of the organization', { exact: true }).fill('Acme')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'Delete Acme' }).waitFor()
  })

  test('a smaller plan takes nothing away', async () => {
    const { page } = owner
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.push((await publish({ name: `Private ${n}` })).json.shortId)
    const scoped = await page.goto(`${here.service.url}/app/keys`).then(async () => {
      await page.getByLabel('Name').fill('Reader')
      await page.getByLabel('Read pages', { exact: true }).check()
      await page.getByRole('button', { name: 'Create key' }).click()
      return (await page.locator('.secret [data-copy-source]').first().textContent())!
    })
    const env = { ...process.env, RECTO_DATA: here.service.folder, RECTO_URL: here.service.url }
    const command = [...typescript, fromRoot('src/surfaces/cli/recto.ts'), 'admin', 'plan', 'Acme', 'free']
    await promisify(execFile)(process.execPath, command, { env, cwd: fromRoot() })
    await page.goto(`${here.service.url}/app/usage`)
    await page.getByText('They are more than the plan holds, and all stay as they are').waitFor()
    await looksRight(page, 'downgraded')
    for (const id of ids) {
      assert.equal((await page.goto(`${here.service.url}/${id}`))!.status(), 200)
      const headers = { authorization: `Bearer ${scoped}` }
      assert.equal((await send(`${here.service.url}/v1/artifacts/${id}/metadata`, { headers })).status, 200)
    }
    const more = await publish({ name: 'One more' })
    assert.deepEqual([more.status, more.json.code], [403, 'plan_limit'])
    assert.equal((await publish({ name: 'Open', visibility: 'public' })).status, 201)
  })

  test('everything is reached and done with the keyboard alone', async () => {
    const { page } = owner
    await page.goto(`${here.service.url}/app/members`)
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document
        return element?.getAttribute('aria-label') ?? element?.id ?? ''
      })
    for (let presses = 0; (await focused()) !== 'email'; presses++) {
      assert.ok(presses < 60, 'the field for the address is never reached')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('keys@acme.example')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByRole('listitem')
      .filter({ hasText: /keys@acme\.example.*Admin/ })
      .waitFor()
  })

  test('an organization is deleted after its name was typed, and brought back; the one of the operator stays', async () => {
    await endOrganization(owner.page, 'Acme')
    await owner.page.getByText('The organization of the operator cannot be deleted').waitFor()
    await looksRight(owner.page, 'kept')
    const dana = await here.browser.open(phone)
    const { page } = dana
    await page.goto(`${here.service.url}/auth/sign-in`)
    await page.getByLabel('Email address').fill('dana@else.example')
    await page.getByRole('button', { name: 'Send code' }).click()
    await giveCode(page, 'dana@else.example')
    await page.waitForURL('**/app')
    await page.goto(`${here.service.url}/app/general`)
    await endOrganization(
      page,
      await page.getByLabel('Name of the organization', { exact: true }).inputValue(),
    )
    await page.getByText('Organization deleted.').waitFor()
    await looksRight(page, 'deleted')
    const [, letter] = await here.service.mail.wait('dana@else.example', 2)
    assert.ok(letter!.text.includes(`${here.service.url}/app/restore`), letter!.text)
    assert.equal((await page.goto(`${here.service.url}/app`))!.url(), `${here.service.url}/app/restore`)
    await page.goto(`${here.service.url}/app/account`)
    await looksRight(page, 'waiting')
    await page.getByRole('link', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The organization is back').waitFor()
    await looksRight(page, 'back')
    await dana.close()
  })
})

async function endOrganization(page: Page, name: string): Promise<void> {
  await page.goto(new URL('/app/general', page.url()).href)
  await page.getByLabel('Type the name of the organization').fill(name)
  await page.getByRole('button', { name: 'Delete the organization' }).click()
}
