// The source view in a real browser: lines that addresses name are marked and in sight, with script and without.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { devices, type Page } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import type { Company } from '../support/people.ts'
import { until } from '../support/until.ts'

const paragraph = (number: number) =>
  `<p class="n${number}">The paragraph ${number} & what it <em>says</em>.</p>\n`
const textOf = (paragraphs: number) =>
  `<!doctype html>\n<title>Long</title>\n${Array.from({ length: paragraphs }, (_, at) => paragraph(at + 3)).join('')}`

describe('the source view', () => {
  const here = browsing()
  let company: Company
  let path: string

  before(async () => {
    company = await here.service.organization()
    path = await publish({ text: textOf(300) })
  })

  async function publish(file: { text: string; name?: string }): Promise<string> {
    const { json } = await here.publish(company.owner.key, { visibility: 'company' }, file)
    return `${here.service.url}/${(json as { shortId: string }).shortId}`
  }

  const marked = (page: Page) =>
    page.locator('.source .marked').evaluateAll(lines => lines.map(line => line.id))
  /** The browser scrolls once it has laid out the lines. */
  const inSight = async (page: Page, id: string) => {
    const isSeen = (line: Element) => {
      const { top, bottom } = line.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }
    await until(`${id} is in sight`, () => page.locator(`#${id}`).evaluate(isSeen))
  }

  test('is led to from the menu of the page, and back', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(path)
    await page.waitForSelector('[data-state=shown]')
    await page.click('[popovertarget=more]')
    await page.getByRole('link', { name: 'View source' }).click()
    await page.waitForURL('**/source')
    assert.equal(await page.locator('#L1 code').innerText(), '<!doctype html>')
    assert.equal(await page.locator('#L302 code').textContent(), paragraph(302).trim())
    await page.getByRole('link', { name: 'Open page' }).click()
    await page.waitForSelector('[data-state=shown]')
    assert.deepEqual(problems, [])
    await close()
  })

  test('marks the lines of its address and brings them in sight, and clicks write such addresses', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${path}/source#L120-L124`)
    await page.waitForSelector('.source .marked')
    assert.deepEqual(await marked(page), ['L120', 'L121', 'L122', 'L123', 'L124'])
    await inSight(page, 'L120')
    await looksRight(page, 'source-lines')
    await page.click('#L122 > a')
    await page.waitForURL(/#L122$/)
    await page.click('#L119 > a', { modifiers: ['Shift'] })
    await page.waitForURL(/#L119-L122$/)
    assert.deepEqual(await marked(page), ['L119', 'L120', 'L121', 'L122'])
    await page.waitForFunction(() => /Lines 119 to 122/.test(document.querySelector('#status')!.textContent!))
    await close()
  })

  test('is whole without script: the line of the address is marked and in sight', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, {
      ...devices['Pixel 7'],
      colorScheme: 'dark',
      javaScriptEnabled: false,
    })
    await page.goto(`${path}/source#L200`)
    assert.ok(await page.locator('#L200:target').count())
    await inSight(page, 'L200')
    await page.locator('#L1').scrollIntoViewIfNeeded()
    await close()
  })

  test('of a phone in the dark is no wider than its window', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie, {
      ...devices['Pixel 7'],
      colorScheme: 'dark',
    })
    await page.goto(`${await publish({ text: textOf(30) })}/source#L20`)
    await page.waitForSelector('.source .marked')
    await looksRight(page, 'source-lines-phone')
    await close()
  })

  test('of a long file shows its beginning, says so, and offers the file', async () => {
    const long = {
      name: 'long.md',
      text: `# Long\n\n${'A line of a long file that goes on.\n'.repeat(40_000)}`,
    }
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${await publish(long)}/source`)
    assert.match(await page.innerText('.notice-line >> nth=0'), /Only the first/)
    assert.equal(await page.locator('.source li').count(), 10_001)
    assert.ok(await page.getByRole('link', { name: 'Download' }).isVisible())
    await close()
  })

  test('answers strangers with the one page for what is missing', async () => {
    const { page, close } = await here.signedIn(null)
    const answer = await page.goto(`${path}/source`)
    assert.equal(answer!.status(), 404)
    const nothing = await page.request.get(`${here.service.url}/zzzzzzzzzz/source`)
    assert.equal(await nothing.text(), await answer!.text())
    await close()
  })
})
