// Threads on diagrams of Markdown in a real browser: pointed at on the drawing, carried by its source, pinned where that is drawn.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, hearsPointer, looksRight, panel } from '../support/commenting.ts'
import { drawn } from '../support/diagrams.ts'
import { send } from '../support/http.ts'
import { until } from '../support/until.ts'

const block = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n\n`
const flow = block('graph LR\n  A[Start] --> B{Good?}\n  B -- yes --> C[Keep]')
const pets = block('pie title Pets\n  "Dogs" : 3\n  "Cats" : 1')
const code = '```js\nconst a = 1\n```\n\n'
const notes = (...parts: string[]) => `# Notes\n\n${parts.join('')}The end.\n`

const bar = (page: Page) => page.getByRole('region', { name: 'Choose a part of the page' })
const drawings = (page: Page) => page.frameLocator('.page-frame').locator('.recto-drawing')
const thread = (page: Page) => panel(page).getByText('Where does it end?')

/** The frame that holds the page. */
const pageFrame = (page: Page) =>
  page.frames().find(each => each !== page.mainFrame() && !each.url().includes('drawing'))!

/** Returns the point of the window at a share of the drawing. */
async function spot(page: Page, nth: number, x: number, y: number) {
  const box = (await drawings(page).nth(nth).boundingBox())!
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

/** Is the thread's pin above the middle of the drawing? A click there opens it. */
async function pinned(page: Page, nth: number, tries = 1): Promise<boolean> {
  for (let tried = 0; tried < tries; tried++) {
    const { x, y } = await spot(page, nth, 0.5, 0.5)
    await page.mouse.click(x + 8, y - 10)
    if (await thread(page).isVisible()) return true
    await page.waitForTimeout(250)
  }
  return false
}

describe('threads on diagrams', () => {
  const { ground, people, publish, browserOf, open } = commenting()
  const headers = () => ({ authorization: `Bearer ${people.company.owner.key}` })
  const first = async (id: string) =>
    (await send(`${ground.service.url}/v1/artifacts/${id}/comments`, { headers: headers() })).json.data[0]
  const update = async (id: string, version: number, text: string) => {
    const body = new FormData()
    body.append('file', new Blob([text]), 'notes.md')
    const answer = await fetch(`${ground.service.url}/v1/artifacts/${id}`, {
      ...{ method: 'PUT', body },
      headers: { ...headers(), 'if-match': `"v${version}"` },
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  const show = async (id: string, count: number) => {
    const opened = await browserOf(people.company.owner.session, { viewport: { width: 1300, height: 2400 } })
    await open(opened.page, id)
    await drawn(pageFrame(opened.page), count)
    return opened
  }

  test('hang on the source that was drawn, and their pins on what is drawn of it in each version', async () => {
    const id = await publish({ visibility: 'company' }, notes(flow, code), 'notes.md')
    const one = await show(id, 1)
    await one.page.locator('[data-comments-button]').focus()
    await one.page.keyboard.press('e')
    const words = 'Point of Diagram “graph LR A[Start] --> B{Good?} B -- yes --> C[Keep]”'
    await hearsPointer(one.page)
    const middle = await spot(one.page, 0, 0.5, 0.5)
    await one.page.mouse.move(middle.x, middle.y)
    await bar(one.page).getByText('Diagram “graph LR').waitFor()
    await one.page.mouse.click(middle.x, middle.y)
    await one.page.getByLabel(`Comment on ${words}`).fill('Where does it end?')
    await one.page.keyboard.press('Control+Enter')
    await panel(one.page).getByText(words, { exact: true }).waitFor()
    await looksRight(one.page, 'diagram-pin')
    const { anchor, element } = await first(id)
    assert.equal(anchor.cssPath, 'body > pre:nth-of-type(1)')
    assert.equal(element.language, 'mermaid')
    await one.page.keyboard.press('Escape')
    await one.page.locator('[data-comments-button]').focus()
    await one.page.keyboard.press('e')
    await hearsPointer(one.page)
    const plain = (await one.page.frameLocator('.page-frame').getByText('const a = 1').boundingBox())!
    await one.page.mouse.move(plain.x + 20, plain.y + 8)
    await bar(one.page).getByText('Code “const a = 1”').waitFor()
    await one.page.mouse.click(plain.x + 20, plain.y + 8)
    await one.page.getByLabel('Comment on Code “const a = 1”').fill('A better name?')
    await one.page.keyboard.press('Control+Enter')
    await panel(one.page).getByText('Code “const a = 1”', { exact: true }).waitFor()
    assert.deepEqual(one.problems, [])
    await one.close()

    await update(id, 1, notes(pets, code, flow.replace('Keep', 'Keep it')))
    const two = await show(id, 2)
    assert.equal(await pinned(two.page, 0, 4), false)
    await until('the pin is there', () => pinned(two.page, 1))
    await looksRight(two.page, 'diagram-followed')
    assert.equal((await first(id)).anchorState, 'changed')
    await two.close()

    await update(id, 2, notes(pets, code))
    const three = await show(id, 1)
    assert.equal(await pinned(three.page, 0, 4), false)
    await three.page.locator('[data-comments-button]').click()
    const lost = panel(three.page)
      .getByRole('article')
      .filter({ hasText: /Not found in this version\./ })
    await lost.getByText(/^Point of Diagram “graph LR/).waitFor()
    await three.close()
  })
})
