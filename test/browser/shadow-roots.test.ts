// Words in shadow roots, in a real browser: selected with the mouse, quoted, and painted where they stand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { commenting, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { until } from '../support/until.ts'

const attached = `<!doctype html><html lang="en"><title>Cards</title><body><h1>Light words above</h1>
<p>An <x-badge>em</x-badge>phasis</p><sales-card id="card"></sales-card><p id="below">Light words below</p>
<script>
  const attach = (host, mode, html) => {
    const root = host.attachShadow({ mode })
    root.innerHTML = html
    return root
  }
  attach(document.querySelector('x-badge'), 'open', '<slot></slot>')
  const root = attach(card, 'open', '<p>Sales of March</p><inner-card></inner-card>')
  attach(root.querySelector('inner-card'), 'open', '<p>Costs of April</p>')
  setTimeout(() => { root.querySelector('p').textContent = 'Sales of May' }, 10)
</script>`

const declared = `<!doctype html><html lang="en"><title>Declared</title><body><h1>Light words</h1>
<sales-card><template shadowrootmode="open"><p>Declared words</p></template></sales-card></body></html>`

const closed = `<!doctype html><html lang="en"><title>Closed</title><body><h1>Light words</h1>
<open-card></open-card><closed-card style="display: block"></closed-card>
<script>
  document.querySelector('open-card').attachShadow({ mode: 'open' }).innerHTML = '<p>Open words</p>'
  document.querySelector('closed-card').attachShadow({ mode: 'closed' }).innerHTML = '<p>Hidden words</p>'
</script>`

const slotted = `<!doctype html><html lang="en"><title>Slotted</title><body><h1>Light words</h1>
<slot-card><span>Slotted words</span></slot-card><a id="last" href="neighbour.html">Neighbour</a>
<script>
  document.querySelector('slot-card').attachShadow({ mode: 'open' }).innerHTML =
    '<p>First of all</p><slot></slot><p>Sum of all cards</p>'
</script>`

const frameOf = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

/** Finds the left and the right edge of these words in the window, in whatever open root. */
async function edges(page: Page, words: string) {
  const frame = (await page.locator('.page-frame').boundingBox())!
  const box = await frameOf(page).evaluate(wanted => {
    const find = (tree: Node): Text | null => {
      const walker = document.createTreeWalker(tree)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Text && node.data.includes(wanted)) return node
        const found = node instanceof Element && node.shadowRoot && find(node.shadowRoot)
        if (found) return found
      }
      return null
    }
    const text = find(document.body)!
    const range = document.createRange()
    const at = text.data.indexOf(wanted)
    range.setStart(text, at)
    range.setEnd(text, at + wanted.length)
    const { left, right, top, height } = range.getBoundingClientRect()
    return { left, right, y: top + height / 2 }
  }, words)
  const y = frame.y + box.y
  return { from: { x: frame.x + box.left + 1, y }, to: { x: frame.x + box.right, y } }
}

type Point = { x: number; y: number }

/** Begins with nothing selected: words that are selected would be dragged along. */
async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await frameOf(page).evaluate(() => getSelection()!.removeAllRanges())
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}

/**
 * Waits until the frame has told of what is selected now: it does so 150 ms after the last change, and of a link that leads nowhere
 * at once, through the same port.
 */
async function untilTold(page: Page): Promise<void> {
  await frameOf(page).evaluate(async () => {
    const drawn = () => new Promise(requestAnimationFrame)
    await drawn()
    await drawn()
    await new Promise(rested => setTimeout(rested, 150))
    document.querySelector<HTMLElement>('#last')!.click()
  })
  await page.locator('#status').getByText('neighbour.html').waitFor({ state: 'attached' })
}

/** Returns the painted words, and marks those whose tree has no sheet that paints them. */
const painted = (page: Page) =>
  frameOf(page).evaluate(() =>
    Array.from(
      CSS.highlights.get('recto-open') ?? [],
      ({ startContainer, startOffset, endContainer, endOffset }) => {
        const live = document.createRange()
        live.setStart(startContainer, startOffset)
        live.setEnd(endContainer, endOffset)
        const { adoptedStyleSheets } = startContainer.getRootNode() as ShadowRoot
        const isStyled = adoptedStyleSheets.some(({ cssRules }) =>
          [...cssRules].some(({ cssText }) => cssText.includes('::highlight(recto-open)')),
        )
        return `${live}${isStyled ? '' : ' without a style'}`
      },
    ),
  )

