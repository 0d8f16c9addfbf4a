// Frames within a page, in a real browser: the comment tools say that words there can't be selected, and take the frame as a whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, hearsPointer, looksRight, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'

const framed = `<!doctype html><html lang="en"><title>Framed</title><body><h1>Around it</h1>
<iframe title="Sales" width="300" height="150" srcdoc="<p>Inner words of the frame</p>"></iframe>
<p>Words below it</p></body></html>`

const why = 'Words inside this frame can’t be selected. You can comment on the frame as a whole.'

inBrowsers('a frame within a page', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName })
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected text' })
  const picker = (page: Page) => page.getByRole('region', { name: 'Choose a part of the page' })
  const boxOf = async (page: Page, selector: string) =>
    (await page.frameLocator('.page-frame').locator(selector).boundingBox())!
  const threadOn = async (id: string) => {
    const headers = { authorization: `Bearer ${people.company.owner.key}` }
    return (await send(`${ground.service.url}/v1/artifacts/${id}/comments`, { headers })).json.data[0]
  }
  const say = async (page: Page, words: string) => {
    await page.getByLabel('Comment on Frame “Sales”').fill(words)
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText(words).waitFor()
  }

  test('entered by the reader: the tools say beside it what cannot be selected, and offer the whole', async () => {
    const id = await publish({ visibility: 'company' }, framed)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    const { x, y, height } = await boxOf(page, 'iframe')
    await page.mouse.dblclick(x + 40, y + 30)
    await bar(page).getByText(why).waitFor()
    await page.getByRole('status').getByText(why).waitFor({ state: 'attached' })
    const beside = (await bar(page).boundingBox())!
    assert.ok(Math.abs(beside.y - y - height) < 12, `${beside.y} is not beside ${y + height}`)
    assert.ok(Math.abs(beside.x - x) < 12, `${beside.x} is not below ${x}`)
    await looksRight(page, 'inner-frame')
    const below = await boxOf(page, 'p')
    await page.mouse.click(below.x + 200, below.y + below.height + 60)
    await bar(page).waitFor({ state: 'hidden' })
    await page.mouse.click(x + 40, y + 30)
    await bar(page).getByText(why).waitFor()
    await bar(page).getByRole('button', { name: 'Comment' }).click()
    await say(page, 'Whose sales?')
    await bar(page).waitFor({ state: 'hidden' })
    const { anchor, element } = await threadOn(id)
    assert.deepEqual([anchor.cssPath, element.tag], ['body > iframe:nth-of-type(1)', 'iframe'])
    assert.deepEqual(problems, [])
    await close()
  })

  test('pointed at while the reader picks: named, explained and taken with a click', async () => {
    const id = await publish({ visibility: 'company' }, framed)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    await hearsPointer(page)
    const { x, y } = await boxOf(page, 'iframe')
    await page.mouse.move(x + 60, y + 60)
    await picker(page).getByText(`Frame “Sales”. ${why}`).waitFor()
    await looksRight(page, 'inner-frame-picked')
    const below = await boxOf(page, 'p')
    await page.mouse.move(below.x + 20, below.y + 5)
    await picker(page).getByText('Paragraph “Words below it”', { exact: true }).waitFor()
    await page.mouse.move(x + 60, y + 60)
    await picker(page).getByText(why).waitFor()
    await page.mouse.click(x + 60, y + 60)
    await say(page, 'Whose frame?')
    assert.deepEqual(problems, [])
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('in an open shadow root: said of it too, with what holds it to comment on', async () => {
    const id = await publish(
      { visibility: 'company' },
      `<!doctype html><html lang="en"><title>Framed</title><body><h1>Around it</h1><sales-card></sales-card><script>
        const attach = (host, html) => Object.assign(host.attachShadow({ mode: 'open' }), { innerHTML: html })
        const root = attach(document.querySelector('sales-card'), '<inner-card></inner-card>')
        attach(root.firstChild, '<iframe title="Sales" width="300" height="150" srcdoc="<p>Inner words"></iframe>')
      </script></body></html>`,
    )
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    const { x, y, height } = await boxOf(page, 'iframe')
    await page.mouse.dblclick(x + 40, y + 30)
    await bar(page).getByText(why).waitFor()
    const beside = (await bar(page).boundingBox())!
    assert.ok(Math.abs(beside.y - y - height) < 12, `${beside.y} is not beside ${y + height}`)
    await bar(page).getByRole('button', { name: 'Comment' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('what is said of it follows when the page has scrolled', async () => {
    const id = await publish(
      { visibility: 'company' },
      framed
        .replace('<iframe', '<div style="height:200px"></div><iframe')
        .replace('</body>', '<div style="height:3000px"></div></body>'),
    )
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    const before = await boxOf(page, 'iframe')
    await page.mouse.dblclick(before.x + 40, before.y + 30)
    await bar(page).getByText(why).waitFor()
    const inner = page.frames().find(each => each.parentFrame() === page.mainFrame())!
    await inner.evaluate(() => scrollTo(0, 120))
    await bar(page).waitFor({ state: 'hidden' })
    await bar(page).getByText(why).waitFor()
    const { y, height } = await boxOf(page, 'iframe')
    const beside = (await bar(page).boundingBox())!
    assert.ok(Math.abs(before.y - y - 120) < 2, `the page has not scrolled: ${before.y}, ${y}`)
    assert.ok(Math.abs(beside.y - y - height) < 12, `${beside.y} is not beside ${y + height}`)
    assert.deepEqual(problems, [])
    await close()
  })

  test('at the right edge: what is said of it ends in the window, and in the page where the panel is open', async () => {
    const right = framed.replace('<iframe', '<iframe style="display:block;margin-left:auto"')
    const id = await publish({ visibility: 'company' }, right)
    for (const isOpen of [false, true]) {
      const { page, close } = await browserOf(people.company.owner.session)
      await open(page, id)
      if (isOpen) {
        await page.locator('[data-comments-button]').click()
        await panel(page).waitFor()
      }
      const { x, y, width } = await boxOf(page, 'iframe')
      await page.mouse.dblclick(x + 40, y + 30)
      await bar(page).getByText(why).waitFor()
      const beside = (await bar(page).boundingBox())!
      const edge = (await page.locator('.page-frame').boundingBox())!
      assert.ok(beside.x < x + width && beside.x + beside.width > x, 'it is not below the frame')
      assert.ok(beside.x >= 0 && beside.x + beside.width <= edge.x + edge.width, 'it leaves the page')
      await looksRight(page, `inner-frame-right-${isOpen ? 'panel' : 'alone'}`)
      await close()
    }
  })
})
