// A published page harms nothing outside its frame, tried in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { inBrowser, inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { until } from '../support/until.ts'
import { type Opened, open, reportTo, told } from './show.ts'

/** A page that hangs in a process of its own, as Chromium gives it one by itself. */
function hangs(opened: Opened): void {
  test('that hangs on its own host leaves the shell awake, and the reader can stop it', async () => {
    const { page, frame, close } = await opened.show('<!doctype html>hello')
    await frame.evaluate(
      () =>
        void setTimeout(() => {
          for (;;);
        }),
    )
    await page.locator('.stop-offer').waitFor()
    assert.equal(await page.evaluate(() => 1 + 1), 2, 'the shell answers while the page never will')
    await page.click('.stop-offer >> text=Stop page')
    assert.match(await page.innerText('.notice'), /You stopped this page/)
    assert.equal(await page.locator('iframe').count(), 0)
    await close()
  })
}

inBrowsers('a page in its frame', browserName => {
  const opened = open({ browserName })

  test('finds no session, no storage of the app, no document above it, and cannot lead the tab away', async () => {
    const { frame, page, close } = await opened.show(`${reportTo}<script>
      const tries = {
        topHref: () => top.location.href, topSet: () => { top.location = 'https://example.com/' },
        parentDom: () => parent.document.title, parentStorage: () => parent.localStorage.length,
        domain: () => { document.domain = 'localhost' }, opener: () => String(window.opener),
        absent: () => ['caches', 'indexedDB', 'cookieStore'].filter(name => name in window).join() + ('serviceWorker' in navigator),
        frameElement: () => String(window.frameElement), cookie: () => document.cookie, origin: () => self.origin }
      const out = {}
      for (const [name, go] of Object.entries(tries)) { try { out[name] = String(go()) } catch (e) { out[name] = e.name } }
      const api = '${opened.stage.url}/v1/me'
      Promise.allSettled([fetch(api, { credentials: 'include' }), fetch(api, { mode: 'no-cors', credentials: 'include' }),
        new Promise((ok, no) => { const x = new XMLHttpRequest(); x.withCredentials = true; x.open('GET', api); x.onload = ok; x.onerror = no; x.send() }),
        new Promise((ok, no) => { const i = new Image(); i.onload = ok; i.onerror = no; i.src = '${opened.stage.url}/v1/me?image' })])
        .then(all => { out.calls = all.map(a => a.status).join(); document.title = JSON.stringify(out) })
    </script>`)
    const out = await told(frame)
    for (const name of ['topHref', 'topSet', 'parentDom', 'parentStorage', 'domain'])
      assert.match(out[name]!, /SecurityError/, name)
    assert.equal(out.absent, 'false')
    assert.equal(out.cookie, '')
    assert.equal(out.origin, 'null')
    assert.equal(out.frameElement, 'null')
    assert.equal(out.calls, 'rejected,rejected,rejected,rejected')
    const calls = opened.stage.requests.filter(({ path }) => path.startsWith('/v1/me'))
    assert.ok(calls.length >= 3)
    for (const call of calls) assert.deepEqual([call.cookie, call.site], ['', 'cross-site'])
    assert.equal(new URL(page.url()).origin, opened.stage.url)
    await close()
  })

  test('that leads itself elsewhere is taken away, and the reader is told where it wanted to go', async () => {
    const { page, close } = await opened.show(
      `<!doctype html>hello<script>setTimeout(() => location = 'https://example.com/steal?x=1', 100)</script>`,
      { state: 'ended' },
    )
    assert.match(await page.innerText('.notice'), /This page tried to leave[\s\S]*example\.com/)
    assert.equal(await page.locator('iframe').count(), 0)
    await close()
  })

  test('that is closed never shows a document of its own making, which would have peer connections', async () => {
    const { page, close } = await opened.show(
      `<!doctype html>hello<script>onmessage = () => { location = URL.createObjectURL(new Blob(['<h1>Sign in'], {type:'text/html'})) }</script>`,
      { waitUntil: 'domcontentloaded', profile: 'offline' },
    )
    await page.evaluate(() => frames[0]!.postMessage('go', '*'))
    // Firefox leaves the page as it was; Chromium loads a page of its own in its place.
    await page
      .getByText(/This page tried to leave|didn’t let this page open/)
      .first()
      .waitFor({ state: 'attached' })
    for (const frame of page.frames()) {
      const words = await frame.innerText('body').catch(error => {
        // It may go while it is asked, and shows nothing then.
        if (!frame.isDetached()) throw error
        return ''
      })
      assert.doesNotMatch(words, /Sign in/)
    }
    await close()
  })

  test('that turns elsewhere is hidden at once, before it is shown again', async () => {
    const { page, frame, close } = await opened.show('<!doctype html>hello')
    await page.evaluate(() => {
      const shown = document.querySelector<HTMLIFrameElement>('iframe.page-frame')!
      const leaving = () => {
        if (!shown.isConnected) document.title = `removed ${shown.style.visibility}`
      }
      new MutationObserver(leaving).observe(shown.parentElement!, { childList: true })
    })
    await frame.evaluate(() => location.reload()).catch(() => undefined)
    await page.waitForFunction(() => document.title.startsWith('removed'))
    assert.equal(await page.title(), 'removed hidden')
    await close()
  })

  test('cannot make the tab open a window without a click, nor reach the opener when one opens', async () => {
    const { context, frame, page, close } = await opened.show(
      `${reportTo}<a id=out2 href="${opened.stage.url}/v1/x">beside</a><script>document.title = JSON.stringify({ opened: String(window.open('${opened.stage.url}/')) })</script>`,
      { apart: true },
    )
    assert.equal((await told(frame)).opened, 'null')
    const popup = await openedBy(context, () => press(frame.locator('#out2')))
    await popup.waitForLoadState()
    assert.equal(await popup.evaluate(() => window.opener), null)
    assert.equal(await page.locator('iframe').count(), 1)
    await popup.close()
    await close()
  })

  test('reads nothing of the port, whatever prototypes it overrides', async () => {
    const { frame, page, close } = await opened.show(
      `${reportTo}<script>
      const seen = []
      const wrap = (on, name) => { const old = on[name]; on[name] = function (...args) {
        if (this instanceof MessagePort || args.some(a => a instanceof MessagePort)) seen.push(name); return old.apply(this, args) } }
      for (const name of ['postMessage', 'addEventListener', 'start', 'close', 'dispatchEvent'])
        for (const on of [MessagePort.prototype, EventTarget.prototype, Window.prototype, window]) if (typeof on[name] === 'function') wrap(on, name)
      for (const name of ['push', 'map', 'filter', 'forEach', Symbol.iterator]) { const old = Array.prototype[name]; Array.prototype[name] = function (...a) { if ([].some && this.length && this[0] instanceof MessagePort) seen.push('array'); return old.apply(this, a) } }
      for (const [proto, name] of [[MessageEvent.prototype, 'data'], [MessageEvent.prototype, 'ports'], [Event.prototype, 'target'], [Event.prototype, 'currentTarget']]) {
        const { get } = Object.getOwnPropertyDescriptor(proto, name)
        Object.defineProperty(proto, name, { configurable: true, get() { const v = get.call(this); if (get.call(this) instanceof MessagePort || (this instanceof MessageEvent && this.type === 'message')) seen.push(name); return v } })
      }
      Object.defineProperty(MessagePort.prototype, 'onmessage', { set() { seen.push('onmessage') } })
      new MutationObserver(() => {
        if (document.documentElement.dataset.theme === 'dark') document.title = JSON.stringify({ seen: seen.join() })
      }).observe(document.documentElement, { attributes: true })
    </script>`,
      { apart: true },
    )
    await page.click('[popovertarget=more]')
    await page.click('#more [data-theme-choice=dark]')
    assert.equal((await told(frame)).seen, '')
    await close()
  })

  test('that is closed and kept from opening a mail is not taken away, or is shown again at a press', async () => {
    for (const address of rowsIn(browserName, ['mailto:a@example.com', 'tel:123'])) {
      const { frame, page, close } = await opened.show(
        `<!doctype html><h1>Page</h1><button onclick="location.href = '${address}'">go</button>`,
        { profile: 'offline' },
      )
      await frame.getByText('go').click({ noWaitAfter: true })
      // Firefox loads nothing in its place; Chromium a page of its own.
      const stays = page.getByText('didn’t let this page open')
      const again = page.getByText('Show the page again')
      await stays.or(again).first().waitFor({ state: 'attached' })
      if (await again.isVisible()) await again.click()
      await page.frameLocator('iframe.page-frame').getByRole('heading', { name: 'Page' }).waitFor()
      await close()
    }
  })

  test('that floods the shell with forged messages changes nothing there', async () => {
    const { frame, page, errors, close } = await opened.show(`${reportTo}<h1>One</h1><h2>Two</h2><script>
      for (let i = 0; i < 1000; i++) { parent.postMessage('ready', '*'); parent.postMessage({ type: 'outline', headings: [{ level: 1, text: '<img src=x onerror=alert(1)>', id: '' }] }, '*') }
      document.title = JSON.stringify({ sent: 'yes' })
    </script>`)
    await told(frame)
    await page.locator('#contents-list li').nth(1).waitFor({ state: 'attached' })
    await page.waitForTimeout(300)
    assert.deepEqual(await page.locator('#contents-list li').allTextContents(), ['One', 'Two'])
    assert.deepEqual(errors, [])
    await close()
  })

  test('that came to hold the port can show wrong headings at most, and is cut off when it floods', async () => {
    const { page, errors, close } = await opened.show('<!doctype html>', {
      usurper: `<!doctype html><script>
        addEventListener('message', ({ ports: [port] }) => {
          const outline = (text, more) => port.postMessage({ type: 'outline', headings: [{ level: 1, text, id: '' }, { level: 2, text: 'x', id: '' }], ...more })
          for (const odd of [null, 7, 'outline', [], { type: 'constructor' }, { type: '__proto__' }, { type: 'outline' }, { type: 'outline', headings: [{ level: 9, text: 'x', id: '' }] },
            { type: 'outline', headings: [{ level: 1, text: 'x'.repeat(121), id: '' }] }, { type: 'dead-link', href: {} }, new Map([['type', 'loaded']])]) port.postMessage(odd)
          outline('<img src=x onerror=alert(1)>', { html: '<script>' })
          for (let i = 0; i < 1000; i++) outline('flood ' + i)
          parent.postMessage('flooded', '*')
        })
        parent.postMessage('ready' + location.pathname, '*')
      </script>`,
    })
    await page.waitForFunction(() => document.querySelectorAll('#contents-list li').length > 0)
    await page.waitForTimeout(500)
    const [first = ''] = await page.locator('#contents-list li').allTextContents()
    assert.match(first, /^flood \d+$/)
    assert.ok(Number(first.slice(6)) < 200, `cut off at ${first}`)
    assert.equal(await page.locator('#contents-list img').count(), 0)
    assert.deepEqual(errors, [])
    await close()
  })

  if (browserName === 'chromium') hangs(opened)
})

inBrowser('firefox', 'a page in its frame and in a process of its own', () => {
  hangs(open({ browserName: 'firefox', preferences: { 'fission.webContentIsolationStrategy': 1 } }))
})

/** The window that a click opens. A browser under load may swallow one, and is asked again. */
async function openedBy(context: BrowserContext, click: () => Promise<void>): Promise<Page> {
  let popup: Page | undefined
  context.once('page', page => {
    popup = page
  })
  let waits = 0
  await until('a window opens', async () => {
    if (waits++ % 500 === 0) await click()
    return popup !== undefined
  })
  return popup!
}
