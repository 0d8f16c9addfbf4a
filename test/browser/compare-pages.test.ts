// Two versions of a page beside each other in a real browser: what is marked, walked, scrolled, and kept from running.
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
    await page.waitForSelector('[data-compare][data-state="shown"]')
    return Promise.all(
      ['from', 'to'].map(async side => (await page.$(`.compared-${side} iframe`))!.contentFrame()),
    ) as Promise<[Frame, Frame]>
  }

  /** The words that a frame has marked under a name. */
  const marked = (frame: Frame, name = 'recto-marks') =>
    frame.evaluate(
      highlight => [...CSS.highlights.get(highlight)!].map(range => (range as Range).toString()),
      name,
    )

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

  test('removed words are marked in the old version, added ones in the new, and the author’s scripts do not run', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie, wide)
    const [from, to] = await open(page, await changed(plan, edits))
    assert.deepEqual(await marked(from), ['42', 'old'])
    assert.deepEqual(await marked(to), ['41', 'new', ', gladly'])
    for (const frame of [from, to]) {
      assert.equal(await frame.evaluate(() => document.body.dataset.ran), undefined)
      assert.equal(await frame.locator('h1').textContent(), 'Plan')
    }
    await page.getByText('1 of 3 changes · was “42”').waitFor()
    await looksRight(page, 'compare-pages')
    assert.deepEqual(
      problems.filter(problem => !/Content Security Policy|sandbox|x:|ERR_|script/i.test(problem)),
      [],
    )
    await close()
  })

  test('buttons and keys go from change to change in both, and scrolling one moves the other abreast', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const [from, to] = await open(page, await changed(plan, edits))
    /** Frames that are hidden draw nothing, so that no wait for the next drawing ends in them. */
    const hidden = (holds: () => boolean) => from.waitForFunction(holds, undefined, { polling: 50 })
    const status = page.locator('[data-compare-status]')
    const words = async () => [await marked(from, 'recto-current'), await marked(to, 'recto-current')]
    const says = (text: string) => status.filter({ hasText: text }).waitFor()
    await says('1 of 3 changes')
    await page.keyboard.press('n')
    await says('2 of 3 changes')
    await to.waitForFunction(() => scrollY > 300)
    await hidden(() => scrollY > 300)
    assert.deepEqual(await words(), [['old'], ['new']])
    await page.keyboard.press('p')
    await says('1 of 3 changes')
    await page.getByRole('button', { name: 'Previous change (P)' }).click()
    await says('3 of 3 changes')
    await to.waitForFunction(() => scrollY > 1500)
    await hidden(() => scrollY > 1500)
    await from.evaluate(() => scrollTo(0, 0))
    await to.waitForFunction(() => scrollY < 10)
    await to.evaluate(() => scrollTo(0, 900))
    await hidden(() => Math.abs(scrollY - 900) < 60)
    await close()
  })

  test('a changed formula is marked as a whole; an author’s element that is called as formulas are, is not', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, wide)
    const formula = 'All of $E = mc^2$ holds.\n'
    const ofMarkdown = await open(page, await changed(formula, [['c^2', 'c^3']], 'energy.md'))
    for (const frame of ofMarkdown) {
      assert.deepEqual(await marked(frame), [], 'no highlight reaches every sign of a formula')
      assert.equal(await frame.locator('.math').getAttribute('recto-marks'), '')
    }
    const html = '<!doctype html><body class=math><h1>Plan</h1><p>The budget is 42 crowns.'
    const [from, to] = await open(page, await changed(html, [['42', '41']]))
    assert.deepEqual([await marked(from), await marked(to)], [['42'], ['41']])
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
    const [from, to] = await open(page, address)
    assert.deepEqual(await marked(from), ['Second'])
    assert.deepEqual(await marked(to), ['Other', 'very'])
    await close()
  })

  test('one version is seen at a time, and a phone switches between them too', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, phone)
    await open(page, await changed(plan, edits))
    const old = page.locator('.compared-from iframe')
    assert.equal(await old.isVisible(), false)
    await looksRight(page, 'compare-pages-phone')
    await page.getByRole('button', { name: 'v1', exact: true }).click()
    await old.waitFor()
    await page.getByRole('button', { name: 'Next change (N)' }).click()
    await page.getByText('2 of 3 changes').waitFor()
    await close()
  })

  test('without a script the source shows what changed', async () => {
    const options = { ...wide, javaScriptEnabled: false }
    const { page, close } = await here.signedIn(company.owner.session.cookie, options)
    await page.goto(await changed(plan, edits))
    await page.getByRole('link', { name: 'See what changed in the source' }).click()
    await page.locator('ins', { hasText: '41' }).waitFor()
    await close()
  })
})
