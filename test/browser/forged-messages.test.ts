// A page that held the port of its frame could say at worst any words of the protocol, in any order, true or not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBrowsers } from '../support/in-browsers.ts'
import { fc } from '../support/properties.ts'
import { open } from './show.ts'

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constant('<img src=x onerror=alert(1)>'),
  fc.constant('x'.repeat(4001)),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.constant(-1), fc.constant(1e9))
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text, number)

/** Nearly a word of the protocol: its type, and fields of which some fit. */
const nearly = (type: string, fit: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    Object.fromEntries([
      ['type', fc.constant(type)],
      ...Object.entries(fit).map(([name, value]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: value }, anything),
      ]),
      ['extra', anything],
    ]),
  )

const selected = fc.record(
  { exact: text, prefix: text, suffix: text, start: number, end: number, y: number, path: text, html: text },
  { requiredKeys: ['exact', 'prefix', 'suffix', 'start', 'end'] },
)

const part = fc.oneof(fc.constant(null), fc.record({ x: number, y: number }), anything)
const picked = fc.record({
  path: fc.oneof(fc.constant('body > img:nth-of-type(1)'), text),
  tag: fc.oneof(fc.constant('img'), text),
  words: text,
  point: part,
  region: part,
})

const message = fc.oneof(
  nearly('pointed', { picked }),
  nearly('picked', { picked }),
  nearly('pick-left', {}),
  nearly('inner-frame', {
    picked: fc.oneof(picked, fc.constant(null)),
    at: fc.oneof(fc.record({ x: number, y: number }), fc.constant(null)),
  }),
  nearly('selected', { selected: fc.oneof(selected, fc.constant(null)) }),
  nearly('hit', { ids: fc.array(fc.oneof(text, fc.uuid()), { maxLength: 25 }) }),
  nearly('tops', {
    scroll: number,
    tops: fc.array(fc.tuple(text, number), { maxLength: 5 }),
    missing: fc.array(text, { maxLength: 5 }),
  }),
  nearly('showed', { id: text, found: fc.boolean() }),
  // The one key there is counts only after a press of the reader's, which the browser's remote control feigns.
  nearly('key', { key: fc.constantFrom('publish', 'sign-out') }),
  nearly('title', { text }),
  nearly('outline', { headings: fc.array(fc.record({ level: number, text, id: text }), { maxLength: 5 }) }),
  nearly('dead-link', { href: text }),
  nearly('marked', { count: number }),
  nearly('scrolled', { index: number, share: number }),
  nearly('constructor', {}),
  nearly('__proto__', {}),
  anything,
)

/** Tells whether the comments of a page request the path on their own. */
const isReading = (path: string): boolean => /^\/v1\/artifacts\/[^/]+\/comments(\/places|\?)/.test(path)

/** A frame document of somebody else's, which says all of it at once when the shell listens. */
const saying = (messages: readonly unknown[]) => `<!doctype html><script>
  const messages = ${JSON.stringify(messages).replaceAll('<', '\\u003c')}
  addEventListener('message', ({ ports: [port] }) => {
    port.onmessage = ({ data }) => {
      if (data.type === 'watch') for (const message of messages) port.postMessage(message)
    }
    port.postMessage({ type: 'loaded' })
  })
  parent.postMessage('ready' + location.pathname, '*')
</script>`

inBrowsers('forged messages', browserName => {
  const opened = open({ browserName })
  const comments = { shortId: 'Page', reader: null, may: true, sees: true, signIn: null, open: 0 }

  test('write nothing, ask for nothing, open no form, and are shown as text alone', async () => {
    for (const messages of fc.sample(fc.array(message, { minLength: 85, maxLength: 85 }), {
      numRuns: 4,
      seed: 4400,
    })) {
      const from = opened.stage.requests.length
      const { page, errors, close } = await opened.show('<!doctype html>', {
        usurper: saying(messages),
        props: { comments },
      })
      await page.waitForTimeout(1000)
      const asked = opened.stage.requests.slice(from).filter(({ path }) => path.startsWith('/v1/'))
      assert.ok(
        asked.every(({ path }) => isReading(path)),
        JSON.stringify(asked),
      )
      assert.deepEqual(
        await page.evaluate(() => ({
          forms: document.querySelectorAll('textarea').length,
          pictures: document.querySelectorAll('img').length,
          open: !document.querySelector<HTMLElement>('#comments')!.hidden,
        })),
        { forms: 0, pictures: 0, open: false },
      )
      assert.deepEqual(errors, [])
      await close()
    }
  })

  test('that offer words to comment on show them before anything is done, and only a press does it', async () => {
    const { page, errors, close } = await opened.show('<!doctype html>', {
      usurper: saying([
        {
          type: 'selected',
          selected: { exact: '<b>Pay me</b>', prefix: '', suffix: '', start: 0, end: 13, y: 40, path: null },
        },
      ]),
      props: { comments },
    })
    const bar = page.getByRole('region', { name: 'Selected text' })
    await bar.getByText('“<b>Pay me</b>”').waitFor()
    assert.equal(await page.locator('textarea').count(), 0)
    await bar.getByRole('button', { name: 'Comment' }).press('Escape')
    await bar.waitFor({ state: 'hidden' })
    assert.deepEqual(errors, [])
    await close()
  })

  const image = {
    path: 'body > img:nth-of-type(1)',
    tag: 'img',
    words: '<b>Pay me</b>',
    alike: 1,
    point: null,
    region: null,
  }

  test('that something was picked count only after a press in the shell, and are shown before they are written on', async () => {
    const said = [
      { type: 'picked', picked: image },
      { type: 'pointed', picked: image },
    ]
    const { page, errors, close } = await opened.show('<!doctype html>', {
      usurper: saying(said),
      props: { comments },
    })
    await page.waitForSelector('.pick-bar', { state: 'attached' })
    await page.waitForTimeout(1000)
    assert.equal(await page.locator('textarea').count(), 0)
    assert.equal(await page.locator('.pick-bar').isVisible(), false)
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    const bar = page.getByRole('region', { name: 'Choose a part of the page' })
    await bar.getByText('Click a part of the page.').waitFor()
    assert.equal(await page.locator('textarea').count(), 0)
    await page.keyboard.press('Enter')
    await bar.waitFor()
    assert.equal(await page.locator('textarea').count(), 0)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'hidden' })
    assert.deepEqual(errors, [])
    await close()
  })

  test('that something was picked while the reader points name it as text in the form, where nothing is sent yet', async () => {
    const usurper = saying([]).replace(
      "if (data.type === 'watch')",
      `if (data.type === 'pick') port.postMessage(${JSON.stringify({
        type: 'picked',
        picked: image,
      }).replaceAll('<', '\\u003c')})
      if (data.type === 'watch')`,
    )
    const from = opened.stage.requests.length
    const { page, close } = await opened.show('<!doctype html>', { usurper, props: { comments } })
    await page.waitForSelector('.pick-bar', { state: 'attached' })
    await page.locator('[data-comments-button]').focus()
    await page.keyboard.press('e')
    await page.getByLabel('Comment on Image “<b>Pay me</b>”').waitFor()
    assert.equal(await page.locator('#comments b').count(), 0)
    const asked = opened.stage.requests.slice(from).filter(({ path }) => path.startsWith('/v1/'))
    assert.ok(
      asked.every(({ path }) => isReading(path)),
      JSON.stringify(asked),
    )
    await close()
  })
})
