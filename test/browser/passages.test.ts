// Comments on passages, in a real browser: selected in the frame, written in the shell, painted, and carried along by versions.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices, type Frame, type Page } from 'playwright-core'
import { commenting, looksRight, panel } from '../support/commenting.ts'
import { send } from '../support/http.ts'
import { until } from '../support/until.ts'

const phone = { ...devices['Pixel 7'] }

const frameOf = (page: Page): Frame => page.frames().find(each => each !== page.mainFrame())!

/** Selects words of one text node, as a reader does with the mouse. */
const select = (page: Page, words: string) =>
  frameOf(page).evaluate(wanted => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const at = node.data.indexOf(wanted)
      if (at >= 0) getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length)
    }
  }, words)

/** The words that are painted under that name. */
const painted = (page: Page, name = 'recto-open') =>
  frameOf(page).evaluate(
    wanted =>
      Array.from(CSS.highlights.get(wanted) ?? [], range => {
        const live = document.createRange()
        live.setStart(range.startContainer, range.startOffset)
        live.setEnd(range.endContainer, range.endOffset)
        return live.toString()
      }),
    name,
  )

async function untilPainted(page: Page, words: readonly string[], name?: string): Promise<void> {
  await until(`painted is ${JSON.stringify(words)}`, async () => {
    const now = await painted(page, name)
    return JSON.stringify(now) === JSON.stringify(words)
  })
}

