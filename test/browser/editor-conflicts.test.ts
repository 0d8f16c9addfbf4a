// Two people edit the same page in real browsers, and what one wrote outlives reloads, lost sessions and deleted pages.
import assert from 'node:assert/strict'
import { text as textOf } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { type BrowserContextOptions, devices } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { editing, isKept, isSaved, pasteOverAll, saveNow, sourceOf, writeAtEnd } from '../support/editing.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import type { Company, Member } from '../support/people.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }

/** A conflict is an answer; and Chromium styles the words that replace a whole text, which our policy refuses. */
const isOurs = (problem: string) => !/412|Applying inline style/.test(problem)

inBrowsersAtLength('two people who edit', browserName => {
  const here = browsing({ browserName })
  const desk = editing(here, () => company)
  let company: Company
  let ana: Member
  let ben: Member

  before(async () => {
    company = await here.service.organization()
    ;[ana, ben] = await Promise.all([company.join('member'), company.join('member')])
  })

  test('see each other while they do, on the page and in the editor, and no longer when one has left', async () => {
    const id = await desk.publish(text)
    const [one, other] = await Promise.all([
      here.signedIn(ana.session.cookie),
      here.signedIn(ben.session.cookie, phone),
    ])
    await other.page.goto(`${here.service.url}/${id}`)
    await desk.open(one.page, id)
    await other.page.getByRole('button', { name: 'More' }).click()
    await other.page.locator('#more').getByText(`${ana.name} is editing`).waitFor()
    await looksRight(other.page, 'editing-hint')
    await desk.open(other.page, id)
    await one.page.getByText(`${ben.name} is editing too`).waitFor()
    await looksRight(one.page, 'editing-hint-editor')
    await other.page.goto(`${here.service.url}/app`)
    await one.page.getByText(`${ben.name} is editing too`).waitFor({ state: 'hidden' })
    assert.deepEqual([...one.problems, ...other.problems], [])
    await Promise.all([one.close(), other.close()])
  })

  const text = '# Plan\n\nOne\n\nTwo\n\nThree\n'

  test('whose changes lie apart are offered the merge, and nothing is saved before one of them looked', async () => {
    const id = await desk.publish(text)
    const { page, problems, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await desk.update(id, ben, 1, text.replace('One', 'Eins'))
    await writeAtEnd(page, 'Four\n')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: /Merged with version 2 by .*: review and save/ }).waitFor()
    assert.equal(await desk.stored(id), text.replace('One', 'Eins'))
    await looksRight(page, 'editor-merged')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved(page, 3)
    assert.equal(await desk.stored(id), `${text.replace('One', 'Eins')}Four\n`)
    assert.deepEqual(problems.filter(isOurs), [])
    await close()
  })

  for (const [device, options] of [
    ['desktop', {}],
    ['phone', phone],
  ] as const)
    test(`who changed the same words settle it with the keyboard alone, on a ${device}`, async () => {
      const id = await desk.publish(text)
      const { page, problems, close } = await here.signedIn(ana.session.cookie, options)
      await desk.open(page, id)
      await page.keyboard.press('ControlOrMeta+f')
      const mine = text.replace('One', 'First').replace('Two', 'Second').replace('Three', 'Third')
      const theirs = text.replace('One', 'Eins').replace('Two', 'Zwei').replace('Three', 'Drei')
      await desk.update(id, ben, 1, theirs)
      await pasteOverAll(page, mine)
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByRole('heading', { name: /^You and .* changed the same sentence$/ }).waitFor()
      assert.match(await page.innerText('#conflict-lead'), / saved v2 just now, while you were editing v1\. /)
      await page.keyboard.press('1')
      await page.keyboard.press('n')
      await page.keyboard.press('2')
      await page.keyboard.press('n')
      await page.keyboard.press('4')
      await looksRight(page, `editor-conflict-${device}`)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText('Third, drittens')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /Merged with version 2/ }).waitFor()
      await looksRight(page, `editor-put-together-${device}`)
      assert.equal(await desk.stored(id), theirs)
      await page.keyboard.press('Enter')
      await page.getByLabel('What changed?').waitFor()
      await page.keyboard.press('Enter')
      await isSaved(page, 3)
      assert.equal(await desk.stored(id), '# Plan\n\nFirst\n\nZwei\n\nThird, drittens\n')
      assert.deepEqual(problems.filter(isOurs), [])
      await close()
    })

  test('find their words again after a reload, with the version they were based on, and drop or save them', async () => {
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine\n')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('What changed?').fill('Added mine')
    await isKept(page, 'Added mine')
    await desk.update(id, ben, 1, text.replace('One', 'Eins'))
    await page.reload()
    await page
      .getByRole('heading', { name: /^Draft from \d\d:\d\d.*, based on v1; current is v2$/ })
      .waitFor()
    await looksRight(page, 'editor-draft')
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await sourceOf(page).getByText('Mine').waitFor()
    assert.equal(await page.locator('#editor-note').inputValue(), 'Added mine')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: /Merged with version/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved(page, 3)
    await page.reload()
    await page.locator('[data-editor][data-state=open]').waitFor()
    assert.equal(await page.getByRole('heading', { name: /^Draft/ }).count(), 0)
    await close()
  })

  test('who are signed out meanwhile keep their text, sign in beside it and save', async () => {
    const id = await desk.publish(text)
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine\n')
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await looksRight(page, 'editor-signed-out')
    // Over WebDriver BiDi nothing is heard of a file that the page made itself.
    if (browserName === 'chromium') {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download my text' }).click(),
      ])
      assert.equal(await textOf(await file.createReadStream()), `${text}Mine\n`)
    }
    await isKept(page, 'Mine')
    await page.reload()
    await page.waitForURL('**/auth/sign-in?**')
    await context.addCookies(cookies)
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit`)
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved(page, 2)
    assert.equal(await desk.stored(id), `${text}Mine\n`)
    await close()
  })

  test('whose page was deleted, or who lost the network, save what they wrote elsewhere', async () => {
    const id = await desk.publish(text)
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine\n')
    await context.setOffline(true)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: 'You’re offline. Your text is safe here.' }).waitFor()
    await context.setOffline(false)
    const headers = { authorization: `Bearer ${company.owner.key}` }
    const deleted = await send(`${here.service.url}/v1/artifacts/${id}`, { method: 'DELETE', headers })
    assert.equal(deleted.status, 204)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'The page is gone' }).waitFor()
    await looksRight(page, 'editor-gone')
    await page.getByRole('button', { name: 'Save as a separate page' }).click()
    await page.waitForURL(url => /^\/[1-9A-HJ-NP-Za-km-z]{10}$/.test(url.pathname))
    await page.frameLocator('iframe').getByText('Mine').waitFor()
    await close()
  })

  test('write in their own words, which no other choice takes away, with the line breaks of a file of Windows', async () => {
    const id = await desk.publish('One\r\nTwo\r\n')
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await pasteOverAll(page, 'One\nTwo of mine\n')
    await desk.update(id, ben, 1, 'One\r\nTwo of theirs\r\n')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: /^You and .* changed the same sentence$/ }).waitFor()
    if (browserName === 'chromium') {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy my text' }).click()
      await page.locator('#editor-state', { hasText: 'Copied' }).waitFor()
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Two of mine\s*$/)
      await page.locator('.passage-choice').focus()
    }
    await page.keyboard.press('4')
    const own = page.getByRole('textbox', { name: 'Your text for choice 1' })
    await own.press('ControlOrMeta+End')
    await page.keyboard.insertText('Three')
    await page.getByText('Keep both').click()
    await page.getByText('Write it myself').click()
    await page.getByRole('button', { name: 'Merge and review' }).click()
    await saveNow(page)
    await isSaved(page, 3)
    assert.equal(await desk.stored(id), 'One\r\nTwo of theirs\r\n\r\nTwo of mine\r\nThree\r\n')
    await close()
  })

  test('two sentences that both stay are two paragraphs, with the line breaks of a file of Windows', async () => {
    const id = await desk.publish('One\r\nTwo')
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, ' of mine')
    await desk.update(id, ben, 1, 'One\r\nTwo of theirs')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: /^You and .* changed the same sentence$/ }).waitFor()
    await page.keyboard.press('3')
    await page.getByRole('button', { name: 'Merge and review' }).click()
    await saveNow(page)
    await isSaved(page, 3)
    assert.equal(await desk.stored(id), 'One\r\nTwo of theirs\r\n\r\nTwo of mine')
    await close()
  })
})