inBrowsers('words in shadow roots', browserName => {
  const { ground, people, publish, browserOf, open } = commenting({ browserName })
  const offer = (page: Page) => page.getByRole('region', { name: 'Selected text' })
  const threadOn = async (id: string) => {
    const headers = { authorization: `Bearer ${people.company.owner.key}` }
    return (await send(`${ground.service.url}/v1/artifacts/${id}/comments`, { headers })).json.data[0]
  }
  const select = async (page: Page, words: string) => {
    const { from, to } = await edges(page, words)
    await drag(page, from, to)
    await offer(page).getByText(`“${words}”`).waitFor()
  }
  const untilPainted = (page: Page, words: string) =>
    until(
      `“${words}” is painted`,
      async () => JSON.stringify(await painted(page)) === JSON.stringify([words]),
    )
  const commentOn = async (page: Page, words: string) => {
    await select(page, words)
    await offer(page).getByRole('button', { name: 'Comment' }).click()
    await page.getByLabel(`Comment on “${words}”`).fill('Which ones?')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText('Which ones?').waitFor()
    await untilPainted(page, words)
  }
  /** A click on the words opens their thread. */
  const opensOn = async (page: Page, words: string) => {
    const { from, to } = await edges(page, words)
    await page.mouse.click((from.x + to.x) / 2, from.y)
    await panel(page).getByText('Which ones?').waitFor()
  }

  test('an open root of a script: quoted, painted at the words again, opened by a click on them', async () => {
    const id = await publish({ visibility: 'company' }, attached)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await frameOf(page).waitForFunction(() =>
      document.querySelector('#card')?.shadowRoot?.textContent?.includes('May'),
    )
    await commentOn(page, 'Sales of May')
    const { anchor, anchorState } = await threadOn(id)
    assert.deepEqual([anchor.textQuote.exact, anchorState], ['Sales of May', 'rendered'])
    assert.equal(anchor.cssPath, '#card')

    await open(page, id)
    await untilPainted(page, 'Sales of May')
    await opensOn(page, 'Sales of May')
    const card = panel(page).locator('article')
    assert.equal(await card.getByText(/Not on screen now|Not found|made by a script/).count(), 0)
    await card.locator('.passage').click()
    await frameOf(page).waitForFunction(() => CSS.highlights.get('recto-active')?.size === 1)
    await frameOf(page).evaluate(() =>
      document.querySelector('#card')!.shadowRoot!.querySelector('p')!.remove(),
    )
    await card.getByText('Not on screen now').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('a selection that leaves its tree is cut there, and never throws', async () => {
    const id = await publish({ visibility: 'company' }, attached)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    const [above, inner, below] = [
      await edges(page, 'Light words above'),
      await edges(page, 'Costs of April'),
      await edges(page, 'Light words below'),
    ]
    await drag(page, above.from, inner.to)
    await offer(page).getByText('“Light words above An emphasis”').waitFor()
    await drag(page, inner.from, below.to)
    await offer(page).getByText('“Costs of April”').waitFor()
    await drag(page, below.to, inner.from)
    await offer(page).getByText('“Costs of April”').waitFor()
    await drag(page, above.from, below.to)
    await offer(page).getByText('“Light words above An emphasis Light words below”').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('slotted words and words of the root around them, selected at once, offer nothing', async () => {
    const id = await publish({ visibility: 'company' }, slotted)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    const [slot, first, sum] = ['Slotted', 'First of', 'Sum of']
    // The root stands before the slotted words in the tree: what is cut where the root ends would be words beyond the selection.
    for (const [from, to] of [
      [slot, sum],
      [sum, slot],
      [first, slot],
    ] as const) {
      await open(page, id)
      await select(page, 'Sum of all cards')
      await drag(page, (await edges(page, from)).from, (await edges(page, to)).to)
      await untilTold(page)
      assert.deepEqual(await offer(page).allTextContents(), [], `from “${from}” to “${to}”`)
      await select(page, 'Slotted words')
    }
    assert.deepEqual(problems, [])
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('a root within a root, and words of the file beside them', async () => {
    const id = await publish({ visibility: 'company' }, attached)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await select(page, 'Costs of April')
    await select(page, 'Light words below')
    await commentOn(page, 'Light words above')
    assert.equal((await threadOn(id)).anchorState, 'anchored')
    const { from } = await edges(page, 'An ')
    const { to } = await edges(page, 'phasis')
    await drag(page, from, to)
    await offer(page).getByText('“An emphasis”').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('a root that the file declares', async () => {
    const id = await publish({ visibility: 'company' }, declared)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await commentOn(page, 'Declared words')
    const { anchor, anchorState } = await threadOn(id)
    assert.deepEqual([anchor.textQuote.exact, anchorState], ['Declared words', 'rendered'])
    await open(page, id)
    await untilPainted(page, 'Declared words')
    await opensOn(page, 'Declared words')
    assert.deepEqual(problems, [])
    await close()
  })

  test('a closed root offers nothing and throws nothing, and the page sees its own functions', async () => {
    const id = await publish({ visibility: 'company' }, closed)
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await select(page, 'Light words')
    const box = (await page.frameLocator('.page-frame').locator('closed-card').boundingBox())!
    const y = box.y + box.height / 2
    await drag(page, { x: box.x + 1, y }, { x: box.x + 90, y })
    await offer(page).waitFor({ state: 'hidden' })
    const { from } = await edges(page, 'Open words')
    await drag(page, from, { x: box.x + 90, y })
    await page.waitForTimeout(400)
    const seen = await frameOf(page).evaluate(() => {
      const { attachShadow } = Element.prototype
      const made = document.createElement('div')
      const isClosed =
        attachShadow.call(made, { mode: 'closed' }) instanceof ShadowRoot && made.shadowRoot === null
      let thrown: unknown = null
      try {
        attachShadow.call(document.createElement('img'), { mode: 'open' })
      } catch (error) {
        thrown = (error as Error).name
      }
      const { name, length } = attachShadow
      return { isNative: /\[native code\]/.test(String(attachShadow)), name, length, isClosed, thrown }
    })
    const native = {
      isNative: true,
      name: 'attachShadow',
      length: 1,
      isClosed: true,
      thrown: 'NotSupportedError',
    }
    assert.deepEqual(seen, native)
    assert.deepEqual(problems, [])
    await close()
  })
})
