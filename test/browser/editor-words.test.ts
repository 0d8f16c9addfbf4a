// The words of an HTML page edited where they stand, in a real browser: nothing runs, nothing but the words changes.
import assert from 'node:assert/strict'
import { text as textOf } from 'node:stream/consumers'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { editing, isKept, isSaved, said, saveNow, sourceOf } from '../support/editing.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import type { Company, Member } from '../support/people.ts'

const text =
  '<!doctype html>\r\n<TITLE>Plan</TITLE>\r\n<H1 CLASS=big>The plan</H1>\r\n<ul><li>One &amp; only&nbsp;one<li>Two</ul>\r\n<p id=made>Before</p>\r\n<script>made.textContent = "A script was here"</script>\r\n<a href="https://example.com/">A link</a>\r\n'

inBrowsersAtLength('the words of a page', browserName => {
  const here = browsing({ browserName })
  const desk = editing(here, () => company)
  let company: Company
  let ana: Member
  let ben: Member

  before(async () => {
    company = await here.service.organization()
    ;[ana, ben] = await Promise.all([company.join('member'), company.join('member')])
  })

  const words = (page: Page) => page.frameLocator('.editor-words iframe')

  const open = async (page: Page, id: string) => {
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit?mode=text`)
    await words(page).locator('body[contenteditable=true]').waitFor()
  }

  /** Puts the caret behind the words and writes. */
  const writeAfter = async (page: Page, at: string, more: string) => {
    await words(page).getByText(at).first().click()
    await page.keyboard.press('End')
    await page.keyboard.type(more)
  }

  test('are written in their places; no script of the page runs, and every other byte stays', async () => {
    const id = await desk.publish(text, 'page.html')
    const { page, problems, close } = await here.signedIn(ana.session.cookie)
    await open(page, id)
    await words(page).getByText('Before').waitFor()
    await writeAfter(page, 'The plan', ' <of> all')
    await writeAfter(page, 'Two', ' & three')
    await looksRight(page, 'editor-words')
    await page.keyboard.press('ControlOrMeta+s')
    await page.locator('#save-note button:focus').waitFor()
    await page.keyboard.press('Enter')
    await isSaved(page, 2)
    const expected = text.replace('The plan', 'The plan &lt;of&gt; all').replace('Two', 'Two &amp; three')
    assert.equal(await desk.stored(id), expected)
    await writeAfter(page, 'One & only', '!')
    await saveNow(page)
    await isSaved(page, 3)
    assert.equal(await desk.stored(id), expected.replace('&nbsp;one', '&nbsp;one!'))
    assert.deepEqual(problems.filter(isOurs), [])
    await close()
  })

  test('keep the structure around them: no new lines, nothing across elements, and a step back is a step back', async () => {
    const id = await desk.publish(text, 'page.html')
    const { page, close } = await here.signedIn(ana.session.cookie)
    await open(page, id)
    await words(page).getByText('The plan').click()
    await page.keyboard.press('Enter')
    await said(page, 'Only the words of one text can change here.')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    assert.equal(await words(page).locator('li').count(), 2)
    await writeAfter(page, 'Two', 'x')
    await page.keyboard.press('ControlOrMeta+z')
    await words(page).getByText('Two', { exact: true }).waitFor()
    const find = page.getByRole('button', { name: 'Find' })
    assert.equal(await find.count(), 0, 'what acts on the source hides with it')
    await page.getByRole('button', { name: 'Source', exact: true }).click()
    await find.waitFor()
    await sourceOf(page).getByText('<H1 CLASS=big>The plan</H1>').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await said(page, 'Nothing has changed since version 1.')
    await close()
  })

  test('outlive a reload as a draft, also while they are on their way, and are merged with what somebody else saved', async () => {
    const id = await desk.publish(text, 'page.html')
    const { page, close } = await here.signedIn(ana.session.cookie)
    await open(page, id)
    await writeAfter(page, 'The plan', ' of Ana')
    await isKept(page, 'The plan of Ana')
    const draft = Promise.withResolvers<void>()
    const late = async (route: Route) => {
      await draft.promise
      await route.continue()
    }
    await page.route('**/texts/copy', late, { times: 1 })
    await page.reload()
    await page.getByRole('button', { name: 'Continue draft' }).click()
    draft.resolve()
    await words(page).getByText('The plan of Ana').waitFor()
    await desk.update(id, ben, 1, text.replace('Two', 'Zwei'))
    await saveNow(page)
    await page.getByRole('heading', { name: /Merged with version 2/ }).waitFor()
    await saveNow(page)
    await isSaved(page, 3)
    assert.equal(await desk.stored(id), text.replace('The plan', 'The plan of Ana').replace('Two', 'Zwei'))
    await close()
  })

  test('that could not be put into the source are put there by the next save, when the writer is back', async () => {
    const id = await desk.publish(text, 'page.html')
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    await open(page, id)
    const cookies = await context.cookies()
    await context.clearCookies()
    await writeAfter(page, 'The plan', ' of Ana')
    await saveNow(page)
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await context.addCookies(cookies)
    await page.getByRole('button', { name: 'Try again' }).click()
    await isSaved(page, 2)
    assert.equal(await desk.stored(id), text.replace('The plan', 'The plan of Ana'))
    await close()
  })

  test('that the server never got outlive a reload, and what is written during a save is in the merge', async () => {
    const id = await desk.publish(text, 'page.html')
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    await open(page, id)
    await page.route('**/edit/texts', route => route.abort())
    await writeAfter(page, 'The plan', ' of Ana')
    await isKept(page, 'The plan of Ana')
    await page.unroute('**/edit/texts')
    await page.reload()
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await words(page).getByText('The plan of Ana').waitFor()
    await desk.update(id, ben, 1, text.replace('A link', 'Ein Link'))
    const asked = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    await context.route('**/edit/merge?**', async route => {
      asked.resolve()
      await written.promise
      await route.continue()
    })
    await saveNow(page)
    await asked.promise
    await writeAfter(page, 'Two', ' and three')
    await isKept(page, 'Two and three')
    written.resolve()
    await page.getByRole('heading', { name: /Merged with version 2/ }).waitFor()
    await saveNow(page)
    await isSaved(page, 3)
    const expected = text.replace('The plan', 'The plan of Ana').replace('Two', 'Two and three')
    assert.equal(await desk.stored(id), expected.replace('A link', 'Ein Link'))
    await close()
  })

  test('of other pages in a set of frames cannot be edited so, and no script is blamed for it', async () => {
    const id = await desk.publish(
      '<frameset cols="50%,*"><frame src="a"><frame src="b"></frameset>',
      'page.html',
    )
    const { page, close } = await here.signedIn(ana.session.cookie)
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit?mode=text`)
    await said(page, 'a script, a picture or another page brings the words. Use Source.')
    await close()
  })

  test('that a script makes cannot be edited so, and the editor says what to do', async () => {
    const id = await desk.publish('<div id=a></div><script>a.textContent = "Made"</script>', 'page.html')
    const { page, close } = await here.signedIn(ana.session.cookie)
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit?mode=text`)
    await said(page, 'This page has no text that can be changed here: a script')
    await close()
  })

  // Over WebDriver BiDi no download of a text made in the page is heard of.
  if (browserName === 'firefox') return

  test('that the server does not take are in what is downloaded, and in their places of a new artifact', async () => {
    const id = await desk.publish(text, 'page.html')
    const { page, context, close } = await here.signedIn(ana.session.cookie)
    await open(page, id)
    await writeAfter(page, 'Two', ' more')
    await isKept(page, '<li>Two more')
    const cookies = await context.cookies()
    await context.clearCookies()
    await writeAfter(page, 'The plan', ' of Ana --> now')
    await saveNow(page)
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    const download = async () => {
      const press = page.getByRole('button', { name: 'Download my text' }).click()
      const [file] = await Promise.all([page.waitForEvent('download'), press])
      return textOf(await file.createReadStream())
    }
    const words = 'Instead of: The plan\nThe plan of Ana - -> now'
    assert.equal(
      await download(),
      `${text.replace('Two', 'Two more')}\n<!-- Words that are not in their places yet:\n\n${words}\n-->\n`,
    )
    await said(page, 'What you wrote in the page stands at the end of the text.')
    await context.addCookies(cookies)
    const whole = text.replace('Two', 'Two more').replace('The plan', 'The plan of Ana --&gt; now')
    assert.equal(await download(), whole)
    const headers = { authorization: `Bearer ${company.owner.key}` }
    await send(`${here.service.url}/v1/artifacts/${id}`, { method: 'DELETE', headers })
    await writeAfter(page, 'A link', ' of Ana')
    await said(page, 'The page was deleted, or you may not edit it any more.')
    await saveNow(page)
    await page.getByRole('heading', { name: 'The page is gone' }).waitFor()
    await page.getByRole('button', { name: 'Save as a separate page' }).click()
    await page.waitForURL(url => /^\/[1-9A-HJ-NP-Za-km-z]{10}$/.test(url.pathname))
    const made = await page.request.get(`${page.url()}/content`)
    assert.equal(await made.text(), whole.replace('A link', 'A link of Ana'))
    await close()
  })
})

/** Scripts that are refused are said in the console; that is what the policy is for. */
const isOurs = (problem: string) => !/Executing inline script violates|blocked an inline script/.test(problem)
