// The editor in a real browser: writing, the page beside it, saving byte by byte, drafts, and what happens when saving fails.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BrowserContextOptions, devices } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { editing, isSaved, saveNow, sourceOf, writeAtEnd } from '../support/editing.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import type { Company, Member } from '../support/people.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }
const night: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }

inBrowsers('the editor', browserName => {
  const here = browsing({ browserName })
  const desk = editing(here, () => company)
  let company: Company
  let ana: Member

  before(async () => {
    company = await here.service.organization()
    ana = await company.join('member')
  })

  test('[S16] [S37] a teammate writes Markdown, sees the page beside it, and saves with the keyboard', async () => {
    const id = await desk.publish('# Plan\n\nOne\n\n## Costs\n\nMuch\n')
    const { page, problems, close } = await here.signedIn(ana.session.cookie)
    await page.goto(`${here.service.url}/${id}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.locator('[data-editor][data-state=open]').waitFor()
    const shown = page.frameLocator('.editor-preview iframe:not(.coming)')
    await shown.getByRole('heading', { name: 'Costs' }).waitFor()
    await writeAtEnd(page, '## Risks <script>alert(1)</script>\n\nFew')
    await shown.getByRole('heading', { name: 'Risks' }).waitFor()
    assert.equal(await page.locator('iframe').count(), 1)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('What changed?').fill('Risks named')
    await page.getByText('Becomes v2. Same link.').waitFor()
    await looksRight(page, 'editor-markdown')
    await page.keyboard.press('Enter')
    await isSaved(page, 2)
    assert.equal(
      await desk.stored(id),
      '# Plan\n\nOne\n\n## Costs\n\nMuch\n## Risks <script>alert(1)</script>\n\nFew',
    )
    await page.getByRole('link', { name: 'Back to the page' }).click()
    await page.waitForURL(`**/${id}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'Risks' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('marks are inserted, headings jumped to, words found, and the keyboard leads out of the text', async () => {
    const id = await desk.publish('# Plan\n\nOne word here\n\n## Costs\n\nMuch\n')
    const { page, problems, close } = await here.signedIn(ana.session.cookie, night)
    await desk.open(page, id)
    await sourceOf(page).focus()
    for (const key of ['Control+Home', 'ArrowDown', 'ArrowDown', 'Control+Shift+ArrowRight'])
      await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Bold' }).click()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await sourceOf(page).getByText('- **One** word here').waitFor()
    await page.getByLabel('Go to a heading').selectOption({ label: '\u2002Costs' })
    await page.getByRole('button', { name: 'Quote' }).click()
    await sourceOf(page).getByText('> ## Costs').waitFor()
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByPlaceholder('Find').fill('Much')
    await looksRight(page, 'editor-find')
    await page.keyboard.press('Escape')
    await sourceOf(page).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    const inside = () => page.evaluate(() => document.activeElement?.matches('.editor-text') ?? false)
    assert.equal(await inside(), false)
    assert.deepEqual(problems, [])
    await close()
  })

  test('front matter is no heading to go to', async () => {
    const { page, close } = await here.signedIn(ana.session.cookie)
    for (const [before, headings] of [
      ['title: A plan\nstatus: draft', []],
      [`title: A plan\ntags:\n${'  - one\n'.repeat(250)}status: draft`, []],
      ['Words between two rules.\n\n# Before\n', ['Before']],
    ] as const) {
      await desk.open(page, await desk.publish(`---\n${before}\n---\n\n# Plan\n\n## Costs\n`))
      const listed = page.getByLabel('Go to a heading').locator('option')
      await listed.filter({ hasText: 'Costs' }).waitFor({ state: 'attached' })
      assert.deepEqual(await listed.allTextContents(), ['Go to…', ...headings, 'Plan', '\u2002Costs'])
    }
    await close()
  })

  test('HTML opens on the page itself, and the page beside the source follows the cursor', async () => {
    const html = await desk.publish('<!doctype html><h1>The plan</h1><p>One', 'page.html')
    const long = await desk.publish(`# Plan\n\n${'A line of it.\n\n'.repeat(80)}## End\n\nThe last.\n`)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await page.goto(`${here.service.url}/app/artifacts/${html}/edit`)
    await page.frameLocator('.editor-words iframe').locator('body[contenteditable=true]').waitFor()
    assert.equal(await sourceOf(page).isVisible(), false)
    await desk.open(page, long)
    const shown = page.frameLocator('.editor-preview iframe:not(.coming)')
    await shown.getByRole('heading', { name: 'End' }).waitFor()
    await sourceOf(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    const [, frame] = page.frames()
    await frame!.waitForFunction(() => scrollY > 400)
    await close()
  })

  test('HTML is shown as it runs, and every byte that was not written stays as it was', async () => {
    const text =
      '\ufeff<!doctype html>\r\n<TITLE>Old</TITLE>\r\n<p>One\r\n<p id=said>\r\n<script>said.textContent = "runs"</script>\r\n'
    const id = await desk.publish(text, 'page.html')
    const { page, problems, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await page.frameLocator('.editor-preview iframe:not(.coming)').getByText('runs').waitFor()
    await writeAtEnd(page, '<p>Two\n')
    await page.frameLocator('.editor-preview iframe:not(.coming)').getByText('Two').waitFor()
    await looksRight(page, 'editor-html')
    await saveNow(page)
    await isSaved(page, 2)
    assert.equal(await desk.stored(id), `${text}<p>Two\r\n`)
    assert.deepEqual(problems, [])
    await close()
  })

  test('a file that mixes line breaks keeps each of them', async () => {
    const text = 'one\r\ntwo\nthree\rfour\n'
    const id = await desk.publish(text)
    const { page, close } = await here.signedIn(ana.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, 'five\n')
    await page.keyboard.press('ControlOrMeta+s')
    await isSaved(page, 2)
    assert.equal(await desk.stored(id), `${text}five\n`)
    await close()
  })

  test('what is typed or dragged into the source stays there, whatever the dashboard does with it', async () => {
    const id = await desk.publish('First\n')
    const { page, problems, close } = await here.signedIn(ana.session.cookie)
    const address = `${here.service.url}/app/artifacts/${id}/edit`
    await page.goto(address)
    await page.locator('[data-editor][data-state=open]').waitFor()
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('/ typed')
    const fetched: string[] = []
    page.on('request', request => fetched.push(request.url()))
    await page.locator('.cm-content').evaluate(content => {
      const dropped = new DataTransfer()
      dropped.items.add(new File(['# Dropped'], 'dropped.md'))
      const told = { bubbles: true, composed: true, cancelable: true }
      content.dispatchEvent(new DragEvent('dragover', { dataTransfer: dropped, ...told }))
    })
    await page.locator('.cm-content').getByText('/ typed').waitFor()
    assert.equal(page.url(), address)
    assert.deepEqual(
      fetched.filter(url => url.includes('/uploads-')),
      [],
    )
    assert.equal(await page.locator('dialog[open]').count(), 0)
    assert.deepEqual(problems, [])
    await close()
  })

  test('a long text has no accessibility violation in either theme, on a desk and on a phone', async () => {
    const id = await desk.publish(`# Plan\n\n${'A line of it.\n\n'.repeat(80)}## End\n`)
    for (const [name, options] of [
      ['desk', {}],
      ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
    ] as const) {
      const { page, close } = await here.signedIn(ana.session.cookie, options)
      await desk.open(page, id)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await looksRight(page, `editor-long-${name}-${colorScheme}`)
      }
      await close()
    }
  })

  test('on a phone source and page take turns', async () => {
    const id = await desk.publish('# Plan\n\nOne\n')
    const { page, problems, close } = await here.signedIn(ana.session.cookie, phone)
    await desk.open(page, id)
    const boxes = await page
      .locator('.editor-bar > *')
      .evaluateAll(parts => parts.map(part => part.getBoundingClientRect()).filter(({ width }) => width > 0))
    for (const [index, box] of boxes.slice(1).entries())
      assert.ok(box.left >= boxes[index]!.right - 1, 'the tools stand beside each other')
    await looksRight(page, 'editor-phone')
    await page.getByRole('button', { name: 'Page', exact: true }).click()
    await page.frameLocator('.editor-preview iframe').getByRole('heading', { name: 'Plan' }).waitFor()
    await looksRight(page, 'editor-phone-preview')
    assert.deepEqual(problems, [])
    await close()
  })

  test('the editor is loaded only where somebody edits', async () => {
    const id = await desk.publish('# Plan\n')
    const { page, close } = await here.signedIn(ana.session.cookie)
    const heavy: string[] = []
    page.on('response', async response => {
      const type = response.headers()['content-type'] ?? ''
      if (!type.includes('javascript')) return
      const { length } = await response.body().catch(() => Buffer.alloc(0))
      if (length > 200_000) heavy.push(response.url())
    })
    await page.goto(`${here.service.url}/${id}`)
    await page.frameLocator('iframe').getByRole('heading', { name: 'Plan' }).waitFor()
    await page.goto(`${here.service.url}/app`)
    assert.deepEqual(heavy, [])
    const editor = page.waitForResponse(response => /\/assets\/source-editor-/.test(response.url()))
    await desk.open(page, id)
    assert.ok((await (await editor).body()).length > 200_000)
    await close()
  })

  test('where it cannot be opened, it says so, and one can try again', async () => {
    const id = await desk.publish('# Plan\n')
    const { page, close } = await here.signedIn(ana.session.cookie)
    const isFile = (url: URL) => url.pathname.endsWith('/content')
    await page.route(isFile, route => route.abort())
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit`)
    await page.getByRole('alert').getByText('The editor couldn’t be opened.').waitFor()
    await looksRight(page, 'editor-unopened')
    await page.unroute(isFile)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.locator('[data-editor][data-state=open]').waitFor()
    await close()
  })

  // Over WebDriver BiDi no script is switched off.
  if (browserName === 'firefox') return

  test('without a script it leads to the file', async () => {
    const id = await desk.publish('# Plan\n')
    const { page, close } = await here.signedIn(ana.session.cookie, { javaScriptEnabled: false })
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit`)
    assert.match(await page.innerText('noscript p'), /The editor needs JavaScript/)
    assert.equal(await page.getByText('Opening the editor…').isVisible(), false)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    await download
    await close()
  })
})
