// Drafts of people who edit, in real browsers: each has their own, none is lost on the way out, and none is asked about in vain.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browsing } from '../support/browsing.ts'
import {
  editing,
  isDropped,
  isKept,
  isSaved,
  pasteOverAll,
  said,
  saveNow,
  sourceOf,
  writeAtEnd,
} from '../support/editing.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import type { Company, Member } from '../support/people.ts'

const text = '# Plan\n\nOne\n\nTwo\n\nThree\n'

/** The kinds of the dialogs that the browser shows on the page; each is accepted. */
function dialogsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', async dialog => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  return asked
}

inBrowsersAtLength('people who edit', browserName => {
  const here = browsing({ browserName })
  const desk = editing(here, () => company)
  let company: Company
  let ana: Member
  let ben: Member

  before(async () => {
    company = await here.service.organization()
    ;[ana, ben] = await Promise.all([company.join('member'), company.join('member')])
  })

  test('in one browser find each their own draft, and never that of the other', async () => {
    const id = await desk.publish(text)
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    const becomes = async ({ session }: Member) => {
      const [name = '', value = ''] = session.cookie.split('=')
      await context.addCookies([{ name, value, url: here.service.url, httpOnly: true, sameSite: 'Lax' }])
      await desk.open(page, id)
    }
    await desk.open(page, id)
    for (const [words, next] of [
      ['Of Ana', ben],
      ['Of Ben', ana],
    ] as const) {
      await writeAtEnd(page, words)
      await isKept(page, words)
      await becomes(next)
    }
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await sourceOf(page).getByText(/^Of/).waitFor()
    assert.match((await sourceOf(page).textContent()) ?? '', /Of Ana$/)
    await close()
  })

  test('and went to another organization in another window save nothing there, and lose no word', async () => {
    const other = await here.service.organization()
    const both = await other.join('member')
    const { session } = await company.join('member', both.email)
    const id = await desk.publish(text)
    const { page, context, close } = await here.signedIn(session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine')
    const second = await context.newPage()
    await second.goto(`${here.service.url}/app`)
    await second.getByRole('button', { name: /change organization/ }).click()
    await second.getByRole('button', { name: other.name }).click()
    await second.getByText('You are in another organization now').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: 'The page is gone' }).waitFor()
    await page.getByRole('button', { name: 'Save as a separate page' }).click()
    await said(page, 'Nothing was saved. Switch back')
    const headers = { authorization: `Bearer ${both.key}` }
    assert.deepEqual((await send(`${here.service.url}/v1/artifacts`, { headers })).json.data, [])
    assert.match(await sourceOf(page).innerText(), /Mine/)
    await close()
  })

  test('and leave within a second of the last key are offered those words', async () => {
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    page.on('dialog', dialog => void dialog.accept().catch(() => undefined))
    // The browser's store stands open by then: before, the question on leaving is all there is.
    await writeAtEnd(page, 'Before ')
    await isKept(page, 'Before')
    await writeAtEnd(page, 'Just now')
    await page.goto(new URL('/app', page.url()).href)
    await desk.open(page, id)
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await sourceOf(page).getByText('Just now').waitFor()
    await close()
  })

  test('and took back what they wrote are offered no draft of it', async () => {
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine')
    await isKept(page, 'Mine')
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Backspace')
    await isDropped(page, 'Mine')
    await desk.open(page, id)
    assert.equal(await page.getByRole('heading', { name: /^Draft/ }).count(), 0)
    await close()
  })

  test('and write beside a draft that is offered lose neither', async () => {
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'Earlier\n')
    await isKept(page, 'Earlier')
    await desk.open(page, id)
    const offered = page.getByRole('heading', { name: /^Draft from/ })
    await offered.waitFor()
    await writeAtEnd(page, 'Later\n')
    await isKept(page, 'Later')
    await isKept(page, 'Earlier')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved(page, 2)
    await isDropped(page, 'Later')
    await page.getByRole('heading', { name: /based on v1; current is v2$/ }).waitFor()
    await writeAtEnd(page, 'Last\n')
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await sourceOf(page).getByText('Earlier').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: /^You and .* changed the same sentence$/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await said(page, 'Choose for every passage to continue.')
    await page.locator('.passage-choice').focus()
    await page.keyboard.press('3')
    await page.getByRole('button', { name: 'Merge and review' }).click()
    await saveNow(page)
    await isSaved(page, 3)
    assert.equal(await desk.stored(id), `${text}Later\n\nEarlier\n`)
    await isDropped(page, 'Earlier\\n"')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await isDropped(page, 'Last')
    await offered.waitFor({ state: 'hidden' })
    await close()
  })

  test('and leave a clash as soon as it is shown find their text again, and are not asked', async () => {
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    const asked = dialogsOf(page)
    await desk.open(page, id)
    await desk.update(id, ben, 1, text.replace('One', 'Eins'))
    await pasteOverAll(page, text.replace('One', 'First'))
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: /^You and .* changed the same sentence$/ }).waitFor()
    await page.getByRole('link', { name: 'Back to the page' }).press('Enter')
    await page.waitForURL(`**/${id}`)
    await desk.open(page, id)
    await page.getByRole('heading', { name: /^Draft from .* current is v2$/ }).waitFor()
    assert.deepEqual(asked, [])
    await close()
  })

  test('are asked before they leave what could not be kept, and not otherwise', async () => {
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    const asked = dialogsOf(page)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('nothing is kept here', 'SecurityError')
      }
    })
    await desk.open(page, id)
    await page.getByRole('link', { name: 'Back to the page' }).click()
    await page.waitForURL(`**/${id}`)
    assert.deepEqual(asked, [])
    await desk.open(page, id)
    await writeAtEnd(page, 'Mine\n')
    await page.getByRole('link', { name: 'Back to the page' }).click()
    await page.waitForURL(`**/${id}`)
    assert.deepEqual(asked, ['beforeunload'])
    await close()
  })
})
