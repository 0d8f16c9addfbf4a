// A published page in its frame, tried in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { atLength, isAtLength } from '../support/at-length.ts'
import { endsAfterJourney, inBrowser, inBrowsers } from '../support/in-browsers.ts'
import { extendTimeout } from '../support/patience.ts'
import { press } from '../support/press.ts'
import { open, reportTo, told } from './show.ts'

/** Megabytes of a page that takes long to come. */
const size = atLength(20, 50)

interface Noted {
  noted: { shares: number[]; words: string[] }
}

/** Runs in the page: notes each step of the line that tells how far the opening has come. */
function noteProgress(): void {
  const noted: Noted['noted'] = { shares: [], words: [] }
  Object.assign(window, { noted })
  new MutationObserver(() => {
    const line = document.querySelector<HTMLProgressElement>('progress.opening')
    if (!line) return
    noted.shares.push(line.value)
    noted.words.push(document.querySelector<HTMLElement>('.opening-words')?.innerText ?? '')
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Waits until the page is shown, for as long as a minute brings it on: that many bytes take a busy machine long. */
async function untilShown(page: Page): Promise<void> {
  const steps = () => page.evaluate(() => (window as unknown as Noted).noted.shares.length)
  for (let isShown = false; !isShown; ) {
    const known = await steps()
    const moved = await page.waitForFunction(
      count =>
        document.querySelector('[data-state=shown]')
          ? 'shown'
          : (window as unknown as Noted).noted.shares.length > count && 'on its way',
      known,
      { timeout: extendTimeout(60_000) },
    )
    isShown = (await moved.jsonValue()) === 'shown'
  }
}

inBrowsers('a page shown in its frame', browserName => {
  const opened = open({ browserName, shell: !isAtLength })

  test('scrolls to the fragment of the shell address, and to a heading chosen from the contents', async () => {
    const { frame, page, close } = await opened.show(
      `<!doctype html><h1>Top</h1><div style="height:3000px"></div><h2 id=deep>Deep</h2><div style="height:3000px"></div><h2>Deeper</h2><div style="height:2000px"></div>`,
      { hash: '#deep' },
    )
    await frame.waitForFunction(() => scrollY > 2500)
    await page.click('[popovertarget=contents]')
    await page.click('#contents-list >> text=Deeper')
    await frame.waitForFunction(() => scrollY > 5500)
    await close()
  })

  test('made from Markdown runs no script, whatever slipped through', async () => {
    const { frame, close } = await opened.show(
      `<!doctype html><title>quiet</title><script>document.title = 'inline'</script><script src="data:text/javascript,document.title='src'"></script>
      <img src=x onerror="document.title='handler'"><a id=js href="javascript:document.title='url'">x</a><form action="/v1/x"><button id=b>x</button></form><iframe srcdoc="<script>parent.document.title='srcdoc'</script>"></iframe><h1>Text</h1>`,
      { profile: 'md' },
    )
    await press(frame.locator('#js'))
    await press(frame.locator('#b'))
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal(await frame.title(), 'quiet')
    assert.equal(await frame.innerText('h1'), 'Text')
    await close()
  })

  test('of an anonymous author reaches no network, sends no form, opens no dialog', async () => {
    const before = opened.stage.requests.length
    const { frame, close } = await opened.show(
      `${reportTo}<form action="${opened.stage.url}/v1/form" target=_blank method=post><button id=send>Sign in</button></form><script>
      const out = {}, mark = name => [() => out[name] = 'ok', () => out[name] = 'refused']
      const u = '${opened.stage.url}/v1/'
      const element = (tag, set) => new Promise((ok, no) => { const e = Object.assign(document.createElement(tag), set, { onload: ok, onerror: no }); document.head.append(e) })
      addEventListener('DOMContentLoaded', () => Promise.allSettled([
        fetch(u + 'fetch', { mode: 'no-cors' }).then(...mark('fetch')), element('img', { src: u + 'img' }).then(...mark('img')),
        element('script', { src: u + 'script' }).then(...mark('script')), element('link', { rel: 'stylesheet', href: u + 'css' }).then(...mark('css')),
        new Promise((ok, no) => { const w = new WebSocket(u.replace('http', 'ws')); w.onopen = ok; w.onerror = no }).then(...mark('ws')),
      ]).then(() => { navigator.sendBeacon(u + 'beacon', 'x'); out.rtc = typeof RTCPeerConnection; out.confirm = String(confirm('?')); document.title = JSON.stringify(out) }))
      </script>`,
      { profile: 'preview' },
    )
    const out = await told(frame)
    assert.deepEqual(out, {
      fetch: 'refused',
      img: 'refused',
      script: 'refused',
      css: 'refused',
      ws: 'refused',
      rtc: 'undefined',
      confirm: 'false',
    })
    await press(frame.locator('#send'))
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.deepEqual(
      opened.stage.requests.slice(before).filter(({ path }) => path.startsWith('/v1/')),
      [],
    )
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('reads every property of its window, document and navigator without an exception', async () => {
    const { frame, close } = await opened.show(`${reportTo}<script>
      const threw = []
      const read = (of, name) => { try { of[name] } catch (error) { threw.push(name + ': ' + error.name) } }
      for (const of of [window, document, navigator])
        for (let at = of; at; at = Object.getPrototypeOf(at))
          for (const name of Object.getOwnPropertyNames(at)) read(of, name)
      document.title = JSON.stringify({ threw: threw.join() })</script>`)
    assert.deepEqual(await told(frame), { threw: '' })
    await close()
  })

  test('refuses locks and lasting storage by promises', async () => {
    const { frame, close } = await opened.show(`${reportTo}<script>
      const asked = [() => navigator.locks?.request('a', () => 1), () => navigator.storage?.estimate()]
      Promise.allSettled(asked.map(ask => ask() ?? Promise.reject())).then(all => {
        document.title = JSON.stringify({ states: all.map(({ status }) => status).join() })
      })</script>`)
    assert.deepEqual(await told(frame), { states: 'rejected,rejected' })
    await close()
  })

  test('has storage and cookies that work as long as it is shown', async () => {
    const { frame, close } = await opened.show(`${reportTo}<script>
      localStorage.theme = 'dark'; localStorage.setItem('a', 1); sessionStorage.setItem('b', '2')
      document.cookie = 'k=v; path=/'; document.cookie = 'l=w; max-age=3600'; document.cookie = 'gone=1; expires=Thu, 01 Jan 1970 00:00:00 GMT'; document.cookie = 'gone=2; max-age=soon; expires=Thu, 01 Jan 1970 00:00:00 GMT'
      document.cookie = 'gone=3; max-age=9; Max-Age =0'; document.cookie = 'n = o ; max-age=0x'; document.cookie = 'kept; max-age=0; max-age=9'; document.cookie = 'm=a=b; expires=0'
      const out = { theme: localStorage.getItem('theme'), a: localStorage.a, length: localStorage.length, keys: Object.keys(localStorage).join(),
        missing: String(localStorage.getItem('nope')) + String(localStorage.nope), inside: 'a' in localStorage, is: localStorage instanceof Storage,
        key: localStorage.key(1), json: JSON.stringify(sessionStorage), cookie: document.cookie }
      delete localStorage.a; localStorage.removeItem('theme'); out.after = localStorage.length; sessionStorage.clear(); out.cleared = sessionStorage.length
      document.cookie = 'k=; max-age=0'; out.cookieAfter = document.cookie
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
      Object.defineProperty(document, 'cookie', { get: () => get.call(document), set: text => set.call(document, 'wrapped=' + text) })
      document.cookie = 'yes'; out.cookieWrapped = document.cookie
      document.title = JSON.stringify(out)</script>`)
    assert.deepEqual(await told(frame), {
      theme: 'dark',
      a: '1',
      length: 2,
      keys: 'theme,a',
      missing: 'nullundefined',
      inside: true,
      is: true,
      key: 'a',
      json: '{"b":"2"}',
      cookie: 'k=v; l=w; n=o; kept; m=a=b',
      after: 0,
      cleared: 0,
      cookieAfter: 'l=w; n=o; kept; m=a=b',
      cookieWrapped: 'l=w; n=o; kept; m=a=b; wrapped=yes',
    })
    await close()
  })

  test('runs its scripts in order, as a served page does', async () => {
    const { frame, close } =
      await opened.show(`<!doctype html><html lang=de class=own><head><title>-</title><script>
      window.log = ['head ' + document.compatMode + ' ' + document.documentElement.className + ' ' + document.documentElement.dataset.theme]
      document.addEventListener('DOMContentLoaded', () => log.push('dcl ' + document.readyState)); addEventListener('load', () => { log.push('load'); setTimeout(() => document.title = JSON.stringify({ log: log.join('; ') }), 50) })
      </script><script type=module>log.push('module')</script><script defer src="data:text/javascript,log.push('defer')"></script></head>
      <body><script src="data:text/javascript,log.push('blocking')"></script><script>log.push('body'); document.write('<b id=w>written</b>'); document.close()</script>
      <p id=after>ünïcödé ✓ 𝕏</p><script>log.push('end ' + (document.getElementById('w') !== null))</script></body></html>`)
    const { log } = await told(frame)
    assert.equal(
      log,
      'head CSS1Compat own auto; blocking; body; end true; module; defer; dcl interactive; load',
    )
    assert.equal(await frame.innerText('#after'), 'ünïcödé ✓ 𝕏')
    await close()
  })

  test('keeps fragment links inside, opens other addresses beside, and stops at links to files that are not there', async () => {
    const { context, frame, page, close } =
      await opened.show(`<!doctype html><a id=f href="#end">down</a><a id=dead href="other.html">other</a>
      <a id=ext href="https://example.invalid/">out</a><form id=form action="other.php"><input name=q><button id=send>Go</button></form>
      <div style="height:3000px"></div><p id=end>End</p>`)
    await press(frame.locator('#f'))
    await frame.waitForFunction(() => scrollY > 1000)
    await press(frame.locator('#dead'))
    await page.waitForFunction(() => /not part of it/.test(document.querySelector('#status')!.textContent!))
    await press(frame.locator('#send'))
    const [popup] = await Promise.all([context.waitForEvent('page'), press(frame.locator('#ext'))])
    assert.equal(await frame.getAttribute('#ext', 'rel'), 'noopener')
    await popup.close()
    assert.equal(await frame.innerText('#end'), 'End')
    await close()
  })

  test('learns the theme, at first and when the reader changes it, and the choice is remembered', async () => {
    const body = `${reportTo}<script>window.first = document.documentElement.dataset.theme</script>`
    const { frame, page, close } = await opened.show(body, { apart: true })
    const state = () =>
      frame.evaluate(() => [
        document.documentElement.dataset.theme,
        document.documentElement.classList.contains('dark'),
        matchMedia('(prefers-color-scheme: dark)').matches,
      ])
    const choose = async (theme: string) => {
      await page.click('[popovertarget=more]')
      await page.click(`#more [data-theme-choice=${theme}]`)
      await frame.waitForFunction(wanted => document.documentElement.dataset.theme === wanted, theme)
      await page.waitForTimeout(100)
    }
    assert.deepEqual(await state(), ['auto', false, false])
    await choose('dark')
    assert.deepEqual(await state(), ['dark', true, true])
    await choose('light')
    assert.deepEqual(await state(), ['light', false, false])
    await page.reload()
    await page.waitForSelector('[data-state=shown]')
    assert.equal(await page.frames()[1]!.evaluate('first'), 'light')
    await close()
  })

  test(`of ${size} MB says how far it has come, and arrives whole`, async () => {
    const paragraph = `<p>${'lorem ipsum dolor sit amet é ✓ '.repeat(300)}</p>\n`
    const body = Buffer.from(
      `<!doctype html><title>big</title>${paragraph.repeat(Math.ceil((size * 1_048_576) / Buffer.byteLength(paragraph)))}<p id=last>last</p>`,
    )
    const id = 'BigPagexxx'
    opened.stage.pages.set(id, { profile: 'html', content: body })
    const page = await opened.browser.newPage()
    await page.addInitScript(noteProgress)
    await page.goto(`${opened.stage.url}/${id}`)
    await untilShown(page)
    const { shares, words } = await page.evaluate(() => (window as unknown as Noted).noted)
    assert.ok(
      shares.some(share => share > 0 && share < 1),
      `the line moved: ${shares}`,
    )
    assert.deepEqual(
      shares,
      [...shares].sort((a, b) => a - b),
    )
    assert.ok(
      words.some(text => new RegExp(`Opening… \\d+(\\.\\d)? of ${size} MB`).test(text)),
      words.join('|'),
    )
    const frame = page.frames()[1]!
    await frame.waitForSelector('#last', { state: 'attached', timeout: extendTimeout(60_000) })
    assert.equal(await page.locator('progress.opening').count(), 0)
    opened.stage.pages.delete(id)
    await page.close()
  })

  test('of a few bytes shows no progress at all', async () => {
    const { page, close } = await opened.show('<!doctype html>hello')
    assert.equal(await page.locator('progress, .opening-words').count(), 0)
    await close()
  })

  test('is shown from the host of the app when its own host does not answer', async () => {
    const { frame, page, close } = await opened.show('<!doctype html><h1>here</h1>', { deafHost: true })
    assert.equal(new URL(frame.url()).host, new URL(opened.stage.url).host)
    assert.equal(await frame.innerText('h1'), 'here')
    assert.equal(await frame.evaluate(() => self.origin), 'null')
    assert.equal(await page.locator('iframe').count(), 1)
    await close()
  })

  test('by an anonymous author waits for one click, once in a visit', async () => {
    const preview = {
      createdAt: new Date(Date.now() - 7_200_000),
      expiresAt: new Date(Date.now() + 86_400_000 * 12),
      reportPath: '/report',
      interstitial: true,
    }
    const id = 'Previewxxx'
    opened.stage.pages.set(id, {
      profile: 'preview',
      content: '<!doctype html><h1>kept back</h1>',
      props: { preview },
    })
    const page = await opened.browser.newPage()
    await page.goto(`${opened.stage.url}/${id}`)
    await page.waitForTimeout(300)
    assert.equal(await page.locator('iframe').count(), 0)
    assert.match(await page.innerText('.banner'), /Unclaimed page by an anonymous author[\s\S]*12 days/)
    await page.click('[data-open-page]')
    await page.waitForSelector('[data-state=shown]')
    await page.reload()
    await page.waitForSelector('[data-state=shown]')
    assert.equal(await page.frames()[1]!.innerText('h1'), 'kept back')
    opened.stage.pages.delete(id)
    await page.close()
  })
})

// Over WebDriver BiDi nothing sets the system's colour scheme.
inBrowser('chromium', 'a page shown in its frame of a dark system', () => {
  const opened = open()

  test('learns the theme of the system', async () => {
    const { frame, page, close } = await opened.show('<!doctype html>hello', { apart: true })
    await page.emulateMedia({ colorScheme: 'dark' })
    await frame.waitForFunction(() => document.documentElement.classList.contains('dark'))
    assert.deepEqual(
      await frame.evaluate(() => [
        document.documentElement.dataset.theme,
        matchMedia('(prefers-color-scheme: dark)').matches,
      ]),
      ['auto', true],
    )
    await close()
  })

  test('is as light as its author made it where it never says that it can be dark', async () => {
    const ink = async (head: string) => {
      const { frame, page, close } = await opened.show(`<!doctype html>${head}<p>Words`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await frame.waitForFunction(() => document.documentElement.classList.contains('dark'))
      const seen = await frame.evaluate(() => getComputedStyle(document.body).color)
      await close()
      return seen
    }
    assert.equal(await ink(''), 'rgb(0, 0, 0)')
    assert.equal(await ink('<meta name=color-scheme content="light dark">'), 'rgb(255, 255, 255)')
  })
})
