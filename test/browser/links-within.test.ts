// Links that stay in the page: they scroll inside its frame, whatever window the page asks for, and open none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from 'playwright-core'
import { inBrowsers } from '../support/in-browsers.ts'
import { caseFile } from '../support/real-pages.ts'
import { until } from '../support/until.ts'
import { open } from './show.ts'

interface Way {
  modifiers?: readonly string[]
  button?: 'left' | 'middle'
}

const scrolled = (frame: Frame) =>
  until('the page has scrolled', () => frame.evaluate(() => scrollY > 500 && location.hash === '#s'))

inBrowsers('links within a page', browserName => {
  const opened = open({ browserName })

  for (const profile of ['html', 'offline'] as const)
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
    for (const name of ['link #s', 'link neighbour.html', 'link /app', 'part'])
      for (const options of ways) {
        await frame.getByText(name, { exact: true }).click(options as object)
        await frame.evaluate(() => scrollTo(0, 0))
      }
    assert.equal(context.pages().length, 1)
    assert.equal(await page.locator('[data-state=shown] iframe').count(), 1)
    await close()
  })

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

  test('a link of the author to another site opens beside', async () => {
    const { frame, context, close } = await opened.show(
      '<!doctype html><base target=_blank><a href="https://example.com/">Out</a>',
    )
    const [popup] = await Promise.all([context.waitForEvent('page'), frame.getByText('Out').click()])
    await popup.close()
    await close()
  })

  /** Ways of a script to a window, at the press of a button: in roots where the window sees no event, or around the click itself. */
  const scripted = {
    'a form in a closed root': `root('closed', '<form target=_blank><input name=tab value=2></form>').querySelector('form').requestSubmit()`,
    'a form in an open root': `root('open', '<form target=_blank action=""><input name=tab value=2></form>').querySelector('form').requestSubmit()`,
    'a form sent by its method': `make('<form target=_blank action="?tab=2"></form>').submit()`,
    'a link in a closed root': `root('closed', '<a target=_blank href="?tab=2">a</a>').querySelector('a').click()`,
    'a neighbour in a closed root': `root('closed', '<a target=_blank href="other.html">a</a>').querySelector('a').click()`,
    'a link outside the document': `make('<a target=_blank href="?tab=2"></a>').click()`,
    'a neighbour outside the document': `make('<a target=_blank href="other.html"></a>').click()`,
    'a window at a fragment': `open('#s')`,
    'a window at a query': `open('?tab=2')`,
    'a window at a neighbour': `open('other.html')`,
    'a window at the page itself': `open(location.href)`,
    'an empty window at a fragment': `open('about:blank#x')`,
  }

  for (const [name, code] of Object.entries(scripted))
    test(`${name} opens no tab`, async () => {
      const { page, context, close } = await opened.show(`<!doctype html><base target=_blank><p id=at></p>
        <button id=go>Go</button><a id=out href="https://example.com/">Out</a><script>
        const make = html => { const box = document.createElement('div'); box.innerHTML = html; return box.firstChild.cloneNode(true) }
        const root = (mode, html) => { const it = document.body.appendChild(document.createElement('x-it')).attachShadow({ mode }); it.innerHTML = html; return it }
        go.onclick = () => { ${code} }</script>`)
      const inside = page.frameLocator('iframe.page-frame')
      await inside.locator('#go').click({ noWaitAfter: true })
      await page.locator('[data-state=shown] iframe').waitFor()
      // A tab that the script asked for would come before this one.
      const [beside] = await Promise.all([
        context.waitForEvent('page'),
        until('the link is followed', async () => {
          await page.keyboard.press('Escape')
          await inside
            .locator('#out')
            .click({ timeout: 2000 })
            .catch(() => undefined)
          return context.pages().length > 1
        }),
      ])
      assert.doesNotMatch(beside.url(), /localhost/)
      assert.deepEqual(
        context
          .pages()
          .map(each => each.url())
          .filter(url => url.includes('localhost')).length,
        1,
      )
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
