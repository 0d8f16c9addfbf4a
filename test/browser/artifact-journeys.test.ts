// What people do with artifacts in the dashboard, in a real browser, with the mouse, the keyboard, and without any script.
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

  test('a file is dropped on the page, published, and its address copied', async () => {
    const { page, context, problems, close } = await here.signedIn(company.owner.session.cookie)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('link', { name: 'Publish', exact: true }).last().click()
    await page.waitForURL('**/app/new')
    await looksRight(page, 'publish')
    const dropped = await page.evaluateHandle(() => {
      const files = new DataTransfer()
      files.items.add(
        new File(['<!doctype html><title>Dropped</title><h1>Dropped</h1>'], 'plan.html', {
          type: 'text/html',
        }),
      )
      return files
    })
    await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped })
    await page.waitForSelector('.drop.over')
    await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped })
    assert.equal(
      await page
        .getByLabel('File', { exact: true })
        .evaluate((input: HTMLInputElement) => input.files![0]!.name),
      'plan.html',
    )
    await page.getByLabel('Company').check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL('**/app/artifacts/*')
    await page.getByText('It is published.').waitFor()
    await page.getByRole('heading', { name: 'Dropped' }).waitFor()
    await looksRight(page, 'published')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied').first().waitFor()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(await contentOf(address), /<h1>Dropped/)
    await page.reload()
    await page.getByRole('heading', { name: 'Dropped' }).waitFor()
    assert.equal(await page.getByText('It is published.').count(), 0, 'what was done is said once')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a text is pasted anywhere on the page, and a long one too', async () => {
    const { page, context, close } = await here.signedIn(company.owner.session.cookie)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [title, size] of [
      ['Short', 10],
      ['Long', 1_200_000],
    ] as const) {
      await page.goto(`${here.service.url}/app/new`)
      await page.evaluate(text => navigator.clipboard.writeText(text), `# ${title}\n\n${'a'.repeat(size)}\n`)
      await page.keyboard.press('ControlOrMeta+V')
      await page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('#text')!.value.length > 10,
      )
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.waitForURL('**/app/artifacts/*')
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      const address = (await page.locator('[data-copy-source]').first().textContent())!
      assert.equal(await contentOf(address), `# ${title}\n\n${'a'.repeat(size)}\n`)
    }
    await close()
  })

  test('what is wrong with a file is said where the focus goes, and the rest of the form stays', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app/new`)
    await page.getByLabel('Name', { exact: true }).fill('Kept')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-failure'))
    await looksRight(page, 'publish-refused')
    await page.locator('[data-failure] a').click()
    await page.waitForFunction(() => document.activeElement?.id === 'file')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept')
    await close()
  })

  test('a file chosen for one organization is not published in another that a second window went to', async () => {
    const [mine, other] = [await here.service.organization(), await here.service.organization()]
    await other.join('member', mine.owner.email)
    const { page, context, close } = await here.signedIn(mine.owner.session.cookie)
    await page.goto(`${here.service.url}/app/new`)
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'a.html', mimeType: 'text/html', buffer: Buffer.from('<p>for mine') })
    const second = await context.newPage()
    await second.goto(`${here.service.url}/app`)
    await second.getByRole('button', { name: /change organization/ }).click()
    await second.getByRole('button', { name: other.name }).click()
    await second.getByText('You are in another organization now').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.locator('[data-failure]', { hasText: 'Nothing was published' }).waitFor()
    for (const { owner } of [mine, other]) {
      const listed = await send(`${here.service.url}/v1/artifacts`, {
        headers: { authorization: `Bearer ${owner.key}` },
      })
      assert.deepEqual(listed.json.data, [])
    }
    await close()
  })

  test('a page is found, renamed, narrowed after it was shown who loses access, deleted and brought back', async () => {
    const member = await company.join('member', 'mia@acme.example')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie, phone)
    await publish('Quarterly haystack', 'company')
    await page.goto(`${here.service.url}/app`)
    await page.getByLabel('Words in names and texts').fill('haystack')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**q=haystack**')
    await looksRight(page, 'found')
    await page.getByRole('button', { name: 'More for Quarterly haystack' }).click()
    await looksRight(page, 'row-menu')
    await page.getByRole('link', { name: 'Name, labels, look, end' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Yearly haystack')
    await page.getByLabel('Labels', { exact: true }).fill('finance, 2026')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Yearly haystack' }).waitFor()
    await page.getByLabel('Private').check()
    await page.getByRole('button', { name: 'Save the audience' }).click()
    await page.getByText('Not saved yet').waitFor()
    await page.getByText('1 person loses access').waitFor()
    await page.getByText(member.email).first().waitFor()
    await looksRight(page, 'who-loses')
    await page.getByRole('button', { name: 'Save the audience' }).click()
    await page.getByText('The audience is saved.').waitFor()
    const url = (await page.locator('[data-copy-source]').first().textContent())!
    assert.equal((await send(`${url}/content`, { headers: { cookie: member.session.cookie } })).status, 404)
    await page.getByLabel('Can this address open it?').fill(member.email)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('cannot open it.').waitFor()
    await looksRight(page, 'access-checked')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await looksRight(page, 'delete')
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('It is in the trash').waitFor()
    await page.goto(`${here.service.url}/app/trash`)
    await looksRight(page, 'trash')
    await page.getByRole('button', { name: 'Bring back Yearly haystack' }).click()
    await page.getByText('It is back at its address').waitFor()
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

  test('all of it works without any script', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, { javaScriptEnabled: false })
    await page.goto(`${here.service.url}/app/new`)
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plain') })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('heading', { name: 'Plain' }).waitFor()
    await page.goto(`${here.service.url}/app/new`)
    await page.getByText('Paste text instead').click()
    await page.getByLabel('Text', { exact: true }).fill('# Pasted\n\nplainly')
    await page.getByLabel('Company').check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('heading', { name: 'Pasted' }).waitFor()
    await page.getByLabel('Private').check()
    await page.getByRole('button', { name: 'Save the audience' }).click()
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('button', { name: 'Save the audience' }).click()
    await page.getByText('The audience is saved.').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('It is in the trash').waitFor()
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
    await page.getByLabel('Your email address').fill(both.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(await here.service.mail.code(both.email))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(new URL(claimUrl).href)
    await page.getByLabel(other.name).check()
    await page.getByLabel('Everyone in the organization').check()
    await looksRight(page, 'claim')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.waitForURL(`**/${id}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'From an agent' }).waitFor()
    await page.goto(`${here.service.url}/app`)
    await page.getByRole('link', { name: 'From an agent' }).waitFor()
    await page.getByRole('button', { name: `${other.name}: change organization` }).click()
    await looksRight(page, 'switcher')
    await page.getByRole('button', { name: company.name }).click()
    await page.getByText('You are in another organization now.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'From an agent' }).count(), 0)
    await page.goto(claimUrl)
    await page.getByRole('heading', { name: 'This page has been claimed' }).waitFor()
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
