// Windows that a page opens to write into: open pages show them in a sheet in their frame, closed pages get none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { axe, describeViolations, screenshot } from '../support/browser.ts'
import { endsAfterJourney, inBrowser, inBrowsers } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { open, reportTo, told } from './show.ts'

/** The frame of the sheet, once it has what is written there. */
async function written(page: Page, selector = '#written'): Promise<Frame> {
  for (;;) {
    for (const frame of page.frames().slice(2)) if (await frame.$(selector).catch(() => null)) return frame
    await page.waitForTimeout(50)
  }
}

const gone = async (page: Page) => {
  while (page.frames().length > 2) await page.waitForTimeout(50)
}

/** Boxes of what the frame lays out, also where no script reaches: each text comes after the box that it stands in. */
async function boxesOf(frame: Frame) {
  const cdp = await frame.page().context().newCDPSession(frame)
  const { documents, strings } = await cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [] })
  await cdp.detach()
  const { layout } = documents[0]!
  return layout.text.map((text, at) => {
    const [x, y, width, height] = layout.bounds[at] as [number, number, number, number]
    return { text: strings[text], start: x, end: x + width, middle: y + height / 2, height }
  })
}

/** A page with a button that runs the code. */
const pageOf = (code: string, more = '') =>
  `<!doctype html><title>-</title>${more}<p>Words of the page<button id=go>Go</button><script>go.onclick = () => { ${code.replace(/<\/script/g, '<\\/script')} }</script>`

inBrowsers('an empty window that a page opens', browserName => {
  const opened = open({ browserName, shell: true })

  test('shows in a sheet what is written into it, which runs under the policy of the page', async () => {
    const { frame, page, context, errors, close } = await opened.show(
      pageOf(`const w = window.own = open('', '_blank', 'width=400')
        w.document.write('<!doctype html><html lang=de><head><title>Receipt</title><style>p { color: rgb(1, 2, 3) }</style></head>')
        w.document.writeln('<body><p id=written>Total: 12</p><script>localStorage.a = 1; written.dataset.ran = origin + localStorage.a + document.compatMode</script></body></html>')
        w.document.close()`),
    )
    await press(frame.locator('#go'))
    const inner = await written(page)
    assert.equal(await inner.getAttribute('#written', 'data-ran'), 'null1CSS1Compat')
    assert.deepEqual(
      await inner.evaluate(() => [
        document.title,
        document.documentElement.lang,
        getComputedStyle(document.querySelector('#written')!).color,
        document.scripts.length,
      ]),
      ['Receipt', 'de', 'rgb(1, 2, 3)', 1],
    )
    assert.equal(await frame.evaluate(() => document.body.innerText.includes('Total')), false)
    assert.equal(context.pages().length, 1)
    await page.keyboard.press('Escape')
    await gone(page)
    assert.deepEqual(
      await frame.evaluate(() => [
        document.activeElement!.id,
        (window as unknown as { own: Window }).own.closed,
        document.querySelector('recto-sheet'),
      ]),
      ['go', true, null],
    )
    assert.deepEqual(errors, [])
    await close()
  })

  test('of a closed page is null, whatever it is to show', async () => {
    for (const profile of ['offline', 'preview'] as const) {
      const { frame, context, close } = await opened.show(
        `${reportTo}<button id=go>Go</button><script>go.onclick = () => {
          const answers = {}
          for (const [name, list] of Object.entries({ none: [], empty: [''], blank: ['About:Blank', 'x'], named: ['', 'x', 'width=9'], own: ['#a'], nothing: [null] }))
            try { answers[name] = String(open(...list)) } catch (error) { answers[name] = error.name }
          document.title = JSON.stringify(answers)
        }</script>`,
        { profile },
      )
      await press(frame.locator('#go'))
      const answers = await told(frame)
      assert.deepEqual([...new Set(Object.values(answers))], ['null'], JSON.stringify(answers))
      assert.equal(context.pages().length, 1)
      await close()
    }
  })

  if (endsAfterJourney(browserName)) return

  test('goes to a fragment in its own document, as often as it is clicked', async () => {
    const { frame, page, errors, close } = await opened.show(
      pageOf(
        `const w = open(''); w.document.write('<p id=written><a href="#end">To the end</a><p style="margin-top: 9999px" id=end>End')`,
      ),
    )
    await press(frame.locator('#go'))
    const inner = await written(page)
    for (let times = 0; times < 2; times++) {
      await inner.evaluate(() => scrollTo(0, 0))
      await inner.waitForFunction(() => scrollY === 0)
      await press(inner.locator('a'))
      await inner.waitForFunction(() => scrollY > 5000)
      assert.equal(await inner.evaluate(() => document.URL), 'about:srcdoc#end')
    }
    assert.deepEqual(errors, [])
    await close()
  })

  for (const [how, code] of Object.entries({
    'and never closes': `w.document.write('<p id=written>Total: 12')`,
    'as markup of its body': `w.document.body.innerHTML = '<p id=written>Total: 12</p>'; for (const name of 'focus blur moveTo moveBy resizeTo resizeBy scrollTo scrollBy postMessage'.split(' ')) w[name](0, 0)`,
    'after a while': `setTimeout(() => { w.document.title = 'Late'; w.document.body.innerHTML = '<p id=written>Total: 12</p>' }, 50)`,
  }))
    test(`shows what a page writes ${how}`, async () => {
      const { frame, page, errors, close } = await opened.show(
        pageOf(`const w = open('', 'receipt'); ${code}`),
      )
      await press(frame.locator('#go'))
      const inner = await written(page)
      assert.equal(await inner.textContent('#written'), 'Total: 12')
      assert.deepEqual(errors, [])
      await close()
    })

  for (const way of [
    'w.location = to',
    'w.location.href = to',
    'w.location.replace(to)',
    'w.location.assign(to)',
  ])
    test(`opens a tab where the page leads it (${way})`, async () => {
      const { frame, context, errors, close } = await opened.show(
        pageOf(`const to = 'https://example.com/'; const w = open('about:blank'); ${way}`),
      )
      await Promise.all([context.waitForEvent('page'), press(frame.locator('#go'))])
      assert.equal(context.pages().length, 2)
      assert.deepEqual(errors, [])
      await close()
    })
})

