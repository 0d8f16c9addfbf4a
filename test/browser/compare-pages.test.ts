// A version of a page with its changes marked, in a real browser: what is marked, put back, walked to, and kept from running.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type BrowserContextOptions, devices, type Frame, type Page } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import type { Company } from '../support/people.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'], colorScheme: 'dark' }
const wide: BrowserContextOptions = { viewport: { width: 1500, height: 900 } }

describe('pages compared', () => {
  const here = browsing()
  let company: Company

  before(async () => {
    company = await here.service.organization()
  })

  /** Publishes a text and edits it; answers the address of the comparison. */
  async function changed(text: string, edits: [string, string][], name = 'page.html'): Promise<string> {
    const made = await here.publish(company.owner.key, { visibility: 'company' }, { name, text })
    const headers = {
      authorization: `Bearer ${company.owner.key}`,
      'content-type': 'application/json',
      'if-match': '"v1"',
    }
    const body = JSON.stringify({ edits: edits.map(([oldText, newText]) => ({ oldText, newText })) })
    const address = `${here.service.url}/v1/artifacts/${made.json.shortId}/edits`
    assert.equal((await send(address, { method: 'POST', headers, body })).status, 200)
    return `${here.service.url}/app/artifacts/${made.json.shortId}/compare?view=rendered`
  }

  const open = async (page: Page, address: string) => {
    await page.goto(address)
    await page.locator('.compared[data-state=shown]').waitFor()
    return (await (await page.$('.compared iframe'))!.contentFrame())!
  }

  /** The words that a frame has marked under a name. */
  const marked = (frame: Frame, name = 'recto-marks') =>
    frame.evaluate(
      highlight => [...CSS.highlights.get(highlight)!].map(range => (range as Range).toString()),
      name,
    )

  /** The words that a frame has put back. */
  const removed = (frame: Frame, which = '') => frame.locator(`del[recto-removed]${which}`).allTextContents()

  const filler = '<p>Nothing happens in this paragraph, which is here to be scrolled over.</p>\n'.repeat(60)
  const plan = `<!doctype html><title>Plan</title><h1>Plan</h1><p>The budget is 42 crowns.</p>
${filler}<table><tr><td>old cell</td></tr></table>${filler}<p id=end>The king has agreed.</p>
<script>document.body.dataset.ran = 'yes'; document.querySelector('h1').textContent = 'Changed'</script>
<img src=x onerror="document.body.dataset.ran = 'yes'">`
  const edits: [string, string][] = [
    ['42', '41'],
    ['old cell', 'new cell'],
    ['The king has agreed.', 'The king has agreed, gladly.'],
  ]

  test('words that came are marked, words that went stand struck through before them, and no script of the author runs', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie, wide)
    const frame = await open(page, await changed(plan, edits))
    assert.deepEqual(await marked(frame), ['41', 'new', ', gladly'])
    assert.deepEqual(await removed(frame), ['42', 'old'])
    assert.equal(await frame.evaluate(() => document.body.dataset.ran), undefined)
    assert.equal(await frame.locator('h1').textContent(), 'Plan')
    await page.getByRole('status').filter({ hasText: '1 of 3 changes, was “42”' }).waitFor()
    await looksRight(page, 'compare-pages')
    assert.deepEqual(
      problems.filter(problem => !/Content Security Policy|sandbox|x:|ERR_|script/i.test(problem)),
      [],
    )
    await close()
  })

  test('buttons and keys go from change to change, also while the page has the focus, and not where letters are off', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const frame = await open(page, await changed(plan, edits))
    const status = page.locator('.change-walk [role=status]')
    const says = (text: string) => status.filter({ hasText: text }).waitFor()
    await says('1 of 3 changes')
    await page.keyboard.press('n')
    await says('2 of 3 changes')
    await frame.waitForFunction(() => scrollY > 300)
    assert.deepEqual(
      [await removed(frame, '[recto-current]'), await marked(frame, 'recto-current')],
      [['old'], ['new']],
    )
    await page.keyboard.press('p')
    await says('1 of 3 changes')
    await page.getByRole('button', { name: 'Previous change (P)' }).click()
    await says('3 of 3 changes')
    await frame.waitForFunction(() => scrollY > 1500)
    await frame.locator('#end').click()
    await page.keyboard.press('p')
    await says('2 of 3 changes')
    await page.evaluate(() => localStorage.setItem('recto-keys', 'off'))
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'Next change (N)' }).click()
    await says('3 of 3 changes')
    await close()
  })

  test('nothing is asked of another server, and a picture from there shows its alternative text', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const asked: string[] = []
    await page.route('https://elsewhere.example/**', route => {
      asked.push(route.request().url())
      return route.fulfill({ body: '' })
    })
    const text = `<!doctype html><title>Plan</title><style>@font-face{font-family:x;src:url(https://elsewhere.example/font)}
p{font-family:x;background:url(https://elsewhere.example/paper)}</style><p>The budget is 42 crowns.</p>
<img alt="The king" src="https://elsewhere.example/king.png">`
    const frame = await open(page, await changed(text, [['42', '41']]))
    await frame.locator('img').evaluate((image: HTMLImageElement) => image.decode().catch(() => undefined))
    await looksRight(page, 'compare-missing-picture')
    assert.deepEqual(asked, [])
    await close()
  })

  test('a page that a script writes is shown as it is, and says that its changes are not marked', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const app = (words: string) =>
      `<!doctype html><title>App</title><div id=app></div><script>document.querySelector('#app').textContent = '${words}'</script>`
    const frame = await open(page, await changed(app('First words'), [['First', 'Second']]))
    await frame.getByText('Second words').waitFor()
    await page.getByText('Words that a script writes are not compared.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Next change (N)' }).count(), 0)
    await looksRight(page, 'compare-scripted')
    await close()
  })

  test('words that went are put back where the page can show them: not into choices, fields or drawings', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const text = `<!doctype html><title>Plan</title><style>del { display: none; position: fixed }</style><p>The budget is 42 crowns.</p>
<table><tr><td>First</td><td>Old cell</td></tr></table><svg><text y=20>Old label here</text></svg><select><option>Old choice here</select><pre>one
two
three</pre>`
    const frame = await open(
      page,
      await changed(text, [
        ['is 42 crowns', 'is crowns'],
        ['Old cell', 'cell'],
        ['Old label', 'label'],
        ['Old choice', 'choice'],
        ['two\n', ''],
      ]),
    )
    assert.deepEqual(await removed(frame), ['42 ', 'Old ', 'two\n'])
    assert.equal(await frame.locator('svg text').textContent(), 'label here')
    assert.equal(await frame.locator('option').textContent(), 'choice here')
    assert.equal(await frame.locator('del').first().isVisible(), true)
    await close()
  })

  test('words that went are struck through whatever the author’s styles and names are', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const text = `<!doctype html><title>Plan</title><style>* { all: unset !important } p del { display: none !important }
h1 { color: transparent; -webkit-text-fill-color: transparent }</style><img name=createElement><form name=adoptedStyleSheets></form>
<h1>Old plan</h1><form><input name=closest><input name=parentElement>Budget of 42 crowns</form><p>Long ${'x'.repeat(500)} word</p>`
    const address = await changed(text, [
      ['Old plan', 'New plan'],
      ['42', '41'],
      ['x'.repeat(500), 'short'],
    ])
    const frame = await open(page, address)
    const looks = await frame.locator('del').evaluateAll(all =>
      all.map(each => {
        const { display, textDecorationLine, color, webkitTextFillColor } = getComputedStyle(each)
        return [display, textDecorationLine, color === webkitTextFillColor]
      }),
    )
    assert.deepEqual(looks, Array(3).fill(['inline', 'line-through', true]))
    assert.ok(await frame.evaluate(() => document.querySelector('p')!.scrollWidth <= innerWidth))
    await close()
  })

  test('a change is scrolled to within a part that scrolls by itself, and what it is folded in opens', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const text = `<!doctype html><title>Plan</title><style>html { scroll-behavior: smooth } body { margin: 0; overflow: hidden }
main { height: 100vh; overflow: auto }</style><main>${filler}<p>The budget is here.</p>${filler}<details><summary>More</summary><p>Old words</p></details></main>`
    const address = await changed(text, [
      ['budget is here', 'budget is not here'],
      ['Old', 'New'],
    ])
    const frame = await open(page, address)
    await page.getByText('1 of 2 changes').waitFor()
    const isInSight = (name: string) =>
      frame.waitForFunction(mark => {
        const [range] = CSS.highlights.get('recto-current') ?? []
        const { top, bottom, height } = (range as Range).getBoundingClientRect()
        return String(range) === mark && height > 0 && top >= 0 && bottom <= innerHeight
      }, name)
    await isInSight('not')
    await page.keyboard.press('n')
    await isInSight('New')
    await close()
  })

  test('keys act once the page is there, and a page that leaves says so and takes no more', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const gate = Promise.withResolvers<void>()
    await page.route('**/content?version=*', async route => {
      await gate.promise
      await route.continue()
    })
    const text = `<!doctype html><title>Plan</title><p>The budget is 42 crowns.</p><p>Nothing changes here.</p><p>Old words</p>`
    const opened = open(
      page,
      await changed(text, [
        ['42', '41'],
        ['Old', 'New'],
      ]),
    )
    await page.locator('.compared iframe').waitFor()
    await page.keyboard.press('n')
    gate.resolve()
    const frame = await opened
    await page.getByText('1 of 2 changes').waitFor()
    await frame.evaluate(() => location.reload())
    const status = page.getByText('This version went to another address.')
    await status.waitFor()
    await page.keyboard.press('n')
    assert.equal(await page.getByRole('button', { name: 'Next change (N)' }).isDisabled(), true)
    assert.equal(await status.count(), 1)
    await close()
  })

  test('a changed formula is marked as a whole; an author’s element that is called as formulas are, is not', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const formula = 'All of $E = mc^2$ holds.\n'
    const ofMarkdown = await open(page, await changed(formula, [['c^2', 'c^3']], 'energy.md'))
    assert.deepEqual(await marked(ofMarkdown), [], 'no highlight reaches every sign of a formula')
    assert.equal(await ofMarkdown.locator('.math').getAttribute('recto-marks'), '')
    const html = '<!doctype html><body class=math><h1>Plan</h1><p>The budget is 42 crowns.'
    const frame = await open(page, await changed(html, [['42', '41']]))
    assert.deepEqual([await removed(frame), await marked(frame)], [['42'], ['41']])
    await close()
  })

  test('Markdown is compared as its page, and the list of contents shifts no mark', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const text = `# Plan\n\n## One\n\nFirst words.\n\n## Two\n\nSecond words.\n\n## Three\n\n## Four\n\nThe end.\n`
    const address = await changed(
      text,
      [
        ['Second', 'Other'],
        ['The end', 'The very end'],
      ],
      'plan.md',
    )
    const frame = await open(page, address)
    assert.deepEqual(await removed(frame), ['Second'])
    assert.deepEqual(await marked(frame), ['Other', 'very'])
    await close()
  })

  test('a phone shows the page with its changes above the versions', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, phone)
    await open(page, await changed(plan, edits))
    await looksRight(page, 'compare-pages-phone')
    await page.getByRole('button', { name: 'Next change (N)' }).click()
    await page.getByText('2 of 3 changes').waitFor()
    await close()
  })
})
