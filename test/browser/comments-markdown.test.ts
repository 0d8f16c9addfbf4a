// Comments read as Markdown, in the panel and without script: what people write is shown as they meant it, and nothing of it runs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devices, type Locator } from 'playwright-core'
import { commenting, looksRight, openMenu, panel } from '../support/commenting.ts'

const fence = '```'
const review = `# What I found

The **second** table is *older* than the \`figures.csv\` it names, ~~I think~~ I know.
Two things:

1. take the new file
   - [x] asked for it
   - [ ] read it
2. say so on the page

> It was the old one.
>
> > Was it?

| Quarter | Sold | Returned by those who had bought it |
|---|--:|:-:|
| First | 1,200 | 4 |

${fence}sh
curl --fail https://files.example/quarters/second/figures.csv --output figures.csv # and so on
${fence}

See https://example.com/plan, [the minutes](https://example.com/minutes "Minutes") and ![the chart](https://example.com/chart.png).

---
Ask a@b.example.`

const hostile = `<script>document.title = 'taken'</script>

<img src=x onerror="document.title = 'taken'"> and <b id="status">bold</b>

[one](javascript:document.title='taken') [two](/app/account) <a href="javascript:alert(1)">three</a>`

/** Returns the text of each such element, in the order of the comment. */
const saying = (body: Locator, selector: string): Promise<string[]> =>
  body.locator(selector).allTextContents()

