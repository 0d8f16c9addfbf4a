// A conflict in the editor, in real browsers: the words of both in their sentence, and the changes that needed no choice beside them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { editing, pasteOverAll } from '../support/editing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import type { Company, Member } from '../support/people.ts'

/** A conflict is an answer; and Chromium styles the words that replace a whole text, which our policy refuses. */
const isOurs = (problem: string) => !/412|Applying inline style/.test(problem)

inBrowsersAtLength('two people who changed the same sentence', browserName => {
  const here = browsing({ browserName })
  const desk = editing(here, () => company)
  let company: Company
  let ana: Member
  let ben: Member

  before(async () => {
    company = await here.service.organization()
    ;[ana, ben] = await Promise.all([company.join('member'), company.join('member')])
  })

  test('see which words each of them wrote, within their sentence and beside what stands around it', async () => {
    const before = '# Why\n\nPeople leave.\n\nIt grew from 61% to 66% in a year.\n\nThe end.\n'
    const id = await desk.publish(before)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await desk.update(id, ben, 1, before.replace('66%', '67%'))
    await pasteOverAll(page, before.replace('66%', '68%').replace('a year.', 'a year. Measured in November.'))
    await page.keyboard.press('ControlOrMeta+s')
    const choice = page.getByRole('group', { name: /^Choice 1 of 1/ })
    await choice.waitFor()
    assert.deepEqual(await choice.locator('ins').allTextContents(), ['68', ' Measured in November.', '67'])
    assert.deepEqual(await choice.locator('.around').allTextContents(), ['People leave.', 'The end.'])
    await page.keyboard.press('2')
    await looksRight(page, 'editor-conflict-words')
    await page.emulateMedia({ colorScheme: 'dark' })
    await looksRight(page, 'editor-conflict-words-dark')
    const unchosen = choice.getByRole('radio', { checked: false }).first()
    assert.equal(
      await unchosen.evaluate(radio => getComputedStyle(radio).backgroundColor),
      'rgba(0, 0, 0, 0)',
      'an unchosen radio looks filled in the dark',
    )
    await close()
  })

  test('see how many other changes are merged, and every one of them in its place with who made it', async () => {
    const before =
      '# Why\n\nPeople leave.\n\nIt grew to 66%.\n\nThe end.\n\n## Who\n\nEverybody.\n\n## When\n\nSoon.\n'
    const id = await desk.publish(before)
    const { page, close, problems } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await desk.update(
      id,
      ben,
      1,
      before.replace('leave.', 'leave at the address.').replace('66%', '67%').replace('Soon.', 'In March.'),
    )
    await pasteOverAll(page, before.replace('66%', '68%').replace('Everybody.', 'Everybody at home.'))
    await page.keyboard.press('ControlOrMeta+s')
    await page
      .getByText('3 other changes fit together and are merged. 1 sentence needs your choice.')
      .waitFor()
    const merged = page.locator('.merged-change:visible')
    assert.deepEqual(await merged.locator('.say').allTextContents(), ['People leave at the address.'])
    await looksRight(page, 'editor-conflict-merged')
    await page.getByRole('button', { name: 'Show the 3 merged changes' }).click()
    assert.deepEqual(await page.locator('.merged-change:visible .badge, .picks legend').allInnerTexts(), [
      `An agent for ${ben.name}, merged`,
      'Choose one',
      'You, merged',
      `An agent for ${ben.name}, merged`,
    ])
    assert.deepEqual(await merged.locator('ins').allTextContents(), [
      ' at the address',
      ' at home',
      'In March',
    ])
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.includes('at home')), true)
    await looksRight(page, 'editor-conflict-all-merged')
    await page.getByText('Yours', { exact: true }).click()
    await page.getByRole('button', { name: 'Merge and review' }).click()
    await page.getByRole('heading', { name: /Merged with version 2/ }).waitFor()
    assert.deepEqual(problems.filter(isOurs), [])
    await close()
  })
})