describe('comments on passages', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()
  const edit = async (id: string, version: number, oldText: string, newText: string) => {
    const headers = {
      authorization: `Bearer ${people.company.owner.key}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ edits: [{ oldText, newText }] })
    const sent = { method: 'POST', body, headers: { ...headers, 'if-match': `"v${version}"` } }
    const answer = await send(`${ground.service.url}/v1/artifacts/${id}/edits`, sent)
    assert.equal(answer.status, 200, answer.text)
  }

  test('words selected in the page are quoted, painted, pointed at, and shown again from the list', async () => {
    const id = await publish()
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await select(page, 'start in March')
    const bar = page.getByRole('region', { name: 'Selected text' })
    await bar.getByText('“start in March”').waitFor()
    const button = (await bar.getByRole('button', { name: 'Comment' }).boundingBox())!
    const words = (await page.frameLocator('.page-frame').getByText('We start').boundingBox())!
    assert.ok(Math.abs(button.y + button.height - words.y - words.height) < 24, `${button.y}, ${words.y}`)
    assert.equal(button.width, 36)
    await looksRight(page, 'passage-selected')
    await bar.getByRole('button', { name: 'Comment' }).click()
    await page.getByLabel('Comment on “start in March”').fill('Why then?')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText('Why then?').waitFor()
    await panel(page).locator('blockquote', { hasText: 'start in March' }).waitFor()
    await panel(page).getByRole('button', { name: 'Comment on page' }).waitFor()
    await untilPainted(page, ['start in March'])
    await panel(page).locator('.passage').click()
    await untilPainted(page, ['start in March'], 'recto-active')
    await looksRight(page, 'passage-painted')
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await panel(page).waitFor({ state: 'hidden' })
    const box = (await page.locator('iframe').boundingBox())!
    const at = await frameOf(page).evaluate(() => {
      const [range] = CSS.highlights.get('recto-open')!
      const live = document.createRange()
      live.setStart(range!.startContainer, range!.startOffset)
      live.setEnd(range!.endContainer, range!.endOffset)
      const { x, y, width, height } = live.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })
    await page.mouse.click(box.x + at.x, box.y + at.y)
    await panel(page).getByText('Why then?').waitFor()
    await page.waitForFunction(() => document.activeElement?.id.startsWith('comment-'))
    assert.deepEqual(problems, [])
    await close()
  })

  test('a version moves, changes and detaches passages; a detached thread is hung on other words by hand', async () => {
    const id = await publish()
    const anchor = { textQuote: { exact: 'We start in March.' } }
    const thread = await post(`/v1/artifacts/${id}/comments`, { body: 'Sure?', anchor })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await untilPainted(page, ['We start in March.'])
    await edit(id, 1, 'We start in March.', 'We start in late March.')
    await open(page, id, `?thread=${thread.id}`)
    await untilPainted(page, ['We start in late March.'])
    await panel(page).getByText('The text changed since').waitFor()
    await panel(page).getByText('It was: “We start in March.”').waitFor()
    await edit(id, 2, '<p>We start in late March.', '<ul><li>Nothing is decided, and nobody knows.</ul>')
    await open(page, id, `?thread=${thread.id}`)
    await panel(page)
      .getByText(/^Not found in this version\. /)
      .waitFor()
    assert.deepEqual(await painted(page), [])
    await panel(page).getByRole('button', { name: 'Choose a new place' }).click()
    const bar = page.getByRole('region', { name: 'Selected text' })
    await bar.getByText('Select the text').waitFor()
    await select(page, 'Nothing is decided')
    await looksRight(page, 'passage-attach')
    await bar.getByRole('button', { name: 'Move here' }).click()
    await untilPainted(page, ['Nothing is decided'])
    await panel(page).locator('blockquote', { hasText: 'Nothing is decided' }).waitFor()
    await close()
  })

  test('what others write is painted while the page is open, and what is resolved is not any more', async () => {
    const id = await publish()
    const { page, close } = await browserOf(people.company.owner.session, phone)
    await open(page, id)
    const anchor = { textQuote: { exact: 'The plan' } }
    const thread = await post(`/v1/artifacts/${id}/comments`, { body: 'Which?', anchor })
    await untilPainted(page, ['The plan'])
    await post(`/v1/comments/${thread.id}/resolve`, {})
    await untilPainted(page, [])
    await select(page, 'start')
    await page.getByRole('region', { name: 'Selected text' }).getByRole('button', { name: 'Comment' }).tap()
    await page.getByLabel('Comment on “start”').waitFor()
    await looksRight(page, 'passage-phone')
    await close()
  })

  test('in Markdown the second of two equal passages is the one that was meant', async () => {
    const text = '# Plan\n\n## One\n\nWe agree.\n\n## Two\n\nWe agree.\n\n## Three\n\nWe agree.\n'
    const id = await publish({ visibility: 'company' }, text, 'plan.md')
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await frameOf(page).evaluate(() => {
      const [, second] = [...document.querySelectorAll('p')].filter(each => each.textContent === 'We agree.')
      getSelection()!.selectAllChildren(second!)
    })
    await page.getByRole('region', { name: 'Selected text' }).getByRole('button', { name: 'Comment' }).click()
    await page.getByLabel('Comment on “We agree.”').fill('Do we?')
    await page.keyboard.press('Control+Enter')
    await untilPainted(page, ['We agree.'])
    const before = await frameOf(page).evaluate(() => {
      const [range] = CSS.highlights.get('recto-open')!
      return range!.startContainer.parentElement!.previousElementSibling!.textContent
    })
    assert.match(before!, /Two/)
    await close()
  })

  test('passages are painted and words are quoted also where our script comes after the page has loaded', async () => {
    const id = await publish()
    const anchor = { textQuote: { exact: 'The plan' } }
    await post(`/v1/artifacts/${id}/comments`, { body: 'Which?', anchor })
    const { page, context, close } = await browserOf(people.company.owner.session)
    const loaded = Promise.withResolvers<void>()
    await context.route('**/assets/comments-*.js', async route => {
      await loaded.promise
      await route.continue()
    })
    await page.goto(`${ground.service.url}/${id}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe')
    await select(page, 'start in March')
    loaded.resolve()
    await untilPainted(page, ['The plan'])
    await page.getByRole('region', { name: 'Selected text' }).getByText('“start in March”').waitFor()
    await close()
  })

  test('words that a script writes are found when it has written them', async () => {
    const id = await publish(
      { visibility: 'company' },
      '<!doctype html><h1>Live</h1><p id=t></p><script>setTimeout(() => { t.textContent = "Made by a script." }, 700)</script>',
    )
    const anchor = { textQuote: { exact: 'Made by a script.' }, textPosition: { start: 4, end: 21 } }
    await post(`/v1/artifacts/${id}/comments`, { body: 'This one', anchor })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await untilPainted(page, ['Made by a script.'])
    await close()
  })

  test('passages of the version that is shown stay painted while a newer one says something else there', async () => {
    const id = await publish()
    const anchor = { textQuote: { exact: 'March' } }
    await post(`/v1/artifacts/${id}/comments`, { body: 'Why then?', anchor })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    await untilPainted(page, ['March'])
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await edit(id, 1, 'March', 'April')
    await panel(page).getByText('The text changed since').waitFor()
    await page.waitForTimeout(500)
    await untilPainted(page, ['March'])
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.frameLocator('.page-frame').getByText('April').waitFor()
    await untilPainted(page, ['April'])
    await close()
  })
})