describe('comments read as Markdown', () => {
  const { people, publish, post, browserOf, open } = commenting()

  /** Proves that all of `review` is shown, wherever a person reads it. */
  async function showsReview(body: Locator): Promise<void> {
    await body.locator('table').waitFor()
    assert.deepEqual(await saying(body, 'strong'), ['What I found', 'second'])
    assert.deepEqual(await saying(body, 'em, del, p > code'), ['older', 'figures.csv', 'I think'])
    assert.deepEqual(await saying(body, 'ol > li > ul > li'), [' asked for it', ' read it'])
    assert.deepEqual(await saying(body, 'blockquote blockquote p'), ['Was it?'])
    assert.deepEqual(await saying(body, 'td'), ['First', '1,200', '4'])
    assert.deepEqual(await saying(body, 'a'), [
      'https://example.com/plan',
      'the minutes',
      'the chart',
      'a@b.example',
    ])
    assert.equal(await body.locator('h1, h2, h3, img, [id], [title]').count(), 0)
    assert.equal(await body.locator('a:not([rel="nofollow ugc noopener noreferrer"])').count(), 0)
    const lines = await body
      .locator('p', { hasText: 'Two things' })
      .evaluate(each => (each as HTMLElement).innerText)
    assert.match(lines, /I know\.\nTwo things:/)
  }

  /** Wide code scrolls inside itself, and the keyboard reaches it there. */
  async function scrollsByKey(code: Locator): Promise<void> {
    await code.focus()
    assert.ok(await code.evaluate(each => each.scrollWidth > each.clientWidth))
    await code.press('ArrowRight')
    await code.page().waitForFunction(() => document.activeElement!.scrollLeft > 0)
  }

  test('in the panel, on a desk and on a phone, in both themes', async () => {
    const id = await publish()
    await post(`/v1/artifacts/${id}/comments`, { body: review })
    for (const options of [{}, { ...devices['Pixel 7'] }]) {
      const { page, close, problems } = await browserOf(people.company.owner.session, options)
      await open(page, id)
      await page.getByRole('button', { name: 'Comments, 1 open' }).click()
      await showsReview(panel(page).locator('.comment-body'))
      await scrollsByKey(panel(page).locator('pre'))
      assert.equal(await panel(page).evaluate(each => each.scrollWidth - each.clientWidth), 0)
      assert.ok(await panel(page).getByRole('columnheader', { name: 'Quarter' }).isVisible())
      await panel(page)
        .locator('pre')
        .evaluate(each => each.blur())
      await looksRight(page, `markdown-${'userAgent' in options ? 'phone' : 'desk'}`)
      assert.deepEqual(problems, [])
      await close()
    }
  })

  test('markup, scripts and addresses that run something stay words, here and there', async () => {
    const id = await publish()
    await post(`/v1/artifacts/${id}/comments`, { body: hostile })
    const { page, close, problems } = await browserOf(people.company.owner.session)
    const staysWords = async (body: Locator) => {
      await body.getByText("<script>document.title = 'taken'</script>").waitFor()
      await body.getByText("[one](javascript:document.title='taken') [two](/app/account)").waitFor()
      assert.equal(await body.locator('script, img, b, a').count(), 0)
      assert.doesNotMatch(await page.title(), /taken/)
    }
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await staysWords(panel(page).locator('.comment-body'))
    assert.deepEqual(problems, [])
    await close()
  })

  test('what is written is sent by Control and Enter, and changed as it was typed; others see it at once', async () => {
    const id = await publish()
    const [olga, ben] = await Promise.all([
      browserOf(people.company.owner.session),
      browserOf(people.ben.session),
    ])
    for (const { page } of [olga, ben]) {
      await open(page, id)
      await page.getByRole('button', { name: 'Comments' }).click()
    }
    await panel(olga.page).getByRole('button', { name: 'Comment on page' }).click()
    const field = olga.page.getByLabel('Your comment on the page')
    await field.fill(`@[${people.ben.name}] look at **this**, not at \`@[${people.ben.name}]\``)
    assert.match(
      (await field.evaluate(each => each.ariaDescribedByElements?.[0]?.textContent ?? ''))!,
      /Markdown/,
    )
    await field.press('Control+Enter')
    const there = panel(ben.page).locator('.comment-body')
    await there.locator('strong', { hasText: 'this' }).waitFor()
    const read = `@${people.ben.name} look at this, not at @[${people.ben.name}]`
    assert.equal(await there.textContent(), read)
    const mine = panel(olga.page).locator('.comment-body')
    await mine.locator('strong', { hasText: 'this' }).waitFor()
    assert.equal(await mine.textContent(), read)
    await openMenu(panel(olga.page))
    await panel(olga.page).getByRole('button', { name: 'Edit' }).click()
    const editing = olga.page.getByLabel('Your comment')
    assert.match(await editing.inputValue(), /look at \*\*this\*\*, not/)
    await editing.fill('- now\n- a list')
    await editing.press('Control+Enter')
    await there.locator('li', { hasText: 'a list' }).waitFor()
    assert.deepEqual([...olga.problems, ...ben.problems], [])
    await Promise.all([olga.close(), ben.close()])
  })

  test('what is pasted and too long to be sent is not cut: it stays, and the length that fits is said', async () => {
    const id = await publish()
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await open(page, id)
    await page.locator('[data-comments-button]').click()
    await panel(page).getByRole('button', { name: 'Comment on page' }).click()
    const field = page.getByLabel('Your comment on the page')
    await field.focus()
    await page.keyboard.insertText('x'.repeat(50_000))
    await page.keyboard.press('Control+Enter')
    await panel(page).getByText('This has 50,000 characters, and a comment at most 10,000.').waitFor()
    assert.equal((await field.inputValue()).length, 50_000)
    await field.fill('🦊'.repeat(10_000))
    await page.keyboard.press('Control+Enter')
    await panel(page).locator('.comment-body', { hasText: '🦊🦊' }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('without its parser words are there as typed, and plain ones never ask for it', async () => {
    const id = await publish()
    await post(`/v1/artifacts/${id}/comments`, { body: 'First words.\n\nSecond words.' })
    const { page, context, close } = await browserOf(people.company.owner.session)
    const asked: string[] = []
    await context.route('**/assets/comment-markdown-*.js', route => {
      asked.push(route.request().url())
      return asked.length === 1 ? route.abort() : route.continue()
    })
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await panel(page).getByText('Second words.').waitFor()
    assert.deepEqual(await saying(panel(page), '.comment-body p'), ['First words.', 'Second words.'])
    assert.equal(asked.length, 0)
    await post(`/v1/artifacts/${id}/comments`, { body: '**Third** words.' })
    await panel(page).getByText('**Third** words.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Comments, 2 open' }).click()
    await panel(page).locator('strong', { hasText: 'Third' }).waitFor()
    assert.equal(asked.length, 2)
    await close()
  })
})
