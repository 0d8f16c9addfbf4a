// The documentation in a browser: found by keyboard, read on a phone, usable without a script.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browsing, looksRight } from '../support/browsing.ts'
import { inBrowsersAtLength } from '../support/in-browsers.ts'

inBrowsersAtLength('the documentation', browserName => {
  const here = browsing({ browserName })

  test('"How it works" is found by typing, and by the arrow keys alone', async () => {
    const { page, problems } = await here.signedIn(null)
    await page.goto(`${here.service.url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('two writers')
    await page.getByRole('link', { name: /Two writers at once/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/history#two-writers-at-once$/)
    await page.keyboard.press('Control+k')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'doc-search')
    await page.keyboard.type('zzzzqq')
    await page.getByText('Nothing found.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nothing found.').waitFor({ state: 'hidden' })
    assert.deepEqual(problems, [])
  })

  test('without a script the search is a page, and the contents open', async () => {
    const { page } = await here.signedIn(null, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    await page.goto(`${here.service.url}/docs`)
    await page.getByText('Contents', { exact: true }).click()
    await page.getByRole('link', { name: 'Share a page' }).click()
    await page.getByRole('heading', { name: 'Share a page', level: 1 }).waitFor()
    await page.getByRole('searchbox').fill('idempotency')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('heading', { name: 'Search results' }).waitFor()
    assert.ok((await page.locator('.doc-results.listed a').count()) > 1)
  })

  test('the ways to do a thing are tabs, walked by arrow keys, and the way chosen is that of every page', async () => {
    const { page, problems } = await here.signedIn(null)
    await page.goto(`${here.service.url}/docs/publish`)
    const first = page.getByRole('tablist').first()
    const tab = (name: string) => first.getByRole('tab', { name })
    await page.getByRole('tabpanel', { name: 'Terminal' }).first().waitFor()
    await tab('Terminal').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await tab('curl').getAttribute('aria-selected'), 'true')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'curl')
    await looksRight(page, 'docs-tabs')
    await page.keyboard.press('End')
    await page.getByText('Publish report.md with Recto for the company').waitFor()
    await page.getByText('Update the report at its link').waitFor()
    await page.goto(`${here.service.url}/docs/share`)
    await page.getByText('Share this page with ben@example.com').waitFor()
    assert.ok(await page.getByText('recto share SHORT_ID ben@example.com').isHidden())
    assert.deepEqual(problems, [])
  })

  test('every kind of page is accessible', async () => {
    const { page } = await here.signedIn(null)
    const kinds = {
      front: '',
      guide: '/publish',
      commands: '/commands',
      api: '/api',
      resource: '/api/comments',
      problems: '/problems',
      problem: '/problems/not_found',
      changes: '/changelog',
      results: '/search?q=key',
    }
    for (const [kind, path] of Object.entries(kinds)) {
      await page.goto(`${here.service.url}/docs${path}`)
      await looksRight(page, `docs-${kind}`)
    }
  })

  test('no page scrolls sideways on a small phone, and each is accessible', async () => {
    const { page } = await here.signedIn(null, { viewport: { width: 320, height: 640 } })
    const list = await (await fetch(`${here.service.url}/llms.txt`)).text()
    const paths = [...list.matchAll(/\/docs\/[\w-]+(?=\.md)/g)].map(([path]) => path.replace(/\/index$/, ''))
    assert.ok(paths.length > 15)
    for (const path of [...paths, '/docs/problems/not_found', '/docs/api/comments', '/docs/search?q=key']) {
      await page.goto(`${here.service.url}${path}`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= 320, `${path} is ${width} wide`)
    }
    await page.goto(`${here.service.url}/docs/share`)
    await looksRight(page, 'docs')
  })
})
