// Diagrams of Markdown in a real browser: drawn by Mermaid in a frame of its own, shown as pictures, closed to hostile texts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { axe, describeViolations } from '../support/browser.ts'
import { browsing, looksRight } from '../support/browsing.ts'
import { drawn } from '../support/diagrams.ts'
import { editing, writeAtEnd } from '../support/editing.ts'
import type { Company } from '../support/people.ts'

const block = (source: string) => `\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`
const kinds = [
  'graph TD\n  accTitle: From start to end\n  A[Start] --> B{Good?}\n  B -- yes --> C(Keep)',
  'sequenceDiagram\n  Ada->>Ben: Hello',
  'pie title Pets\n  "Dogs" : 3\n  "Cats" : 1',
  'gantt\n  dateFormat YYYY-MM-DD\n  section One\n  Task :a1, 2026-01-01, 30d',
  'classDiagram\n  A <|-- B',
  'stateDiagram-v2\n  [*] --> S',
  'erDiagram\n  A ||--o{ B : has',
  'mindmap\n  root((m))\n    a',
]
const hostile = [
  'graph TD\n  A["<img src=x onerror=parent.postMessage(1)><script>top.hit=1</script>"] --> B\n  click A "javascript:top.hit=1"',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "*{background:url(https://leak.example/)}"}}%%\ngraph TD\n  A["<iframe src=https://leak.example></iframe>"] --> B',
]

describe('diagrams', () => {
  const here = browsing()
  let company: Company

  before(async () => {
    company = await here.service.organization()
  })

  async function open(text: string, options = {}) {
    const fields = { visibility: 'company' }
    const { json } = await here.publish(company.owner.key, fields, { name: 'notes.md', text })
    const opened = await here.signedIn(company.owner.session.cookie, options)
    const asked: string[] = []
    const failed = new Map<string, string>()
    opened.page.on('request', request => asked.push(request.url()))
    opened.page.on('requestfailed', request => failed.set(request.url(), request.failure()!.errorText))
    await opened.page.goto(`${here.service.url}/${json.shortId}`)
    await opened.page.waitForSelector('[data-state=shown]')
    return { ...opened, asked, failed, frame: opened.page.frames()[1]!, id: json.shortId as string }
  }

  test('of every usual kind are drawn, in either theme, with the source below and no violation', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const text = `# Drawn${kinds.map(block).join('')}`
      const { page, frame, problems, close } = await open(text, {
        colorScheme,
        viewport: { width: 1000, height: 3000 },
      })
      await drawn(frame, kinds.length)
      assert.equal(await frame.locator('.recto-drawing').first().getAttribute('alt'), 'From start to end')
      assert.equal(await frame.locator('.recto-source code').first().textContent(), `${kinds[0]}\n`)
      await looksRight(page, `diagrams-${colorScheme}`)
      assert.deepEqual(describeViolations(await axe(frame as unknown as Page)), [])
      assert.deepEqual(problems, [])
      await close()
    }
  })

  test('wait until they come into sight; a page without one fetches nothing for them', async () => {
    const plain = await open('# Plain\n\nWords.')
    const mermaid = (asked: string[]) => asked.filter(url => /\/frame\/[^/]+\/drawing|\/diagrams-/.test(url))
    assert.deepEqual(
      plain.asked.filter(url => /\/drawing|diagrams-/.test(url)),
      [],
    )
    await plain.close()
    const far = await open(`# Far\n\n${'Words.\n\n'.repeat(200)}${block(kinds[0]!)}`)
    await far.frame.waitForSelector('.recto-diagram', { state: 'attached' })
    assert.deepEqual(mermaid(far.asked), [])
    await far.frame.locator('.recto-diagram').scrollIntoViewIfNeeded()
    await drawn(far.frame, 1)
    assert.ok(mermaid(far.asked).length >= 2)
    await far.close()
  })

  // It waits for all of that time.
  if (isAtLength)
    test('are drawn also where what draws them takes eight seconds to come', async () => {
      const text = `# Slow${block(kinds[0]!)}`
      const { json } = await here.publish(
        company.owner.key,
        { visibility: 'company' },
        { name: 'notes.md', text },
      )
      const { page, context, close } = await here.signedIn(company.owner.session.cookie)
      await context.route('**/diagrams-*.js', async route => {
        await new Promise(resolve => setTimeout(resolve, 8000))
        await route.continue()
      })
      await page.goto(`${here.service.url}/${json.shortId}`)
      await page.waitForSelector('[data-state=shown]')
      const frame = await (await page.waitForSelector('.page-frame')).contentFrame()
      await drawn(frame!, 1)
      await close()
    })

  test('are drawn anew for the theme that is chosen', async () => {
    const { page, frame, close } = await open(`# Theme${block(kinds[0]!)}`, { colorScheme: 'light' })
    await drawn(frame, 1)
    const source = () => frame.locator('.recto-drawing').getAttribute('src')
    const light = await source()
    await page.emulateMedia({ colorScheme: 'dark' })
    await frame.waitForFunction(
      before => document.querySelector<HTMLImageElement>('.recto-drawing')!.src !== before,
      light,
    )
    await close()
  })

  test('that are no diagram stay as they were written, and say why', async () => {
    const { frame, close } = await open(
      `# Not${block('this is nothing')}${block(`graph TD\n${'  A-->B\n'.repeat(1200)}`)}`,
    )
    const why = (nth: number) =>
      frame.locator(`.recto-diagram[data-why] >> nth=${nth}`).getAttribute('data-why')
    assert.match((await why(1))!, /too long/)
    assert.match((await why(0))!, /No diagram type/)
    assert.equal(await frame.locator('.recto-drawing').count(), 0)
    await close()
  })

  test('with hostile texts run nothing, load nothing and reach nobody', async () => {
    const { page, frame, asked, failed, close } = await open(`# Hostile${hostile.map(block).join('')}`)
    await frame.waitForFunction(
      () => document.querySelectorAll('.recto-drawing, .recto-diagram[data-why]').length >= 2,
    )
    for (const url of asked.filter(each => each.includes('leak.example')))
      assert.equal(failed.get(url), 'csp')
    assert.equal(await page.evaluate(() => 'hit' in window), false)
    assert.equal(await frame.locator('svg, iframe, script').count(), 0)
    await close()
  })

  test('are drawn beside their source while it is written, with one frame for all of them', async () => {
    const desk = editing(here, () => company)
    const id = await desk.publish('# Plan\n')
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    await desk.open(page, id)
    await writeAtEnd(page, block(kinds[0]!))
    const shown = page.frameLocator('.editor-preview iframe:not(.coming)')
    await shown.locator('.recto-drawing').waitFor()
    await writeAtEnd(page, '\nMore words')
    await shown.getByText('More words').waitFor()
    await shown.locator('.recto-drawing').waitFor()
    assert.equal(await page.locator('.drawing-frame').count(), 1)
    assert.deepEqual(problems, [])
    await close()
  })

  test('are in the print, all of them', async () => {
    const { page, frame, close } = await open(`# Print\n\n${'Words.\n\n'.repeat(200)}${block(kinds[0]!)}`)
    await frame.waitForSelector('.recto-diagram', { state: 'attached' })
    await page.click('[popovertarget=more]')
    await page.click('[data-print]')
    const printing = await page.waitForSelector('.print-frame', { state: 'attached' })
    await drawn((await printing.contentFrame())!, 1)
    await close()
  })
})
