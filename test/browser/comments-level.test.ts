// Comments beside the page, in real browsers: each card stands as high as its passage, and page and cards scroll together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, looksRight, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'
import { until } from '../support/until.ts'

const line = (at: number) => `<p style="height:40px;margin:0">Line ${at} of the page.`
const file = `<!doctype html><title>Long</title><body style="margin:0">${Array.from({ length: 200 }, (_, at) => line(at)).join('')}`

/** Pixels of padding of a card, which stand above its first line. */
const PADDING = 12

interface Tops {
  /** Of the passages, in the window. */
  passages: number[]
  cards: number[]
}

inBrowsersAtLength('beside the page', browserName => {
  const { ground, people, publish, post, browserOf, open } = commenting({ browserName })

  /** Threads on these lines, each with its body; null is the whole page. */
  async function reading(on: Readonly<Record<string, number | null>>) {
    const id = await publish({ visibility: 'company' }, file)
    for (const [body, at] of Object.entries(on))
      await post(`/v1/artifacts/${id}/comments`, {
        body,
        ...(at !== null && { anchor: { textQuote: { exact: `Line ${at} of`, suffix: ' the page.' } } }),
      })
    const opened = await browserOf(people.company.owner.session)
    await open(opened.page, id)
    await openPanel(opened.page)
    return { ...opened, id }
  }

  async function edit(id: string, edits: { oldText: string; newText: string }[]): Promise<void> {
    const answer = await send(`${ground.service.url}/v1/artifacts/${id}/edits`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${people.company.owner.key}`, 'content-type': 'application/json' },
        'if-match': '"v1"',
      },
      body: JSON.stringify({ edits }),
    })
    assert.equal(answer.status, 200, answer.text)
  }

  async function openPanel(page: Page): Promise<void> {
    await page
      .getByRole('button', { name: /^Comments/ })
      .first()
      .click()
    await page.locator('.threads.level article').first().waitFor()
  }

  async function reopen(page: Page): Promise<void> {
    await page.reload()
    await openPanel(page)
  }

  const frameOf = (page: Page) => page.frames().find(each => each !== page.mainFrame())!

  async function topsOf(page: Page, lines: readonly number[]): Promise<Tops> {
    const sheet = (await page.locator('iframe').first().boundingBox())!
    const inFrame = await frameOf(page).evaluate(
      wanted => wanted.map(at => document.querySelectorAll('p')[at]!.getBoundingClientRect().top),
      lines as number[],
    )
    const cards = await panel(page).locator('article').all()
    return {
      passages: inFrame.map(top => Math.round(top + sheet.y)),
      cards: await Promise.all(cards.map(async card => Math.round((await card.boundingBox())!.y + PADDING))),
    }
  }

  /** A hand turns the wheel on until the page has come there: a turn is lost while the page still goes where the one before led. */
  const wheelTo = (page: Page, top: number) =>
    until(`the page is scrolled to ${top}`, async () => {
      const rest = top - (await frameOf(page).evaluate(() => scrollY))
      if (rest > 0) await page.mouse.wheel(0, rest)
      return rest <= 0
    })

  const untilTrue = (check: () => Promise<boolean>) => until('the cards stand level', check)

  const untilLevel = (page: Page, lines: readonly number[]) =>
    untilTrue(async () => {
      const { passages, cards } = await topsOf(page, lines)
      return passages.every((top, at) => Math.abs(top - cards[at]!) <= 3)
    })

  test('a card stands level with its passage, and stays so when the page or the cards are scrolled', async () => {
    const on = [4, 11, 60, 150]
    const { page, close, problems } = await reading({ Four: 4, Eleven: 11, Sixty: 60, Late: 150 })
    await untilLevel(page, on)
    await looksRight(page, 'level')
    await page.mouse.move(300, 400)
    await wheelTo(page, 1900)
    await untilLevel(page, on)
    const aside = (await panel(page).boundingBox())!
    await page.mouse.move(aside.x + 100, 500)
    await wheelTo(page, 2900)
    await untilLevel(page, on)
    await panel(page).getByText('Late').scrollIntoViewIfNeeded()
    await frameOf(page).waitForFunction(() => scrollY > 4000)
    await untilLevel(page, on)
    assert.deepEqual(problems, [])
    await close()
  })

  test('cards on one line push each other apart; the active one stands level; the whole page comes first', async () => {
    const { page, close, problems } = await reading({ One: 30, Two: 30, Three: 30, Whole: null })
    assert.deepEqual(await panel(page).locator('.comment-body').allTextContents(), [
      ...['Whole', 'One', 'Two', 'Three'],
    ])
    await panel(page).locator('article').last().getByRole('button', { name: 'Line 30 of' }).click()
    const active = panel(page).locator('article[aria-current]')
    await active.getByText('Three').waitFor()
    await untilTrue(async () => {
      const top = Math.round((await active.boundingBox())!.y + PADDING)
      return Math.abs(top - (await topsOf(page, [30])).passages[0]!) <= 3
    })
    const boxes = await Promise.all(
      (await panel(page).locator('article').all()).map(async card => (await card.boundingBox())!),
    )
    for (const [at, { y, height }] of boxes.slice(0, -1).entries())
      assert.ok(y + height + 11 <= boxes[at + 1]!.y, JSON.stringify(boxes))
    assert.deepEqual(problems, [])
    await close()
  })

  test('a resolved thread is one line level with its passage, unfolds when it is pressed, and is reopened there', async () => {
    const { page, close, problems } = await reading({ Four: 4, Twenty: 20, Late: 150 })
    const thread = panel(page).locator('article', { hasText: 'Twenty' })
    await thread.getByRole('button', { name: 'Resolve', exact: true }).click()
    const line = panel(page).locator('.resolved-line')
    await line.getByText(`${people.ben.name} on “Line 20 of” · resolved just now`).waitFor()
    assert.deepEqual(await panel(page).locator('.comment-body').allTextContents(), ['Four', 'Late'])
    assert.deepEqual(
      await panel(page)
        .locator('article, .resolved-line')
        .evaluateAll(all => all.map(each => each.className)),
      ['thread open', 'resolved-line', 'thread open'],
    )
    assert.ok(
      await panel(page).evaluate(each => each.contains(document.activeElement)),
      'the focus left the panel',
    )
    const levels = async () => {
      const { passages } = await topsOf(page, [20])
      const box = (await line.boundingBox())!
      return Math.abs(passages[0]! - box.y - box.height / 2) <= 14
    }
    await untilTrue(levels)
    await frameOf(page).waitForFunction(() =>
      [...CSS.highlights.get('recto-open')!].every(
        range => !`${range.startContainer.textContent}`.includes('Line 20 '),
      ),
    )
    await looksRight(page, 'resolved-line')
    await reopen(page)
    await untilTrue(levels)
    await line.getByRole('button', { name: people.ben.name }).click()
    await panel(page).locator('article.resolved').getByText('Twenty').waitFor()
    await reopen(page)
    await line.getByRole('button', { name: 'Reopen' }).click()
    await panel(page).locator('article.open', { hasText: 'Twenty' }).waitFor()
    assert.equal(await line.count(), 0)
    await untilLevel(page, [4, 20, 150])
    assert.deepEqual(problems, [])
    await close()
  })

  test('a resolved thread whose words are gone, or said of something else now, has no line', async () => {
    const { page, id, close } = await reading({ Four: 4, Gone: 20, Elsewhere: 30 })
    for (const body of ['Gone', 'Elsewhere']) {
      await panel(page)
        .locator('article', { hasText: body })
        .getByRole('button', { name: 'Resolve', exact: true })
        .click()
      await panel(page).locator('article', { hasText: body }).waitFor({ state: 'detached' })
    }
    await panel(page).locator('.resolved-line').nth(1).waitFor()
    await edit(id, [
      { oldText: 'Line 20 of the page.', newText: 'Nothing.' },
      { oldText: 'Line 30 of the page.', newText: 'Other words.' },
      { oldText: 'Line 199 of the page.', newText: 'There is no Line 30 of anything.' },
    ])
    await reopen(page)
    await panel(page).locator('article', { hasText: 'Four' }).waitFor()
    await page.waitForTimeout(1500)
    assert.equal(await panel(page).locator('.resolved-line').count(), 0)
    await close()
  })

  test('a new comment is written level with the words that are selected', async () => {
    const { page, close, problems } = await reading({ Four: 4, Late: 150 })
    await frameOf(page).evaluate(() => {
      scrollTo(0, 2000)
      const { firstChild } = document.querySelectorAll('p')[58]!
      getSelection()!.setBaseAndExtent(firstChild!, 0, firstChild!, 7)
    })
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const field = panel(page).getByRole('textbox')
    await field.fill('On this line')
    const card = page.locator('.new-thread')
    const { passages } = await topsOf(page, [58])
    const near = Math.abs((await card.boundingBox())!.y - passages[0]!)
    assert.ok(near < 60, `the card is ${near} pixels from its passage`)
    await looksRight(page, 'level-new')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText('On this line').waitFor()
    await untilLevel(page, [4, 58, 150])
    assert.deepEqual(problems, [])
    await close()
  })

  test('below 1,000 pixels, and in the order of time, threads stand one below the other', async () => {
    const { page, close } = await reading({ Late: 150, Four: 4 })
    await page.setViewportSize({ width: 900, height: 700 })
    await page.locator('.threads:not(.level)').waitFor()
    await page.setViewportSize({ width: 1280, height: 700 })
    await page.locator('.threads.level').waitFor()
    await panel(page).getByRole('button', { name: 'Filter and order' }).click()
    await panel(page).getByRole('combobox', { name: 'Order' }).selectOption('asc')
    await page.locator('.threads:not(.level)').waitFor()
    await panel(page).locator('.comment-body').nth(1).waitFor()
    assert.deepEqual(await panel(page).locator('.comment-body').allTextContents(), ['Late', 'Four'])
    await close()
  })
})