inBrowser('chromium', 'an empty window that an open page opens', () => {
  const opened = open({ shell: true })

  test('is written by its document as any is, and shown anew', async () => {
    const { frame, page, context, close } = await opened.show(
      pageOf(`const w = open('about:blank')
        w.document.body.innerHTML = '<p id=first>First</p>'
        w.document.title = 'Parts'
        w.onload = () => { document.title = 'loaded ' + w.closed }
        w.document.close()
        window.more = () => { w.document.open(); w.document.write('<p id=written>Second'); w.document.close() }`),
    )
    await press(frame.locator('#go'))
    await written(page, '#first')
    await frame.waitForFunction(() => document.title === 'loaded false')
    await frame.evaluate('document.title = "-"; more()')
    await written(page)
    await frame.waitForFunction(() => document.title === 'loaded false')
    assert.equal(page.frames().length, 3)
    assert.equal(context.pages().length, 1)
    await close()
  })

  test('prints its document alone, and closes after that', async () => {
    const { frame, page, close } = await opened.show(
      pageOf(
        `const w = open()
        w.document.write('<p id=written>Label<script>addEventListener("beforeprint", () => parent.postMessage("inner", "*"))</script>')
        w.onafterprint = () => document.title = JSON.stringify({ printed: printed.join(), closed: w.closed })
        w.document.close(); w.focus(); w.print(); w.close()`,
        `<script>const printed = []; onmessage = ({ data }) => printed.push(data); onbeforeprint = () => printed.push('outer')</script>`,
      ),
    )
    await press(frame.locator('#go'))
    assert.deepEqual(await told(frame), { printed: 'inner', closed: false })
    await gone(page)
    await close()
  })

  test('closes by its button, by Escape within, and by its own script', async () => {
    const { frame, page, close } = await opened.show(
      pageOf(
        `const w = open(''); w.document.write('<p id=written tabindex=0>Text</p><button id=end onclick="window.close()">End</button>'); w.document.close()`,
      ),
    )
    for (const end of ['button', 'within', 'script']) {
      await press(frame.locator('#go'))
      const inner = await written(page)
      await inner.waitForLoadState()
      if (end === 'button') await page.keyboard.press('Enter')
      else if (end === 'script') await inner.click('#end')
      else {
        await inner.focus('#written')
        await page.keyboard.press('Escape')
      }
      await gone(page)
      assert.equal(await frame.evaluate(() => document.activeElement!.id), 'go', end)
    }
    await close()
  })

  test('takes ten million characters, and leaves other windows to the browser', async () => {
    const { frame, page, context, close } = await opened.show(
      pageOf(
        `const w = open('')
        w.document.write('<p id=written>Text')
        for (let at = 0; at < 12; at++) w.document.write('x'.repeat(1e6))
        w.document.close()`,
        `<iframe name=part></iframe><button id=out onclick="window.own = window.open('', 'part') === frames.part && window.open('', '_self') === window; window.open('https://example.invalid/')">Out</button>`,
      ),
    )
    const [popup] = await Promise.all([context.waitForEvent('page'), press(frame.locator('#out'))])
    await popup.close()
    assert.equal(await frame.evaluate('own'), true)
    await frame.evaluate(() => document.querySelector('iframe')!.remove())
    await press(frame.locator('#go'))
    const inner = await written(page)
    assert.equal(
      await inner.evaluate(() => document.querySelector('#written')!.textContent!.length),
      9_000_004,
    )
    await close()
  })

  test('shows the name of its document beside its button, cut where it is long, or says that it is a new window', async () => {
    const long = 'Receipt of a very long name '.repeat(20).trim()
    for (const [title, name] of [
      ['Receipt', 'Receipt'],
      ['', 'New window'],
      ['&lt;b>قائمة&lt;/b>', '<b>قائمة</b>'],
      ['Invoice \u202Efdp.exe\u2066', 'Invoice fdp.exe'],
      [long, long],
    ] as const)
      for (const width of [1280, 390]) {
        const { frame, page, close } = await opened.show(
          pageOf(
            `const w = open(''); w.document.write('<!doctype html><html lang=en><title>${title}</title><p id=written>12'); w.document.close()`,
          ),
        )
        await page.setViewportSize({ width, height: 800 })
        await press(frame.locator('#go'))
        await written(page)
        const boxes = await boxesOf(frame)
        const around = (words: string) => boxes[boxes.findIndex(({ text }) => text === words) - 1]!
        const [header, button] = [around(name), around('Close')]
        assert.ok(header, `${name} is not shown`)
        assert.ok(header.start > 16 && header.end < button.start, JSON.stringify([header, button]))
        assert.ok(Math.abs(header.middle - button.middle) < 2 && header.height < 30, JSON.stringify(header))
        if (title === long) await screenshot(page, `written-window-long-${width}`, false)
        await close()
      }
  })

  test('looks right and can be read by everybody, light and dark, on a desktop and a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1200, 390]) {
        const { frame, page, close } = await opened.show(
          pageOf(
            `const w = open(''); w.document.write('<!doctype html><html lang=en><title>Receipt</title><h1 id=written>Receipt</h1><p>12'); w.document.close()`,
          ),
        )
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await press(frame.locator('#go'))
        await written(page)
        assert.deepEqual(describeViolations(await axe(page)), [])
        await screenshot(page, `written-window-${colorScheme}-${width}`, false)
        await close()
      }
  })
})
