// People work with artifacts in the dashboard, in a real browser, with the mouse and the keyboard.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type BrowserContextOptions, devices } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { multipart, send } from '../support/http.ts'
import type { Company } from '../support/people.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }

describe('artifacts in the dashboard', () => {
  const here = browsing()
  let company: Company

  before(async () => {
    company = await here.service.organization()
  })

  const contentOf = async (address: string): Promise<string> =>
    (await send(`${address}/content`, { headers: { cookie: company.owner.session.cookie } })).text

  test('the key / leads to the search of pages, and is a letter where somebody writes', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await here.publish(company.owner.key, { name: 'One page' })
    await page.goto(`${here.service.url}/app`)
    await page.keyboard.press('/')
    const field = page.locator('#search')
    await page.waitForFunction(() => document.activeElement?.id === 'search')
    await page.keyboard.type('a/b')
    assert.equal(await field.inputValue(), 'a/b')
    await close()
  })

  test('the palette leads to pages, people and commands from any page, by keys alone', async () => {
    const large = await here.service.organization()
    const { page, problems, close } = await here.signedIn(large.owner.session.cookie)
    await here.publish(large.owner.key, {}, { name: 'churn.md', text: '# Churn in spring\n\nFewer left.' })
    for (let count = 0; count < 100; count++) await large.join('viewer')
    const last = await large.join('member')
    await page.goto(`${here.service.url}/app/members`)
    await page.keyboard.press('/')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.waitFor()
    await page.keyboard.type('churn')
    const found = palette.getByRole('option', { name: 'Churn in spring' })
    await found.waitFor()
    assert.equal(await found.getAttribute('aria-selected'), 'true')
    // The title stands once: the excerpt goes on after it.
    assert.match((await found.textContent())!, /^Churn in springFewer left\./)
    await palette
      .locator('mark', { hasText: /^Churn$/ })
      .first()
      .waitFor()
    await looksRight(page, 'palette')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/\w{10}$/)
    await page.goto(`${here.service.url}/app/trash`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(last.email)
    await palette.getByRole('option', { name: `Pages of ${last.name}` }).waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/audit')
    assert.deepEqual(problems, [])
    await close()
  })

  test('on a phone, the bar leads to the account', async () => {
    const phone = { viewport: { width: 390, height: 844 } }
    const { page, close } = await here.signedIn(company.owner.session.cookie, phone)
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await close()
  })

  test('the palette looks for what was typed before it came, and says when a search does not answer', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await here.publish(company.owner.key, { name: 'Winter stock' })
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route(/\/palette-[\w-]+\.js$/, async route => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await page.goto(`${here.service.url}/app/members`)
    await page.keyboard.press('Control+k')
    await asked.promise
    await page.keyboard.type('winter')
    held.resolve()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const found = palette.getByRole('option', { name: 'Winter stock' })
    await found.waitFor()
    await page.keyboard.type(' st')
    assert.equal(await palette.getByRole('combobox').inputValue(), 'winter st')
    await page.context().setOffline(true)
    await page.keyboard.type('o')
    await palette.getByText('The server did not answer.').waitFor()
    assert.equal(await found.count(), 0)
    await page.context().setOffline(false)
    await page.route('**/v1/organization/members?*', route => route.abort())
    await page.keyboard.type('c')
    await found.waitFor()
    await palette.getByText('The server did not answer.').waitFor()
    await close()
  })

  test('keys pressed before the palette is there count, Backspace and Enter too', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    const held = Promise.withResolvers<void>()
    await page.route(/\/palette-[\w-]+\.js$/, async route => {
      await held.promise
      await route.continue()
    })
    for (const [typed, place] of [
      ['audit', '**/app/audit'],
      ['no command', '**/app?q=no+command'],
    ] as const) {
      await page.goto(`${here.service.url}/app/members`)
      const asked = page.waitForRequest(/\/palette-[\w-]+\.js$/)
      await page.keyboard.press('Control+k')
      await asked
      await page.keyboard.type(`${typed}x`)
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Enter')
      held.resolve()
      await page.waitForURL(place)
    }
    await close()
  })

  test('the list follows what is typed, marks the words found, and narrows by one press', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await here.publish(company.owner.key, { name: 'Estuary tide' })
    const far = `# Harbor\n\n${'calm '.repeat(200)} the estuarys of the gate`
    await here.publish(company.owner.key, { name: 'Harbor' }, { name: 'harbor.md', text: far })
    await page.goto(`${here.service.url}/app`)
    const rows = page.locator('.rows .row')
    const field = page.getByRole('searchbox', { name: 'Search names and text' })
    await field.focus()
    await page.keyboard.type('estuary')
    await page.waitForURL('**/app?q=estuary')
    assert.deepEqual(await rows.locator('.row-link').allTextContents(), ['Estuary tide', 'Harbor'])
    const marks = await rows.locator('mark').allTextContents()
    assert.equal(marks.includes('Estuary'), true)
    // An unfinished word finds and marks those that begin with it.
    assert.match((await rows.last().textContent())!, /calm the estuarys of the gate/)
    assert.equal(await page.getByText('2 pages found').count(), 1)
    await looksRight(page, 'found-live')
    await page.keyboard.type('s')
    await page.waitForURL('**/app?q=estuarys')
    await rows.filter({ hasText: 'Estuary tide' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Mine/ }).click()
    await page.waitForURL('**/app?q=estuarys&owner=me')
    assert.equal(await rows.count(), 1)
    await field.fill('')
    await page.waitForURL('**/app?owner=me')
    await rows.filter({ hasText: 'Estuary tide' }).waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await looksRight(page, 'filters')
    await page.getByRole('link', { name: 'Markdown', exact: true }).click()
    await page.waitForURL('**/app?owner=me&format=markdown')
    await field.fill('harbor')
    await page.waitForURL('**/app?q=harbor&owner=me')
    await field.fill('')
    await page.waitForURL('**/app?owner=me&format=markdown')
    assert.deepEqual(await rows.locator('.row-link').allTextContents(), ['Harbor'])
    const [line, facts] = await Promise.all(
      [rows.locator('.row-facts'), rows.getByText('Markdown · v1')].map(each => each.boundingBox()),
    )
    assert.ok(facts!.x + facts!.width <= line!.x + line!.width, 'the first words give way')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByPlaceholder('Another label').fill('none such')
    await page.keyboard.press('Enter')
    await page.getByText('No pages match these filters').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).first().click()
    await page.waitForURL('**/app?owner=me')
    await page.getByRole('link', { name: 'Leaves' }).click()
    await field.fill('no such words')
    await page.getByRole('link', { name: 'Clear search' }).click()
    await page.waitForURL('**/app?owner=me&view=leaves')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a page is found, renamed, narrowed after it was shown who loses access, deleted and brought back', async () => {
    const member = await company.join('member', 'mia@acme.example')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie, phone)
    await publish('Quarterly haystack', 'company')
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('searchbox', { name: 'Search names and text' }).fill('haystack')
    // Typing leads to the same address before Enter loads it.
    const loaded = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await loaded
    await page.waitForURL('**q=haystack**')
    await looksRight(page, 'found')
    await page.getByRole('button', { name: 'More for Quarterly haystack' }).click()
    await looksRight(page, 'row-menu')
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page.getByLabel('Name', { exact: true }).fill('Yearly haystack')
    await page.getByLabel('Labels', { exact: true }).fill('finance, 2026')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove finance' }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Yearly haystack').waitFor()
    const url = (await page.locator('[data-copy-source]').first().textContent())!
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await page.getByLabel('Anyone else').selectOption('private')
    await page.getByText('1 person loses access').waitFor()
    await page.getByText(member.email).first().waitFor()
    await looksRight(page, 'who-loses')
    await page.getByRole('button', { name: 'Limit to people added' }).click()
    await page.getByText('Saved.').first().waitFor()
    await page.getByRole('link', { name: 'More settings' }).click()
    assert.equal((await send(`${url}/content`, { headers: { cookie: member.session.cookie } })).status, 404)
    await page.getByLabel('Email address').fill(member.email)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('cannot open this page').waitFor()
    await looksRight(page, 'access-checked')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await looksRight(page, 'delete')
    await page.getByRole('button', { name: 'Delete page' }).click()
    await page.getByText('Moved to the trash').waitFor()
    await page.goto(`${here.service.url}/app/trash`)
    const deleted = (await page.getByText('just now').boundingBox())!
    assert.ok(deleted.height < 24, `the time is ${deleted.height} pixels high`)
    await looksRight(page, 'trash')
    await page.getByRole('button', { name: 'Restore Yearly haystack' }).click()
    await page.getByText('Restored.').waitFor()
    assert.match(await contentOf(url), /haystack/)
    assert.deepEqual(problems, [])
    await close()
  })

  test('the keyboard alone opens a row, its menu and the dialog before deleting, and leaves them', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await publish('By keyboard', 'private')
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('button', { name: 'More for By keyboard' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Open')
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/artifacts/*#delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Delete this page?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Delete this page?' }).waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Delete')
    await close()
  })

  test('a preview is claimed into one of two organizations, with a sign-in on the way', async () => {
    const other = await here.service.organization()
    const both = await company.join('member', 'claire@acme.example')
    await other.join('member', both.email)
    const { id, claimUrl } = await preview('From an agent')
    const scanner = await send(claimUrl)
    assert.equal(scanner.status, 200)
    const { page, problems, close } = await here.browser.open(phone)
    await page.goto(claimUrl)
    await page.getByRole('heading', { name: 'From an agent' }).waitFor()
    await looksRight(page, 'claim-signed-out')
    await page.getByLabel('Email address').fill(both.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Six-digit code').fill(await here.service.mail.code(both.email))
    await page.waitForURL(new URL(claimUrl).href)
    await page.getByLabel(other.name).check()
    await page.getByLabel('Everyone in the organization').check()
    await looksRight(page, 'claim')
    await page.getByRole('button', { name: 'Claim page' }).click()
    await page.waitForURL(`**/${id}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'From an agent' }).waitFor()
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('link', { name: 'From an agent' }).waitFor()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('button', { name: `${other.name}: change organization` }).click()
    await looksRight(page, 'switcher')
    await page.getByRole('button', { name: company.name }).click()
    await page.getByText('You are in another organization now.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'From an agent' }).count(), 0)
    await page.goto(claimUrl)
    await page.getByRole('heading', { name: 'This page is already claimed' }).waitFor()
    await looksRight(page, 'claim-spent')
    assert.deepEqual(
      problems.filter(problem => !/409/.test(problem)),
      [],
    )
    await close()
  })

  const publish = (name: string, visibility: string) =>
    here.publish(company.owner.key, { name, visibility }, { name: 'page.md', text: `# ${name}` })

  async function preview(name: string): Promise<{ id: string; claimUrl: string }> {
    const { headers, body } = multipart([{ name: 'file', value: `# ${name}`, filename: 'page.md' }])
    const made = await send(`${here.service.url}/v1/public/artifacts`, { method: 'POST', headers, body })
    assert.equal(made.status, 201, made.text)
    return { id: made.json.shortId, claimUrl: made.json.claimUrl }
  }
})
