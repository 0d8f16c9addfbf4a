// The words of a page in a real browser: the same text as the server's, and selections over blocks and in drawings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'esbuild'
import type { Frame, Page } from 'playwright-core'
import { pageText } from '../../src/content/anchors/page-text.ts'
import { commenting, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { fromRoot } from '../support/project-root.ts'
import { fc } from '../support/properties.ts'
import { caseFile, randomPage } from '../support/real-pages.ts'

const frameOf = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

/** Selects from the first words to the last ones, as a reader does with the mouse. */
const selectFrom = (page: Page, first: string, last: string) =>
  frameOf(page).evaluate(
    ([from, to]) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
      const [begins, ends] = [from, to].map(words => texts.find(({ data }) => data.includes(words!))!)
      const end = ends!.data.indexOf(to!) + to!.length
      getSelection()!.setBaseAndExtent(begins!, begins!.data.indexOf(from!), ends!, end)
    },
    [first, last],
  )

/** The frame's own reader of text, as a function of the page. */
async function frameReader(): Promise<string> {
  const contents = `
    import { PageWords } from './src/domain/page-words.ts'
    import { textSteps } from './src/surfaces/viewer/shim/text-nodes.ts'
    globalThis.textOf = html => {
      const words = new PageWords()
      for (const step of textSteps(new DOMParser().parseFromString(html, 'text/html')))
        if (step) words.add(step.text.data, step.mode)
        else words.separate()
      return words.text
    }`
  const stdin = { contents, resolveDir: fromRoot('.'), loader: 'ts' as const }
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'iife' })
  return outputFiles[0]!.text
}

inBrowsers('the words of a page', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName })
  const commentOn = async (page: Page, body: string) => {
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByLabel(/^Comment on “/).fill(body)
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText(body).waitFor()
  }
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${people.company.owner.key}` }
    return send(`${ground.service.url}${path}`, { headers })
  }
  const threadOn = async (id: string) => (await get(`/v1/artifacts/${id}/comments`)).json.data[0]

  test('a selection from a heading into a table quotes separate words, which readers of text find', async () => {
    const id = await publish({ visibility: 'company' }, caseFile('two-blocks.html'), 'two-blocks.html')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await selectFrom(page, 'Onboarding', 'Priority')
    await commentOn(page, 'All of it?')
    const { anchor, anchorState, current } = await threadOn(id)
    const quote = 'Onboarding events Fired during setup. Event Priority'
    assert.deepEqual([anchor.textQuote.exact, anchorState, current.text], [quote, 'anchored', quote])
    const text = (await get(`/v1/artifacts/${id}/text?as=text`)).json.text.replace(/\s+/g, ' ')
    assert.ok(text.includes(quote), text)
    await close()
  })

  test('a selection across a formula, or in one, quotes its source, as readers of text have it', async () => {
    const source = 'We know that $E = mc^2$ holds. Then $F = ma$ follows.\n'
    const id = await publish({ visibility: 'company' }, source, 'energy.md')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await selectFrom(page, 'that', 'holds')
    await commentOn(page, 'Since when?')
    const { x, y, width, height } = (await frameOf(page).locator('math').last().boundingBox())!
    await page.mouse.move(x + width / 4, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await commentOn(page, 'Of which mass?')
    const { data } = (await get(`/v1/artifacts/${id}/comments`)).json
    const text = (await get(`/v1/artifacts/${id}/text?as=text`)).json.text.replace(/\s+/g, ' ')
    const quotes = (data as { current: { text: string } }[]).map(({ current }) => current.text)
    assert.deepEqual(quotes.sort(), ['F = ma', 'that E = mc^2 holds'])
    assert.ok(text.includes('that E = mc^2 holds'), text)
    await close()
  })

  test('words that a script wrote keep their thread: shown where they are painted, else not on screen now', async () => {
    const html = caseFile('rendered-by-script.html')
    const id = await publish({ visibility: 'company' }, html, 'app.html')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await selectFrom(page, 'Home', 'the app')
    await commentOn(page, 'Whose home?')
    assert.equal((await threadOn(id)).anchorState, 'rendered')
    await frameOf(page).waitForFunction(() => CSS.highlights.get('recto-open')?.size === 1)
    const card = panel(page).locator('article')
    assert.equal(await card.getByText(/Not on screen now|Not found|made by a script/).count(), 0)
    await frameOf(page).evaluate(() => document.querySelector('h1')!.replaceWith('Elsewhere'))
    await card.getByText('Not on screen now').waitFor()
    await frameOf(page).evaluate(() => document.body.append('Home of the app'))
    await card.getByText('Not on screen now').waitFor({ state: 'detached' })
    await frameOf(page).evaluate(() => {
      document.body.hidden = true
      document.body.append('More')
    })
    await card.getByText('Not on screen now').waitFor()
    await close()
  })

  test('words that come to a page which never rests are quoted, and their thread follows them', async () => {
    const html = `<!doctype html><html lang="en"><title>Clock</title><h1>Sales</h1><p id="clock">0</p><div id="app"></div>
      <script>setInterval(() => { clock.textContent = performance.now() }, 50)</script>`
    const id = await publish({ visibility: 'company' }, html, 'clock.html')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await selectFrom(page, 'Sales', 'Sales')
    await commentOn(page, 'Of what?')
    await frameOf(page).evaluate(() => {
      document.querySelector('#app')!.innerHTML = '<p>Words that</p><p>came late</p>'
    })
    await selectFrom(page, 'Words', 'late')
    await commentOn(page, 'How late?')
    const { data } = (await get(`/v1/artifacts/${id}/comments`)).json
    const quotes = (data as { anchor: { textQuote: { exact: string } } }[]).map(
      ({ anchor }) => anchor.textQuote.exact,
    )
    assert.deepEqual(quotes.sort(), ['Sales', 'Words that came late'])
    const card = panel(page).locator('article', { hasText: 'How late?' })
    await frameOf(page).evaluate(() => document.querySelector('#app')!.replaceChildren())
    await card.getByText('Not on screen now').waitFor()
    await frameOf(page).evaluate(() => document.querySelector('#app')!.append('Words that came late'))
    await card.getByText('Not on screen now').waitFor({ state: 'detached' })
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('words in a drawing are selected, commented on and painted', async () => {
    const id = await publish({ visibility: 'company' }, caseFile('marp-minimal.html'), 'deck.html')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await selectFrom(page, 'First slide', 'Words of')
    await commentOn(page, 'Which words?')
    const { anchor, anchorState } = await threadOn(id)
    assert.deepEqual([anchor.textQuote.exact, anchorState], ['First slide Words of', 'anchored'])
    await close()
  })

  test('the frame reads the same text from any page as the server', async () => {
    const { page, close } = await browserOf(null)
    await page.addScriptTag({ content: await frameReader() })
    const pages = fc.sample(randomPage, 200)
    const texts = await page.evaluate(
      all => all.map(html => (globalThis as unknown as { textOf(html: string): string }).textOf(html)),
      pages,
    )
    for (const [at, html] of pages.entries()) assert.equal(texts[at], await pageText(html, 'html'), html)
    await close()
  })
})
