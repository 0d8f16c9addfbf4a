// The first view of a page, in a real browser: what is asked for, how often, and in what order.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commenting } from '../support/commenting.ts'
import { open } from './show.ts'
import { noBrowser } from './stage.ts'

const file = '<!doctype html><title>One</title><h1>Once</h1>'

describe('the first view of a page', { skip: noBrowser }, () => {
  const opened = open({ shell: true, apart: true })

  test('asks for the file once and for the frame once, both before our script has run', async () => {
    const before = opened.stage.requests.length
    const { page, frame, close } = await opened.show(file)
    assert.equal(await frame.innerText('h1'), 'Once')
    const paths = opened.stage.requests.slice(before).map(({ path }) => path)
    assert.equal(paths.filter(path => path.endsWith('/content')).length, 1, paths.join('\n'))
    assert.equal(paths.filter(path => path.startsWith('/frame/')).length, 1, paths.join('\n'))
    const document = await (await page.context().request.get(page.url())).text()
    assert.match(document, /<iframe class="page-frame" data-came/)
    assert.match(document, /<link rel="preload" as="fetch" href="[^"]+\/content" crossorigin/)
    await close()
  })

  test('shows the page in the frame that came with the document, under the rules of its profile', async () => {
    const { page, close } = await opened.show(file)
    const frame = page.locator('iframe')
    assert.equal(await frame.count(), 1)
    const [sandbox, allow, referrer] = await Promise.all(
      ['sandbox', 'allow', 'referrerpolicy'].map(name => frame.getAttribute(name)),
    )
    assert.equal(
      sandbox,
      'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-pointer-lock',
    )
    assert.equal(allow, 'fullscreen; clipboard-write')
    assert.equal(referrer, 'no-referrer')
    await close()
  })

  test('of a large file waits for the script, which knows how to hold little of it at a time', async () => {
    const { page, close } = await opened.show(`${file}<p>${'x'.repeat(1_100_000)}</p>`)
    const document = await (await page.context().request.get(page.url())).text()
    assert.doesNotMatch(document, /rel="preload"/)
    await close()
  })

  test('without script says what to do and shows no empty frame', async () => {
    opened.stage.pages.set('NoScriptxx', { profile: 'html', content: file })
    const context = await opened.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${opened.stage.url}/NoScriptxx`)
    assert.equal(await page.locator('iframe').isVisible(), false)
    assert.match(await page.innerText('.notice'), /This page needs JavaScript/)
    await context.close()
    opened.stage.pages.delete('NoScriptxx')
  })
})

describe('the first view of a page with three comments', { skip: noBrowser }, () => {
  const { ground, people, publish, post, browserOf } = commenting()

  test('takes its owner 12 requests of ours, 6 of them before the content is there, with stream and favicon', async () => {
    const id = await publish()
    for (const body of ['One', 'Two', 'Three']) await post(`/v1/artifacts/${id}/comments`, { body })
    const { page, close } = await browserOf(people.company.owner.session)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    const held = Promise.withResolvers<void>()
    await page.route('**/content', route => held.promise.then(() => route.continue()))
    const [font, frame, news] = [/\.woff2$/, /\/frame\//, /\/places\?since=/].map(url =>
      page.waitForResponse(url),
    )
    // Every script of the document has run by then, and the window has not loaded, so no favicon was asked for.
    await page.goto(`${ground.service.url}/${id}`, { waitUntil: 'domcontentloaded' })
    await Promise.all([font, frame])
    assert.equal(asked.length, 6, asked.join('\n'))
    held.resolve()
    await news
    // Playwright tells of no favicon, and Chromium asks for one.
    assert.equal(asked.length + 1, 12, asked.join('\n'))
    assert.equal(asked.filter(url => url.includes('/live?')).length, 1, asked.join('\n'))
    await close()
  })
})
