// Points and regions of pictures without a pointer: placed by key, drawn by finger, and opened again by their pins.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CDPSession, devices, type Page } from 'playwright-core'
import { commenting, hearsPointer, looksRight, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { until } from '../support/until.ts'

const phone = { ...devices['Pixel 7'] }

const chart = (height: number) =>
  `<svg width="300" height="${height}" viewBox="0 0 300 150"><title>Revenue by month</title><rect width="300" height="150" fill="#cde"/><rect x="40" y="60" width="60" height="90" fill="#246"/></svg>`
const report = (height = 150) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Report</title><body><h1>The report</h1>${chart(height)}<p>First we look at money.</p><div style="height:2000px"></div></body></html>`

const bar = (page: Page) => page.getByRole('region', { name: 'Choose a part of the page' })

const frameOf = (page: Page) => page.frames().find(each => each !== page.mainFrame())!

/** Returns the point of the window at a share of the picture. */
async function spot(page: Page, x: number, y: number) {
  const box = (await page.frameLocator('iframe').locator('svg').boundingBox())!
  return { x: Math.round(box.x + x * box.width), y: Math.round(box.y + y * box.height) }
}

type Place = { x: number; y: number }

/** One finger, as the browser hears it. */
async function drag(cdp: CDPSession, from: Place, to: Place): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove', { x, y }: Place) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y, id: 1 }] })
  await touch('touchStart', from)
  for (let part = 1; part <= 10; part++)
    await touch('touchMove', {
      x: from.x + ((to.x - from.x) * part) / 10,
      y: from.y + ((to.y - from.y) * part) / 10,
    })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const near = (value: number | undefined, wanted: number): boolean => Math.abs(value! - wanted) < 0.03

interface Anchor {
  point?: Place
  region?: Place & { width: number; height: number }
}

describe('points and regions without a mouse', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()
  const company = { visibility: 'company' }
  const anchors = async (id: string): Promise<Anchor[]> => {
    const headers = { authorization: `Bearer ${people.company.owner.key}` }
    const answer = await send(`${ground.service.url}/v1/artifacts/${id}/comments`, { headers })
    return answer.json.data.map(({ anchor }: { anchor: Anchor }) => anchor)
  }
  /** Opens the page with the chart outlined by key. */
  const atChart = async (page: Page, id: string) => {
    await open(page, id)
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    await bar(page)
      .getByText(/Chart|Paragraph|Heading|Element/)
      .waitFor()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
    await bar(page).getByText('Heading “The report”').waitFor()
    await page.keyboard.press('ArrowRight')
    await bar(page).getByText('Chart “Revenue by month”', { exact: true }).waitFor()
  }
  const say = async (page: Page, label: RegExp, words: string) => {
    await page.getByLabel(label).fill(words)
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText(words).waitFor()
  }

  test('by keyboard a cross is moved over a picture, said in per cent, and taken', async () => {
    const id = await publish(company, report())
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await atChart(page, id)
    await looksRight(page, 'spots-picture')
    await page.keyboard.press('p')
    await bar(page).getByText('Point of Chart “Revenue by month”, 50 % across, 50 % down').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowDown')
    const words = bar(page).getByRole('status')
    await words.getByText('63 % across, 41 % down').waitFor()
    await looksRight(page, 'spots-point')
    await page.keyboard.press('Enter')
    await say(page, /Comment on Point of Chart/, 'Why this peak?')
    assert.deepEqual((await anchors(id))[0]!.point, { x: 0.63, y: 0.41 })
    assert.deepEqual(problems, [])
    await close()
  })

  test('by keyboard a region is sized from a corner, and Escape goes back a step at a time', async () => {
    const id = await publish(company, report())
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await atChart(page, id)
    await page.keyboard.press('p')
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowUp'])
      await page.keyboard.press(`Shift+${key}`)
    await bar(page).getByText('30 % across, 20 % down').waitFor()
    await page.keyboard.press('r')
    await bar(page)
      .getByText('Area of Chart “Revenue by month”, 30 to 40 % across, 20 to 30 % down')
      .waitFor()
    await page.keyboard.press('Escape')
    await bar(page).getByText('Point of Chart “Revenue by month”, 30 % across, 20 % down').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).getByText('Chart “Revenue by month”', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('e')
    await bar(page)
      .getByText(/Chart|Heading/)
      .waitFor()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
    await bar(page).getByText('Heading “The report”').waitFor()
    await page.keyboard.press('ArrowRight')
    await bar(page).getByText('Chart “Revenue by month”', { exact: true }).waitFor()
    await page.keyboard.press('r')
    for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowUp')
    await bar(page).getByText('50 to 80 % across, 50 to 59 % down').waitFor()
    await looksRight(page, 'spots-region')
    await bar(page).getByRole('button', { name: 'Down' }).click()
    await bar(page).getByText('50 to 80 % across, 50 to 60 % down').waitFor()
    await bar(page).getByRole('button', { name: 'Comment here' }).press('Enter')
    await say(page, /Comment on Area of Chart/, 'Empty here.')
    assert.deepEqual((await anchors(id))[0]!.region, { x: 0.5, y: 0.5, width: 0.3, height: 0.1 })
    assert.deepEqual(problems, [])
    await close()
  })

  test('a picture taller than the window scrolls with the cross', async () => {
    const id = await publish(company, report(1600))
    const { page, close } = await browserOf(people.company.owner.session)
    await atChart(page, id)
    await page.keyboard.press('p')
    for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowDown')
    await bar(page).getByText('50 % across, 90 % down').waitFor()
    await frameOf(page).waitForFunction(() => {
      const { top, height } = document.querySelector('svg')!.getBoundingClientRect()
      return top + 0.9 * height > 0 && top + 0.9 * height < innerHeight
    })
    await close()
  })

  test('a finger draws a region on a picture, a second try replaces it, and elsewhere it scrolls', async () => {
    const id = await publish(company, report())
    const { page, close, problems } = await browserOf(people.company.owner.session, phone)
    await open(page, id)
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Area' }).tap()
    await hearsPointer(page)
    const cdp = await page.context().newCDPSession(page)
    await drag(cdp, await spot(page, 0.1, 0.9), await spot(page, 0.3, 0.2))
    await bar(page).getByText('Area of Chart “Revenue by month”').waitFor()
    await drag(cdp, await spot(page, 0.2, 0.2), await spot(page, 0.8, 0.7))
    await bar(page)
      .getByText(/Area .* to 80 % across/)
      .waitFor()
    assert.equal(await frameOf(page).evaluate(() => scrollY), 0)
    await looksRight(page, 'spots-finger')
    const words = (await page.frameLocator('iframe').locator('p').boundingBox())!
    await drag(cdp, { x: 100, y: words.y + 200 }, { x: 100, y: words.y })
    await frameOf(page).waitForFunction(() => scrollY > 50)
    await bar(page).getByText('Area of Chart “Revenue by month”').waitFor()
    await bar(page).getByRole('button', { name: 'Comment here' }).tap()
    await say(page, /Comment on Area of Chart/, 'This part.')
    const { x, y, width, height } = (await anchors(id))[0]!.region!
    assert.ok(
      near(x, 0.2) && near(y, 0.2) && near(width, 0.6) && near(height, 0.5),
      JSON.stringify({ x, y, width, height }),
    )
    assert.deepEqual(problems, [])
    await close()
  })

  test('what a finger drew is sized by button, and Cancel leaves without a word', async () => {
    const id = await publish(company, report())
    const { page, close } = await browserOf(people.company.owner.session, phone)
    await open(page, id)
    await page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Area' }).tap()
    await hearsPointer(page)
    const { x, y } = await spot(page, 0.5, 0.5)
    await page.touchscreen.tap(x, y)
    await bar(page).getByText('Point of Chart “Revenue by month”, 50 % across').waitFor()
    await bar(page).getByRole('button', { name: 'Area' }).tap()
    await bar(page).getByText('50 to 60 % across, 50 to 60 % down').waitFor()
    await bar(page).getByRole('button', { name: 'Left' }).tap()
    await bar(page).getByText('50 to 59 % across').waitFor()
    await looksRight(page, 'spots-phone')
    await bar(page).getByRole('button', { name: 'Back' }).tap()
    await bar(page).getByText('Point of Chart').waitFor()
    await bar(page).getByRole('button', { name: 'Back' }).tap()
    await bar(page).getByRole('button', { name: 'Cancel' }).tap()
    await bar(page).waitFor({ state: 'hidden' })
    assert.deepEqual(await anchors(id), [])
    await close()
  })

  test('the pin of a region opens its thread, and pins that lie together are one that opens them in turn', async () => {
    const id = await publish(company, report())
    const region = { x: 0.5, y: 0.2, width: 0.4, height: 0.5 }
    const point = { x: 0.2, y: 0.5 }
    for (const [body, part] of [
      ['This region', { region }],
      ['First here', { point }],
      ['Second here', { point }],
    ] as const)
      await post(`/v1/artifacts/${id}/comments`, { body, anchor: { cssPath: 'body > svg', ...part } })
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await frameOf(page).waitForSelector('recto-layer', { state: 'attached' })
    const current = (words: string) =>
      panel(page).locator('article.thread[aria-current]').filter({ hasText: words })
    const click = async (at: Place, dx: number, dy: number, words: string) => {
      await until(`the thread ${words} is opened`, async () => {
        await page.mouse.click(at.x + dx, at.y + dy)
        await page.waitForTimeout(250)
        return current(words).isVisible()
      })
    }
    const once = async (at: Place, dx: number, dy: number, words: string) => {
      await page.mouse.click(at.x + dx, at.y + dy)
      await current(words).waitFor()
    }
    // At its upper right corner, within it.
    await click(await spot(page, 0.9, 0.2), -13, 13, 'This region')
    const at = await spot(page, 0.2, 0.5)
    await once(at, 10, -12, 'First here')
    await once(at, 10, -12, 'Second here')
    await once(at, 10, -12, 'First here')
    await looksRight(page, 'spots-pins')
    assert.deepEqual(problems, [])
    await close()
  })
})
