// The keyboard of an artifact's page: threads walked and answered by key, the list of keys, and what a page may not press.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { keyTable } from '../../src/surfaces/web/artifact/keyboard/keys.ts'
import { commenting, looksRight, panel, writeOnPage } from '../support/commenting.ts'
import { until } from '../support/until.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')
const isFocused = (page: Page, id: string) =>
  page.waitForFunction(wanted => document.activeElement?.id === wanted, id)
/** The focus enters a frame only when the event of the key is over, so it is waited for. */
const isInRegion = (page: Page, element: 'header' | 'main' | 'aside') =>
  page.waitForFunction(
    wanted => document.activeElement?.closest('.page-header, main, #comments')?.localName === wanted,
    element,
  )

describe('the keyboard of an artifact page', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()

  test('walks the threads, marks one, answers and resolves it', async () => {
    const id = await publish()
    const threads: string[] = []
    for (const body of ['One', 'Two']) threads.push((await post(`/v1/artifacts/${id}/comments`, { body })).id)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await isFocused(page, `comment-${threads[0]}`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await isFocused(page, `comment-${threads[1]}`)
    await page.keyboard.press('k')
    await isFocused(page, `comment-${threads[0]}`)
    await page.keyboard.press('Enter')
    await page.locator(`#comment-${threads[0]}[aria-current=true]`).waitFor()
    await page.waitForURL(url => url.searchParams.get('thread') === threads[0])
    await looksRight(page, 'marked')
    await page.keyboard.press('r')
    await page.keyboard.type('j is a letter here')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText('j is a letter here').waitFor()
    await isFocused(page, `comment-${threads[0]}`)
    await page.keyboard.press('r')
    await page.getByLabel('Your reply').press('Escape')
    await panel(page).locator(`#comment-${threads[0]}`).getByRole('button', { name: 'Reply' }).waitFor()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    assert.deepEqual(problems, [])
    await close()
  })

  test('prints from within the page as from its menu: all of it, in light, and none of our marks', async () => {
    const html =
      '<!doctype html><h1>Live</h1><p>Marked</p><script>addEventListener("beforeprint", () => { document.title = [document.documentElement.dataset.theme, document.documentElement.classList] })</script>'
    const { page, close } = await browserOf(people.ben.session, { colorScheme: 'dark' })
    await open(page, await publish({ visibility: 'company' }, html))
    const frame = page.frames().find(each => each !== page.mainFrame())!
    await page.frameLocator('iframe').getByText('Marked').click()
    await page.keyboard.press('ControlOrMeta+p')
    await frame.waitForFunction(() => document.title === 'light,')
    await page.frameLocator('iframe').locator('html.dark[data-theme=auto]').waitFor()
    await open(page, await publish({ visibility: 'company' }, '# Plan', 'plan.md'))
    await page.frameLocator('iframe').getByRole('heading').first().click()
    await page.keyboard.press('ControlOrMeta+p')
    await page.locator('.print-frame').waitFor({ state: 'attached' })
    await page
      .frameLocator('.print-frame')
      .locator('html[data-theme=light] article h1')
      .waitFor({ state: 'attached' })
    await close()
  })

  test('lists its keys, and single ones are turned off for good', async () => {
    const id = await publish()
    const { page, close } = await browserOf(people.ben.session)
    await open(page, id)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard' })
    for (const { does } of keyTable) await dialog.getByText(does, { exact: true }).waitFor()
    assert.equal(await dialog.evaluate(shown => shown.scrollTop), 0)
    await looksRight(page, 'keys')
    await dialog.getByRole('checkbox', { name: /Single keys/ }).uncheck()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.reload()
    await page.waitForSelector('[data-state=shown]')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    await page.keyboard.press('?')
    await page.frameLocator('.page-frame').getByText('We start').dblclick()
    await page.getByRole('button', { name: 'Comment', exact: true }).waitFor()
    await page.keyboard.press('c')
    assert.equal(await panel(page).count(), 0)
    assert.equal(await dialog.count(), 0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await dialog.getByRole('checkbox', { name: /Single keys/ }).check()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    await page.getByLabel(/^Comment on “/).waitFor()
    await close()
  })

  test('reaches header, page and comments with F6, the history with v; keys without a target do nothing', async () => {
    const id = await publish()
    const { page, close, problems } = await browserOf(people.ben.session)
    await open(page, id)
    await writeOnPage(page)
    await isFocused(page, 'comment-field-1')
    await page.keyboard.press('F6')
    await isInRegion(page, 'header')
    await page.keyboard.press('Shift+F6')
    await isInRegion(page, 'aside')
    await page.keyboard.press('Shift+F6')
    await isInRegion(page, 'main')
    await page.getByRole('heading', { level: 1 }).click()
    const before = [page.url(), await focused(page)]
    for (const key of ['s', 't', 'r', 'x', 'Control+j', 'Shift+C']) await page.keyboard.press(key)
    assert.deepEqual([page.url(), await focused(page)], before)
    await page.keyboard.press('v')
    await page.waitForURL(/history/)
    assert.deepEqual(problems, [])
    await close()
  })

  test('stays with a reader who uses it before the page has loaded', async () => {
    const id = await publish(
      { visibility: 'company' },
      '<h1>Late</h1><img src="https://pictures.example/late.png">',
    )
    const { page, context, close } = await browserOf(people.ben.session)
    const come = Promise.withResolvers<void>()
    await context.route('https://pictures.example/**', async route => {
      await come.promise
      await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await page.goto(`${ground.service.url}/${id}`)
    await page.waitForSelector('[data-state=shown]')
    await page.getByRole('heading', { level: 1 }).click()
    come.resolve()
    await page.frames()[1]!.waitForLoadState('load')
    const isWriting = () => page.evaluate(() => document.activeElement?.localName === 'textarea')
    await until('c begins a comment', async () => {
      if (!(await isWriting())) await page.keyboard.press('c')
      return isWriting()
    })
    await close()
  })

  test('shares with s and takes the whole screen with f; Esc ends both and leaves the keys where they were', async () => {
    const id = await publish()
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.getByRole('heading', { level: 1 }).click()
    const dialog = page.getByRole('dialog', { name: /^Share/ })
    const full = page.locator('html[data-full]')
    for (const back of ['f', 'Escape']) {
      await page.keyboard.press('s')
      await dialog.getByLabel('Invite people').press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.keyboard.press('f')
      await full.waitFor()
      await page.locator('.page-header .tools').waitFor({ state: 'hidden' })
      await page.keyboard.press(back)
      await full.waitFor({ state: 'detached' })
      await page.locator('.page-header .tools').waitFor()
    }
    assert.deepEqual(problems, [])
    await close()
  })

  test('comments by C on words selected within the page, unless somebody writes there or the page takes the key', async () => {
    const id = await publish(
      { visibility: 'company' },
      `<!doctype html><p><span id=words>Needle</span></p><p><input id=field><span id=host></span></p><p id=written contenteditable>Text</p><button>Press</button><script>
      addEventListener('keypress', ({ key }) => { window.typed = (window.typed ?? '') + key })
      host.attachShadow({ mode: 'open' }).innerHTML = '<input>'
      document.addEventListener('keydown', event => { if (window.takes) event.preventDefault() })</script>`,
    )
    const { page, close } = await browserOf(people.ben.session)
    await open(page, id)
    const frame = page.frames().find(each => each !== page.mainFrame())!
    const offer = page.getByRole('button', { name: 'Comment', exact: true })
    const select = async () => {
      await frame.locator('#words').dblclick()
      await offer.waitFor()
    }
    for (const field of ['#field', '#host input', '#written']) {
      await select()
      await frame.locator(field).press('c')
    }
    assert.equal(await frame.locator('#field').inputValue(), 'c')
    assert.equal(await frame.locator('#host input').inputValue(), 'c')
    assert.match((await frame.textContent('#written'))!, /c/)
    await frame.evaluate('takes = true')
    await select()
    await page.keyboard.press('c')
    await frame.evaluate('takes = false')
    await page.keyboard.press('Shift+C')
    assert.equal(await panel(page).count(), 0)
    assert.equal(await frame.evaluate('typed'), 'cccC', 'the page hears what it did not take')
    await frame.locator('button').focus()
    await page.keyboard.press('c')
    await page.getByLabel('Comment on “Needle”').waitFor()
    await page.waitForFunction(() => document.activeElement?.localName === 'textarea')
    assert.equal(await frame.evaluate('typed'), 'cccCc')
    await close()
  })

  test('hears Ctrl+Alt+M from within the page, and nothing else, also not from a page that presses it itself', async () => {
    const id = await publish()
    const { page, close } = await browserOf(people.ben.session)
    await open(page, id)
    const frame = page.frames().find(each => each !== page.mainFrame())!
    const pressed = `for (const type of ['keydown', 'keyup']) dispatchEvent(new KeyboardEvent(type, { code: 'KeyM', key: 'm', ctrlKey: true, altKey: true, bubbles: true }))`
    await frame.evaluate(pressed)
    await page.frameLocator('.page-frame').getByText('We start').click()
    for (const key of ['c', 'j', '?', 'v', 'Control+m', 'Alt+m']) await page.keyboard.press(key)
    await frame.evaluate(pressed)
    assert.equal(await panel(page).count(), 0)
    await page.keyboard.press('Control+Alt+m')
    await page.getByLabel('Your comment on the page').waitFor()
    await page.waitForFunction(() => document.activeElement?.localName === 'textarea')
    await close()
  })
})
