// A page that comes anew opens where its reader was, with the panel they had open, in a real browser.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, panel } from '../support/commenting.ts'
import { multipart, send } from '../support/http.ts'
import { until } from '../support/until.ts'

const part = (number: number) =>
  `<h2 id=part-${number}>Part ${number}</h2>${`<p>Words of part ${number}.</p>`.repeat(12)}<h2 hidden>Hidden</h2>`

const text = (from: number) =>
  `<!doctype html><title>Long</title><h1>Long</h1>${Array.from({ length: 20 - from }, (_, at) => part(at + from)).join('')}`

/** Pixels from the window's top to the heading. */
const above = (page: Page, name: string) =>
  page
    .frameLocator('.page-frame')
    .getByRole('heading', { name, exact: true })
    .evaluate(heading => Math.round(heading.getBoundingClientRect().top))

/** Notes in the shell how far below a heading its reader was when the frame was last asked. */
function notePlaces(): void {
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(heard: (event: MessageEvent) => void) {
      set!.call(this, (event: MessageEvent) => {
        heard.call(this, event)
        if (event.data?.type === 'pong')
          document.documentElement.dataset.below = String(Math.round(event.data.below))
      })
    },
  })
}

/** Waits until the shell has asked once more, and was told of the place a little below a heading. */
async function placeNoted(page: Page): Promise<void> {
  await page.evaluate(() => delete document.documentElement.dataset.below)
  await page.waitForFunction(() => Math.abs(Number(document.documentElement.dataset.below) - 40) < 2)
}

/** The reader scrolls until the heading is a little above the window's top, and the shell has asked for it. */
async function readUpTo(page: Page, name: string): Promise<void> {
  const heading = page.frameLocator('.page-frame').getByRole('heading', { name, exact: true })
  await heading.evaluate(each => scrollTo(0, each.getBoundingClientRect().top + scrollY + 40))
  await placeNoted(page)
}

/** As far above the window's top as then, give or take the part of a pixel. */
async function isAt(page: Page, name: string): Promise<void> {
  await until(`${name} is there`, async () => Math.abs((await above(page, name)) + 40) < 2)
}

describe('the place of a reader', () => {
  const { ground, people, publish, browserOf, open } = commenting()

  async function update(id: string, html: string, fields: Record<string, string> = {}): Promise<void> {
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const form = multipart([...parts, { name: 'file', value: html, filename: 'plan.html' }])
    const headers = {
      ...form.headers,
      authorization: `Bearer ${people.company.owner.key}`,
      'if-match': '"v1"',
    }
    const done = await send(`${ground.service.url}/v1/artifacts/${id}`, {
      method: 'PUT',
      headers,
      body: form.body,
    })
    assert.equal(done.status, 200, done.text)
  }

  test('gives way to a fragment that they name while the page opens', async () => {
    const id = await publish({ visibility: 'company' }, text(3))
    const { page, problems, close } = await browserOf(people.ben.session)
    await page.addInitScript(notePlaces)
    await open(page, id)
    await readUpTo(page, 'Part 12')
    await update(id, text(0))
    await page.addInitScript(() =>
      document.addEventListener('recto:frame', () => location.assign('#part-5'), { once: true }),
    )
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.frameLocator('.page-frame').getByRole('heading', { name: 'Part 0' }).waitFor()
    await page.waitForSelector('[data-state=shown]')
    // The place they had before would be sought before the next answer.
    await page.evaluate(() => delete document.documentElement.dataset.below)
    await page.waitForFunction(() => document.documentElement.dataset.below !== undefined)
    assert.ok(Math.abs(await above(page, 'Part 5')) < 2, `Part 5 is at ${await above(page, 'Part 5')}`)
    assert.deepEqual(problems, [])
    await close()
  })

  test('is kept when a new version is shown, and so is the panel they had open', async () => {
    const id = await publish({ visibility: 'company' }, text(3))
    const { page, problems, close } = await browserOf(people.ben.session)
    await page.addInitScript(notePlaces)
    await open(page, id)
    await page.getByRole('button', { name: 'Comments', exact: true }).click()
    await panel(page).waitFor()
    await readUpTo(page, 'Part 12')
    await update(id, text(0))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.frameLocator('.page-frame').getByRole('heading', { name: 'Part 0' }).waitFor()
    await isAt(page, 'Part 12')
    await panel(page).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('is kept when a new version is shown at once, and by a reload; a link begins at the top', async () => {
    const id = await publish({ visibility: 'company' }, text(3))
    const { page, close } = await browserOf(people.ben.session)
    await page.addInitScript(notePlaces)
    await open(page, id)
    await readUpTo(page, 'Part 9')
    await update(id, text(1), { reload: 'true' })
    await page.frameLocator('.page-frame').getByRole('heading', { name: 'Part 1', exact: true }).waitFor()
    await isAt(page, 'Part 9')
    await placeNoted(page)
    await page.reload()
    await page.waitForSelector('[data-state=shown]')
    await isAt(page, 'Part 9')
    await open(page, id)
    await page.waitForTimeout(1000)
    assert.ok((await above(page, 'Part 1')) > 0)
    await close()
  })
})
