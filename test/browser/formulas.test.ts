// Formulas of Markdown in a real browser: marked, clicked and selected as a whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { commenting, panel } from '../support/commenting.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'

const source = `We know that $E = mc^2$ holds.

$$\\sum_{n=1}^{20} a_n x^n = ${Array.from({ length: 40 }, (_, n) => `x_{${n}}`).join(' + ')}$$

Then $F = ma$ follows.
`

const frameOf = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

inBrowsers('formulas', browserName => {
  const { people, publish, post, browserOf, open } = commenting({ browserName })

  /** A page with a thread on each quote, open before a reader. */
  async function commented(quotes: readonly string[]) {
    const id = await publish({ visibility: 'company' }, source, 'energy.md')
    const threads: string[] = []
    for (const quote of quotes) {
      const { id: thread } = await post(`/v1/artifacts/${id}/comments`, { body: 'Since when?', quote })
      threads.push(thread)
    }
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    const frame = frameOf(page)
    await frame.waitForFunction(
      () => CSS.highlights.has('recto-open') || document.querySelector('[recto-open]') !== null,
    )
    return { page, frame, threads, close }
  }

  const markedFormulas = (frame: Frame) =>
    frame.evaluate(() =>
      [...document.querySelectorAll('.math')].map(formula => formula.matches('[recto-open]')),
    )

  const painted = (frame: Frame, mark: string) =>
    frame.evaluate(name => [...CSS.highlights.get(name)!].map(range => (range as Range).toString()), mark)

  const selected = (frame: Frame) =>
    frame.evaluate(() => {
      const range = getSelection()!.getRangeAt(0)
      return [...document.querySelectorAll('.math')].map(formula => {
        const whole = document.createRange()
        whole.selectNodeContents(formula)
        const begins = range.compareBoundaryPoints(Range.START_TO_START, whole) <= 0
        return begins && range.compareBoundaryPoints(Range.END_TO_END, whole) >= 0
      })
    })

  test('a quote of part of a formula marks all of it, and a click on the formula opens its thread', async () => {
    const { page, frame, threads, close } = await commented(['mc^2', 'a_n x^n'])
    const marks = await markedFormulas(frame)
    assert.deepEqual(marks, [true, true, false])
    for (const [at, thread] of [...threads.entries()].reverse()) {
      await frame
        .locator('.math')
        .nth(at)
        .click({ position: { x: 30, y: 10 } })
      await panel(page).locator(`#comment-${thread}[aria-current=true]`).waitFor()
    }
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('a passage across a formula is painted on the words around it, and the formula has its mark as a box', async () => {
    const { page, frame, close } = await commented(['that E = mc^2 holds'])
    assert.deepEqual(await markedFormulas(frame), [true, false, false])
    assert.deepEqual(await painted(frame, 'recto-open'), ['that ', ' holds'])
    const background = () =>
      frame.evaluate(() => getComputedStyle(document.querySelector('.math > math > *')!).backgroundColor)
    const open = await background()
    await frame.locator('.math').first().click()
    await panel(page).locator('.passage').click()
    await frame.waitForFunction(() => document.querySelector('[recto-active]') !== null)
    assert.deepEqual(await painted(frame, 'recto-active'), ['that ', ' holds'])
    assert.equal(new Set([open, await background(), 'rgba(0, 0, 0, 0)']).size, 3)
    await close()
  })

  test('formulas with a number or with lines in columns stand within the page, and scroll where they are wide', async () => {
    const sum = Array.from({ length: 60 }, (_, n) => `x_{${n}}`).join(' + ')
    const formulas = ['x = y \\tag{7}', '\\begin{align} x &= b \\\\ c &= d \\end{align}', `${sum} \\tag{8}`]
    const id = await publish({}, formulas.map(formula => `$$${formula}$$`).join('\n\n'), 'tags.md')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    const places = await frameOf(page).evaluate(() =>
      [...document.querySelectorAll('.math')].map(formula => {
        const { x } = formula.querySelector('mi')!.getBoundingClientRect()
        return { isInside: x >= 0 && x < innerWidth, scrolls: formula.scrollWidth > formula.clientWidth + 1 }
      }),
    )
    assert.deepEqual(places, [
      { isInside: true, scrolls: false },
      { isInside: true, scrolls: false },
      { isInside: true, scrolls: true },
    ])
    await close()
  })

  test('a selection made with the keyboard takes all of the formulas it reaches into', async () => {
    const { page, frame, close } = await commented(['follows'])
    await frame.evaluate(() => {
      const [before, formula] = [
        document.querySelector('article p')!.firstChild!,
        document.querySelector('.math')!,
      ]
      getSelection()!.setBaseAndExtent(formula.querySelector('mi')!.firstChild!, 1, before, 3)
    })
    await page.keyboard.press('Shift')
    await frame.waitForFunction(() => getSelection()!.anchorNode!.nodeType === 1)
    assert.deepEqual(await selected(frame), [true, false, false])
    assert.equal(
      await frame.evaluate(() => getSelection()!.focusOffset),
      3,
      'the end that moves stays where it was',
    )
    await close()
  })

  test('an end of the selection that comes back into a formula leaves it, key by key', async () => {
    const { page, frame, close } = await commented(['follows'])
    await frame.evaluate(() => {
      const words = document.querySelector('article p')!.firstChild as Text
      getSelection()!.setBaseAndExtent(words, 0, words, words.length)
    })
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+ArrowRight')
    await frame.waitForFunction(() => getSelection()!.toString().includes('='))
    assert.deepEqual(await selected(frame), [true, false, false])
    for (let presses = 0; presses < 9; presses++) await page.keyboard.press('Shift+ArrowLeft')
    assert.deepEqual(await selected(frame), [false, false, false])
    assert.ok('We know that '.startsWith(await frame.evaluate(() => getSelection()!.toString().trim())))
    await close()
  })
})
