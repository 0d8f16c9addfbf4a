// Links that stay in the page: they scroll inside its frame, whatever window the page asks for, and open none.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { endsAfterJourney, inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { caseFile } from '../support/real-pages.ts'
import { until } from '../support/until.ts'
import { reachedBy, shownAgain, shownIn } from './page-address.ts'
import { open } from './show.ts'

interface Way {
  modifiers?: readonly string[]
  button?: 'left' | 'middle'
}

const scrolled = (frame: Frame) =>
  until('the page has scrolled', () => frame.evaluate(() => scrollY > 500 && location.hash === '#s'))

inBrowsers('links within a page', browserName => {
  const opened = open({ browserName, shell: !isAtLength })

  for (const profile of rowsIn(browserName, ['html', 'offline'] as const))
    test(`a fragment scrolls inside the frame also where the page opens links beside (${profile})`, async () => {
      const { frame, context, close } = await opened.show(caseFile('base-blank.html'), { profile })
      await frame.getByText('Contents: Section').click()
      await scrolled(frame)
      assert.equal(context.pages().length, 1)
      await close()
    })

  const links = (hrefs: string[]) =>
    `<!doctype html><p>${hrefs.map(href => `<a target="_blank" href="${href}">link ${href || 'empty'}</a><br>`).join('')}
    <p><a target=other id=own>own</a> <a target=other id=part>part</a><div style="height:2000px"></div><h2 id=s>S</h2>
    <script>own.href = document.URL.split('#')[0]; part.href = own.href + '#s'</script>`
  const ways = [{}, { modifiers: ['Control'] }, { modifiers: ['Shift'] }, { button: 'middle' }] as const

  test('neither keys, buttons nor targets make a window of a link that stays or leads nowhere', async () => {
    const { frame, page, context, close } = await opened.show(links(['#s', 'neighbour.html', '/app']))
    const names = ['link #s', 'link neighbour.html', 'link /app', 'part']
    // Each link is tried in each way, in Firefox in one, unless tests run at length.
    for (const [at, name] of names.entries())
      for (const options of rowsIn(browserName, [...ways.slice(at), ...ways.slice(0, at)])) {
        await frame.getByText(name, { exact: true }).click(options as object)
        await frame.evaluate(() => scrollTo(0, 0))
      }
    assert.equal(context.pages().length, 1)
    assert.equal(await page.locator('[data-state=shown] iframe').count(), 1)
    await close()
  })

  test('a link of the author to another site opens beside', async () => {
    const { frame, context, close } = await opened.show(
      '<!doctype html><base target=_blank><a href="https://example.com/">Out</a>',
    )
    const [popup] = await Promise.all([context.waitForEvent('page'), frame.getByText('Out').click()])
    await popup.close()
    await close()
  })

  /** A page of which parts lead to another site, at `beside`. */
  const leading = (html: (beside: string) => string) =>
    opened.show(`<!doctype html><p id=page>Page</p>${html(`${other}/beside`)}`)

  let other = ''
  const site = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'text/html').end('<!doctype html><p id=beside>Beside</p>')
  })
  before(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening')
    other = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  after(() => {
    site.closeAllConnections()
    site.close()
  })

  test('a button that sends a form to another site opens beside, also where it names the window of the page', async () => {
    const targets = rowsIn(browserName, ['_top', '_self', '_parent', '_unfencedTop'])
    const { frame, page, context, close } = await leading(beside =>
      targets
        .map(
          target =>
            `<form action=other.html target=_self><button formtarget=${target} formaction="${beside}">${target}</button></form>`,
        )
        .join(''),
    )
    for (const target of targets) {
      const [popup] = await Promise.all([
        context.waitForEvent('page'),
        press(frame.getByText(target, { exact: true })),
      ])
      await popup.waitForURL(`${other}/beside*`)
      assert.equal(await page.locator('[data-state=shown] iframe').count(), 1, target)
      assert.equal(await frame.textContent('#page'), 'Page', target)
      await popup.close()
    }
    await close()
  })

  test('a script that opens an address in the window of the page leads that, and opens no tab', async () => {
    const { frame, page, context, close } = await opened.show(
      `<!doctype html>${['', '#s', 'other.html', '?a=1'].map(to => `<button onclick="this.title = !window.open('${to}', '_self')?.closed">to ${to}</button>`).join('')}
      <div style="height:2000px"></div><h2 id=s>S</h2>`,
    )
    await press(frame.getByText('to', { exact: true }))
    await frame.locator('[title=true]').waitFor()
    await press(frame.getByText('to #s'))
    await scrolled(frame)
    await press(frame.getByText('to other.html'))
    await page.locator('#status', { hasText: 'other.html' }).waitFor({ state: 'attached' })
    await shownAgain(page, () => press(frame.getByText('to ?a=1')))
    await until('the address follows', async () => (await reachedBy(page)) === '?a=1')
    assert.equal(
      context.pages().length,
      1,
      context
        .pages()
        .map(tab => tab.url())
        .join(),
    )
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('neither keys, buttons nor targets make a window of a link that shows the page again', async () => {
    const { page, context, close } = await opened.show(links(['', '?a=1']))
    for (const name of ['link empty', 'link ?a=1', 'own'])
      for (const { modifiers: [key] = [], button = 'left' } of ways as readonly Way[]) {
        await page.locator('iframe').evaluate(element => element.classList.add('old'))
        const link = page.frameLocator('iframe').getByText(name, { exact: true })
        const { x, y } = (await link.boundingBox())!
        if (key) await page.keyboard.down(key)
        const again = page.locator('[data-state=shown] iframe:not(.old)')
        await until(`the page is shown again by ${name}`, () => {
          // Chromium loses a click on a frame that it has not drawn, and may never answer one whose frame is gone.
          page.mouse.click(x + 5, y + 5, { button }).catch(() => undefined)
          return again.waitFor({ timeout: 2000 }).then(
            () => true,
            () => false,
          )
        })
        if (key) await page.keyboard.up(key)
      }
    assert.equal(context.pages().length, 1)
    await close()
  })

  /** Ways of a script to a window, at a press of the reader's, by what comes of them: in roots where the window sees no event, or around the click itself. */
  const scripted = {
    'shows the page again': {
      'a form in a closed root': `root('closed', '<form target=_blank><input name=tab value=2></form>').querySelector('form').requestSubmit()`,
      'a form in an open root': `root('open', '<form target=_blank action=""><input name=tab value=2></form>').querySelector('form').requestSubmit()`,
      'a form sent by its method': `document.body.appendChild(make('<form target=_blank action="?tab=2"></form>')).submit()`,
      'a form whose event stops': `stopped('').requestSubmit()`,
      'a form at a neighbour whose event stops': `stopped('other.html').requestSubmit()`,
      'a link in a closed root': `root('closed', '<a target=_blank href="?tab=2">a</a>').querySelector('a').click()`,
      'a link outside the document': `make('<a target=_blank href="?tab=2"></a>').click()`,
      'a window at a query': `open('?tab=2')`,
      'a window at the page itself': `open(location.href)`,
    },
    'leads nowhere': {
      'a neighbour in a closed root': `root('closed', '<a target=_blank href="other.html">a</a>').querySelector('a').click()`,
      'a neighbour outside the document': `make('<a target=_blank href="other.html"></a>').click()`,
      'a form at a neighbour': `document.body.appendChild(make('<form target=_blank action="other.html"></form>')).requestSubmit()`,
      'a window at a neighbour': `open('other.html')`,
    },
    'stays where it is': {
      'a window at a fragment': `open('#s0')`,
      'an empty window at a fragment': `open('about:blank#x').opener.location.hash = 's1'`,
    },
  }

  /** Each tells whether the shell shows that one of the ways has come to this outcome, by its place. */
  const signs = {
    'shows the page again': () =>
      document.querySelector('[data-state=shown] iframe.page-frame:not(.old)') !== null,
    'leads nowhere': () => document.querySelector('#status')!.textContent!.includes('other.html'),
    'stays where it is': (at: number) => location.hash === `#s${at}`,
  }

  for (const [outcome, sign] of Object.entries(signs)) {
    const ways = Object.entries(scripted[outcome as keyof typeof signs])
    test(`each of these ${outcome} and opens no tab: ${ways.map(([name]) => name).join(', ')}`, async () => {
      const beside = `${opened.stage.url}/beside`
      opened.stage.documents.set('/beside', () => '<!doctype html><title>Beside</title>')
      const { page, context, close } = await opened.show(`<!doctype html><base target=_blank>
        <script>
        const make = html => { const box = document.createElement('div'); box.innerHTML = html; return box.firstChild.cloneNode(true) }
        const root = (mode, html) => { const it = document.body.appendChild(document.createElement('x-it')).attachShadow({ mode }); it.innerHTML = html; return it }
        const stopped = action => document.body.appendChild(make('<form target=_blank onsubmit="event.stopPropagation()" action="' + action + '"><input name=tab value=2></form>'))
        </script><a id=out href="${beside}">Out</a>`)
      const out = page.frameLocator('iframe.page-frame').locator('#out')
      const tabs: Page[] = []
      const note = (tab: Page) => void tabs.push(tab)
      context.on('page', note)
      for (const [at, [name, code]] of ways.entries()) {
        await out.waitFor({ state: 'attached' })
        await page.evaluate(() => {
          document.querySelector('iframe.page-frame')!.classList.add('old')
          document.querySelector('#status')!.textContent = ''
        })
        // To the browser it is a press of the reader's. It may never be answered: its frame is gone.
        shownIn(page)
          .evaluate(`void (${code})`)
          .catch(() => undefined)
        await until(`${name} ${outcome}`, async () => tabs.length > 0 || (await page.evaluate(sign, at)))
        assert.equal(tabs.length, 0, name)
      }
      // A tab that a script asked for, empty as it may be, comes before this one.
      await out.evaluate((link: HTMLElement) => link.click())
      await until('the link opens beside', () => tabs.some(tab => tab.url() === beside))
      assert.deepEqual(
        tabs.map(tab => tab.url()),
        [beside],
      )
      context.off('page', note)
      await close()
    })
  }

  test('a form whose event the page stops opens another site beside', async () => {
    const { frame, page, context, close } = await leading(
      beside =>
        `<div onsubmit="event.stopPropagation()"><form action="${beside}"><button>Send</button></form></div>`,
    )
    const [popup] = await Promise.all([context.waitForEvent('page'), press(frame.locator('button'))])
    await popup.waitForURL(`${other}/beside*`)
    assert.equal(await page.locator('[data-state=shown] iframe').count(), 1)
    assert.equal(await frame.textContent('#page'), 'Page')
    await close()
  })

  test('a button whose own address is a neighbour opens nothing, wherever its form leads', async () => {
    const { frame, page, context, close } = await leading(
      beside =>
        `<form action="${beside}" target=_blank><button formtarget=_blank formaction=other.html>Send</button></form>`,
    )
    await press(frame.locator('button'))
    await page.locator('#status', { hasText: 'other.html' }).waitFor({ state: 'attached' })
    assert.equal(context.pages().length, 1)
    await close()
  })

  const inner = '<iframe name=inner></iframe>'
  const intoInner: Record<string, (beside: string) => string> = {
    'a link': beside => `<a id=go target=inner href="${beside}">Go</a>`,
    'a link by the base of the page': beside => `<base target=inner><a id=go href="${beside}">Go</a>`,
    'a form': beside => `<form target=inner action="${beside}"><button id=go>Go</button></form>`,
    'a form by the base of the page': beside =>
      `<base target=inner><form action="${beside}"><button id=go>Go</button></form>`,
    'a form by its button': beside =>
      `<form action="${beside}" method=post><button id=go formtarget=inner>Go</button></form>`,
    'a form by its method': beside =>
      `<form id=sent target=inner action="${beside}"></form><button id=go onclick="sent.submit()">Go</button>`,
  }
  for (const [name, html] of Object.entries(intoInner))
    test(`an inner frame of the page shows what is sent to it by ${name}`, async () => {
      const { frame, context, close } = await leading(beside => inner + html(beside))
      await press(frame.locator('#go'))
      await frame.frameLocator('[name=inner]').locator('#beside').waitFor({ state: 'attached' })
      assert.equal(context.pages().length, 1)
      assert.equal(await frame.textContent('#page'), 'Page')
      await close()
    })

  test('a form without an address leaves the page alone where its answer goes to an inner frame', async () => {
    const { frame, page, context, close } = await leading(
      () => `${inner}<form target=inner><input name=a value=1><button>Go</button></form>`,
    )
    await page.locator('iframe.page-frame').evaluate(element => element.classList.add('old'))
    const loaded = frame.evaluate(
      () =>
        new Promise(resolve => document.querySelector('iframe')!.addEventListener('load', () => resolve(''))),
    )
    await press(frame.locator('button'))
    await loaded
    assert.equal(await page.locator('[data-state=shown] iframe.old').count(), 1)
    assert.equal(context.pages().length, 1)
    await close()
  })

  test('routers that pass over links with a target hear of the others', async () => {
    const { frame, close } = await opened.show(`<!doctype html><p id=at></p><a href="/users">Users</a><script>
      document.addEventListener('click', event => {
        if (event.target.target || event.target.hasAttribute('target')) return
        event.preventDefault()
        at.textContent = event.target.getAttribute('href')
      })</script>`)
    await frame.getByText('Users').click()
    await frame.waitForFunction(() => document.querySelector('#at')!.textContent === '/users')
    await close()
  })
})
