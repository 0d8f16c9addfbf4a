// Threads on what only a page's own script makes: pinned where it still says what it said, and nowhere where nobody can tell.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { commenting, hearsPointer, looksRight, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { until } from '../support/until.ts'

const report = `<!doctype html><html lang="en"><title>Made</title><body><h1>Sales</h1><div id="charts"></div>
<script>
  for (const name of ['March', 'April']) {
    const card = document.createElement('div')
    card.innerHTML = '<p>Sales of ' + name + '</p><canvas width="200" height="80" style="border:1px solid"></canvas>'
    charts.append(card)
  }
</script>`

const bar = (page: Page) => page.getByRole('region', { name: 'Choose a part of the page' })
const frameOf = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

/** The middle of the element, in the window. */
async function middle(page: Page, selector: string) {
  const { x, y, width, height } = (await page
    .frameLocator('.page-frame')
    .locator(selector)
    .first()
    .boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

describe('threads on what a script makes', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()
  const threads = async (id: string) => {
    const headers = { authorization: `Bearer ${people.company.owner.key}` }
    return (await send(`${ground.service.url}/v1/artifacts/${id}/comments`, { headers })).json.data
  }

  /** Points at the element and writes about it. */
  async function write(page: Page, selector: string, label: string, words: string) {
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    await hearsPointer(page)
    const { x, y } = await middle(page, selector)
    await page.mouse.move(x, y)
    await bar(page).getByText(label.replace('Point of ', ''), { exact: true }).waitFor()
    await page.mouse.click(x, y)
    await page.getByLabel(`Comment on ${label}`).fill(words)
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText(words).waitFor()
  }

  const show = (page: Page, words: string) =>
    panel(page).getByRole('article').filter({ hasText: words }).locator('.passage').click()
  /** A click on the upper right corner of the element opens the thread of its pin. */
  async function pinned(page: Page, selector: string, words: string, tries = 1): Promise<boolean> {
    const opened = panel(page).getByRole('article').filter({ hasText: words })
    for (let tried = 0; tried < tries; tried++) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const box = (await page.frameLocator('.page-frame').locator(selector).first().boundingBox())!
      await page.mouse.click(box.x + box.width - 13, box.y + 13)
      await page.waitForTimeout(250)
      if (await opened.evaluate(node => node.contains(document.activeElement))) return true
    }
    return false
  }

  test('stay on it when a script puts something before it, and say so when it is not there', async () => {
    const id = await publish({ visibility: 'company' }, report)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await frameOf(page).waitForSelector('#charts > div:nth-child(2)')
    await write(page, '#charts p', 'Paragraph “Sales of March”', 'Which March?')
    await write(page, '#charts canvas', 'Point of Chart', 'This peak?')
    const [words, drawing] = await threads(id)
    assert.deepEqual(words.anchor.element, { tag: 'p', text: 'Sales of March', alike: 1 })
    assert.deepEqual(drawing.anchor.element, { tag: 'canvas', text: '', alike: 2 })
    assert.deepEqual([words.element, words.current], [{ tag: 'p', text: 'Sales of March' }, undefined])
    await until('the pin is there', () => pinned(page, '#charts p >> nth=0', 'Which March?'))
    await looksRight(page, 'made-pins')

    await frameOf(page).evaluate(() => {
      const card = document.createElement('div')
      card.innerHTML = '<p>Sales of February</p><canvas width="200" height="80"></canvas>'
      document.querySelector('#charts')!.prepend(card)
    })
    await until('the pin is there', () => pinned(page, '#charts > div:nth-child(2) > p', 'Which March?'))
    assert.equal(await pinned(page, '#charts > div:nth-child(1) > p', 'Which March?', 3), false)
    await show(page, 'This peak?')
    await page.getByText('Not found on the page as shown').waitFor()
    await looksRight(page, 'made-gone')

    await frameOf(page).evaluate(() => {
      document.querySelector('#charts > div')!.remove()
      document.querySelector('#charts p')!.textContent = 'Costs of March'
    })
    await page.waitForTimeout(800)
    await show(page, 'Which March?')
    await page.getByText('Not found on the page as shown').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })
  test('named by their path alone are pinned in the version they were written for, and in no later one', async () => {
    const id = await publish({ visibility: 'company' }, report)
    const anchor = { cssPath: '#charts > div:nth-of-type(1) > p' }
    await post(`/v1/artifacts/${id}/comments`, { body: 'Which March?', anchor })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.locator('[data-comments-button]').click()
    await until('the pin is there', () => pinned(page, '#charts p >> nth=0', 'Which March?'))

    const next = report.replace("['March', 'April']", "['February', 'March', 'April']")
    const body = new FormData()
    body.set('file', new Blob([next]), 'made.html')
    const headers = { authorization: `Bearer ${people.company.owner.key}`, 'If-Match': '"v1"' }
    const saved = await fetch(`${ground.service.url}/v1/artifacts/${id}`, { method: 'PUT', headers, body })
    assert.equal(saved.status, 200)
    assert.equal((await threads(id))[0].anchorState, 'changed')
    await open(page, id)
    await frameOf(page).waitForSelector('#charts > div:nth-child(3)')
    await page.locator('[data-comments-button]').click()
    await show(page, 'Which March?')
    await page.getByText('Not found on the page as shown').waitFor()
    assert.equal(await pinned(page, '#charts p >> nth=0', 'Which March?', 3), false)
    await close()
  })
})
