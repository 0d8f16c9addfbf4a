// Comments on elements, points and regions, in a real browser: pointed at in the frame, written in the shell, pinned, and carried along.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices, type Frame, type Page } from 'playwright-core'
import { commenting, hearsPointer, looksRight, openFilters, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'

const phone = { ...devices['Pixel 7'] }

const chart =
  '<svg width="300" height="150" viewBox="0 0 300 150"><title>Revenue by month</title><rect width="300" height="150" fill="#cde"/><rect x="40" y="60" width="60" height="90" fill="#246"/></svg>'
const report = `<!doctype html><html lang="en"><title>Report</title><body><h1>The report</h1>
<p>First we look at <b>money</b>.</p>${chart}<table><caption>Costs</caption><tr><td>Rent<td>42</table><a href="https://example.com/">Elsewhere</a></body></html>`

const frameOf = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

const bar = (page: Page) => page.getByRole('region', { name: 'Choose a part of the page' })

/** The buttons of the bar stand apart within it; how many rows they make. */
async function rowsOfButtons(page: Page): Promise<number> {
  const around = (await bar(page).boundingBox())!
  const buttons = await bar(page).getByRole('button').all()
  const boxes = await Promise.all(buttons.map(async button => (await button.boundingBox())!))
  for (const [at, box] of boxes.entries()) {
    const isWithin = box.x >= around.x && box.x + box.width <= around.x + around.width
    assert.ok(isWithin, `button ${at} leaves the bar`)
    for (const other of boxes.slice(at + 1)) {
      const across = Math.max(other.x - box.x - box.width, box.x - other.x - other.width)
      const down = Math.max(other.y - box.y - box.height, box.y - other.y - other.height)
      assert.ok(Math.max(across, down) >= 4, `${JSON.stringify(box)} and ${JSON.stringify(other)} touch`)
    }
  }
  assert.equal(new Set(boxes.map(({ height }) => height)).size, 1, 'buttons of one height')
  return new Set(boxes.map(({ y }) => Math.round(y))).size
}

/** Returns the point of the window at a share of the element. */
async function spot(page: Page, selector: string, x: number, y: number) {
  const box = (await page.frameLocator('iframe').locator(selector).boundingBox())!
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

/** Waits until a pin of ours is what the page has there. */
async function pinAt(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.locator('iframe').boundingBox())!
  await frameOf(page).waitForFunction(
    ([left, top]) => document.elementFromPoint(left, top)?.localName === 'recto-layer',
    [x - box.x, y - box.y] as const,
  )
}

interface Anchored {
  anchor: { cssPath: string; point?: { x: number; y: number }; region?: Record<string, number> }
  anchorState: string
  element: { tag: string; text: string }
}

describe('comments on parts of a page', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()
  const company = { visibility: 'company' }
  const threads = async (id: string): Promise<Anchored[]> => {
    const headers = { authorization: `Bearer ${people.company.owner.key}` }
    const answer = await send(`${ground.service.url}/v1/artifacts/${id}/comments`, { headers })
    return answer.json.data
  }
  /** Sends what stands in the composer, and waits until it is there. */
  const say = async (page: Page, label: string, words: string) => {
    await page.getByLabel(label).fill(words)
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText(words).waitFor()
  }

  test('a point and a region of a chart are clicked and dragged, and what was chosen is said before writing', async () => {
    const id = await publish(company, report)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.keyboard.press('Tab')
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    await hearsPointer(page)
    const peak = await spot(page, 'svg', 0.25, 0.5)
    await page.mouse.move(peak.x, peak.y)
    await bar(page).getByText('Chart “Revenue by month”').waitFor()
    assert.equal(await rowsOfButtons(page), 1)
    await looksRight(page, 'picking-hover')
    await page.mouse.click(peak.x, peak.y)
    await say(page, 'Comment on Point of Chart “Revenue by month”', 'Why this peak?')
    await panel(page).getByText('Point of Chart “Revenue by month”', { exact: true }).waitFor()
    await openFilters(page)
    await panel(page).getByRole('button', { name: 'Comment on an area' }).click()
    await hearsPointer(page)
    const [from, to] = [await spot(page, 'svg', 0.5, 0.2), await spot(page, 'svg', 0.9, 0.8)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
    await page.mouse.move(to.x, to.y)
    await looksRight(page, 'picking-drag')
    await page.mouse.up()
    await say(page, 'Comment on Area of Chart “Revenue by month”', 'Empty here.')
    await looksRight(page, 'picking-pins')
    const [point, region] = await threads(id)
    assert.deepEqual(
      [point!.anchor.cssPath, point!.anchorState, point!.element],
      ['body > svg:nth-of-type(1)', 'anchored', { tag: 'svg', text: 'Revenue by month' }],
    )
    const near = (value: number | undefined, wanted: number) => Math.abs(value! - wanted) < 0.02
    assert.ok(near(point!.anchor.point!.x, 0.25) && near(point!.anchor.point!.y, 0.5), JSON.stringify(point))
    const { x, y, width, height } = region!.anchor.region!
    assert.ok(near(x, 0.5) && near(y, 0.2) && near(width, 0.4) && near(height, 0.6), JSON.stringify(region))
    assert.deepEqual(problems, [])
    await close()
  })

  test('a pin opens its thread, the thread shows its pin, and another person sees both at once', async () => {
    const id = await publish(
      company,
      report.replace('<h1>', '<h1>').replace('<table>', '<div style="height:2000px"></div><table>'),
    )
    const ana = await browserOf(people.company.owner.session)
    const ben = await browserOf(people.ben.session)
    await open(ana.page, id)
    await open(ben.page, id)
    const anchor = { cssPath: 'body > svg', point: { x: 0.25, y: 0.5 } }
    await post(`/v1/artifacts/${id}/comments`, { body: 'This peak?', anchor })
    await post(`/v1/artifacts/${id}/comments`, { body: 'All of it', anchor: { cssPath: 'body > table' } })
    await ana.page.locator('[data-comments-count]').getByText('2').waitFor()
    // The pin stands above the point.
    const pin = await spot(ana.page, 'svg', 0.25, 0.5)
    await pinAt(ana.page, pin.x + 8, pin.y - 10)
    await ana.page.mouse.click(pin.x + 8, pin.y - 10)
    await panel(ana.page).getByText('This peak?').waitFor()
    await ana.page.waitForFunction(() => document.activeElement?.id.startsWith('comment-'))
    await looksRight(ana.page, 'picking-opened')
    await panel(ana.page)
      .getByRole('article')
      .filter({ hasText: 'All of it' })
      .getByText('Table “Costs”')
      .waitFor()
    await panel(ana.page).locator('.passage').nth(1).click()
    await frameOf(ana.page).waitForFunction(() => scrollY > 500)
    await looksRight(ana.page, 'picking-shown')
    assert.deepEqual([...ana.problems, ...ben.problems], [])
    await ana.close()
    await ben.close()
  })

  test('by keyboard alone an element is found, taken and written about, and Escape goes back', async () => {
    const id = await publish(company, report)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    await bar(page)
      .getByText(/Chart|Paragraph|Heading|Table/)
      .waitFor()
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
    await bar(page).getByText('Heading “The report”').waitFor()
    await page.keyboard.press('ArrowRight')
    await bar(page).getByText('Paragraph “First we look at money.”').waitFor()
    await page.keyboard.press('ArrowDown')
    await bar(page).getByText('Element “money”').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-comments-button'))
    await page.keyboard.press('e')
    await bar(page)
      .getByText(/Chart|Paragraph|Heading|Table/)
      .waitFor()
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
    await bar(page).getByText('Heading “The report”').waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Comment on Heading “The report”').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('A better title?')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText('Heading “The report”', { exact: true }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('on a phone a tap outlines and the bar confirms', async () => {
    const id = await publish(company, report)
    const { page, close, problems } = await browserOf(people.company.owner.session, phone)
    await open(page, id)
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Area' }).tap()
    await hearsPointer(page)
    const { x, y } = await spot(page, 'svg', 0.5, 0.5)
    await page.touchscreen.tap(x, y)
    await bar(page).getByText('Point of Chart “Revenue by month”').waitFor()
    assert.equal(await page.locator('textarea').count(), 0)
    assert.ok((await rowsOfButtons(page)) <= 3)
    await looksRight(page, 'picking-phone')
    await bar(page).getByRole('button', { name: 'Comment here' }).tap()
    await page.getByLabel('Comment on Point of Chart “Revenue by month”').waitFor()
    await looksRight(page, 'picking-phone-composer')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a thread whose element is gone says so, and is hung on another by hand', async () => {
    const id = await publish(company, report)
    await post(`/v1/artifacts/${id}/comments`, { body: 'Too high', anchor: { cssPath: 'body > table' } })
    const headers = {
      authorization: `Bearer ${people.company.owner.key}`,
      'content-type': 'application/json',
    }
    const edits = [{ oldText: '<table><caption>Costs</caption><tr><td>Rent<td>42</table>', newText: '' }]
    const sent = {
      method: 'POST',
      body: JSON.stringify({ edits }),
      headers: { ...headers, 'if-match': '"v1"' },
    }
    assert.equal((await send(`${ground.service.url}/v1/artifacts/${id}/edits`, sent)).status, 200)
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.locator('[data-comments-button]').click()
    await panel(page).getByText('Table “Costs”', { exact: true }).waitFor()
    await panel(page).getByText('Not found in this version. Written on version 1.').waitFor()
    await panel(page).getByRole('button', { name: 'Choose a new place' }).click()
    await hearsPointer(page)
    const { x, y } = await spot(page, 'p', 0.1, 0.5)
    await page.mouse.move(x, y)
    await bar(page).getByText('Paragraph “First we look at money.”').waitFor()
    const [around, beside] = [(await bar(page).boundingBox())!, (await panel(page).boundingBox())!]
    assert.ok(around.x >= 0 && around.x + around.width <= beside.x, 'the bar covers the comments')
    assert.equal(await rowsOfButtons(page), 1)
    await looksRight(page, 'picking-attach')
    await page.mouse.click(x, y)
    await panel(page).getByText('Paragraph “First we look at money.”', { exact: true }).waitFor()
    assert.equal((await threads(id))[0]!.anchorState, 'anchored')
    await close()
  })
})
