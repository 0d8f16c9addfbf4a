// A page that the reader leads by the address bar: to other fragments where it is, to other queries anew.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { until } from '../support/until.ts'
import { follows, reachedBy, says, shownAgain } from './page-address.ts'
import { open } from './show.ts'

/** A frame document that has said where it was, before it hears that the reader led it elsewhere. */
const saysThenHears = `<!doctype html><script>
  addEventListener('message', ({ ports: [port] }) => {
    const say = (address, turn) => port.postMessage({ type: 'address', address, turn })
    port.onmessage = ({ data }) => {
      if (data.type !== 'fragment') return
      say('#before', 0)
      say('#after', 1)
    }
    port.postMessage({ type: 'loaded' })
  })
  parent.postMessage('ready' + location.pathname, '*')
</script>`

inBrowsers('a page that the reader leads', browserName => {
  const opened = open({ browserName, shell: true })

  test('follows the fragments of the address bar as often as the reader likes, and keeps what they wrote', async () => {
    const { frame, page, close } = await opened.show(
      `<!doctype html><base href="https://else.example/">${follows}<input>`,
      { hash: '?tab=1#first' },
    )
    await says(page, '#at', '?tab=1#first')
    await frame.fill('input', 'written')
    for (const hash of ['#one', '#two', '#three', '#four', '#five', '#six', '#seven']) {
      await page.evaluate(to => location.assign(to), hash)
      await says(page, '#at', `?tab=1${hash}`)
    }
    for (const hash of ['#six', '#five', '#four', '#three', '#two', '#one', '#first']) {
      await page.evaluate(() => history.back())
      await says(page, '#at', `?tab=1${hash}`)
    }
    assert.equal(await frame.inputValue('input'), 'written')
    await close()
  })

  test('leaves the address where the reader led it, whatever it said just before', async () => {
    const { page, close } = await opened.show('<!doctype html>', { usurper: saysThenHears })
    const shown = await page.evaluateHandle(() => {
      const addresses: string[] = []
      const { replaceState } = history
      history.replaceState = (...given) => {
        replaceState.apply(history, given)
        addresses.push(location.hash)
      }
      return addresses
    })
    await page.evaluate(() => location.assign('#there'))
    await until('the address follows', async () => (await reachedBy(page)) === '#after')
    assert.deepEqual(await shown.jsonValue(), ['#after'])
    await close()
  })

  // Chromium does not take the shell along.
  if (browserName === 'firefox')
    test('is not shown again when it takes the shell back and forth through the history', async () => {
      const { page, close } = await opened.show(
        `<!doctype html><p id=at>0</p><script>
          const turn = () => {
            history.replaceState(null, '', '#n' + Math.random().toString().slice(2, 8))
            setTimeout(() => { history.back(); setTimeout(() => history.forward(), 100) }, 600)
          }
          addEventListener('load', turn)
          addEventListener('hashchange', () => { at.textContent = Number(at.textContent) + 1 })
          addEventListener('hashchange', () => setTimeout(turn, 50), { once: true })
        </script>`,
        { hash: '#first', apart: true },
      )
      await page.locator('iframe').evaluate(element => element.classList.add('old'))
      await says(page, '#at', '4')
      assert.equal(await page.locator('iframe.old').count(), 1)
      await close()
    })

  if (endsAfterJourney(browserName)) return

  test('follows the reader back to no fragment, and to another query in a new frame', async () => {
    const { frame, page, close } = await opened.show(follows, { hash: '?tab=1' })
    await page.evaluate(() => location.assign('#one'))
    await says(page, '#at', '?tab=1#one')
    await page.evaluate(() => history.back())
    await says(page, '#at', '?tab=1')
    await page.evaluate(() => location.assign('#two'))
    await says(page, '#at', '?tab=1#two')
    await frame.evaluate(() => history.replaceState(null, '', '?tab=2#two'))
    await until('the address follows', async () => (await reachedBy(page)) === '?tab=2#two')
    await shownAgain(page, () => page.evaluate(() => history.back()))
    await says(page, '#at', '?tab=1')
    await close()
  })

  test('follows a fragment that the reader names while it opens, and back from it', async () => {
    const { frame, page, close } = await opened.show(follows)
    frame.evaluate(() => location.reload()).catch(() => undefined)
    await page.evaluate(
      () =>
        new Promise<void>(named =>
          new MutationObserver((_, observer) => {
            if (document.querySelector('[data-state=opening]')) {
              observer.disconnect()
              location.assign('#early')
              named()
            }
          }).observe(document.querySelector('[data-state]')!, { attributes: true }),
        ),
    )
    await says(page, '#at', '#early')
    await page.evaluate(() => history.back())
    await says(page, '#at', '')
    await close()
  })

  test('follows to a fragment that the shell has moved on from', async () => {
    const { frame, page, close } = await opened.show(
      `<!doctype html>${follows}<p style="height:3000px"><p id=there>there`,
    )
    const isThere = async () => {
      await page.evaluate(() => location.assign('#there'))
      await until('the page is there', () => frame.evaluate(() => scrollY > 1000))
    }
    await isThere()
    await frame.evaluate(() => scrollTo(0, 0))
    await page.evaluate(() => history.replaceState(history.state, '', '#elsewhere'))
    await isThere()
    await close()
  })

  test('follows to the fragments that are ids of ours too, and to those that its list of contents leads to', async () => {
    const { page, close } = await opened.show(
      `<!doctype html>${follows}<h1>Page</h1><h2 id=contents>Contents</h2><h2 id=more>More</h2>`,
    )
    await page.click('[popovertarget=contents]')
    await page.click('#contents-list >> text=Contents')
    assert.equal(await reachedBy(page), '#contents')
    for (const hash of ['#main', '#contents', '#status', '#more']) {
      await page.evaluate(to => location.assign(to), hash)
      await says(page, '#at', hash)
    }
    await page.evaluate(() => history.back())
    await says(page, '#at', '#status')
    await page.focus('[popovertarget=contents]')
    await page.locator('.skip').evaluate((link: HTMLElement) => link.click())
    await page.waitForFunction(() => document.activeElement?.className.includes('page-frame'))
    assert.equal(await reachedBy(page), '#status')
    await close()
  })

  test('keeps the keyboard where the reader names a fragment that is an id of ours', async () => {
    const { page, close } = await opened.show(follows)
    const hasFocus = () => page.evaluate(() => document.activeElement!.className.includes('page-frame'))
    await until('the page has the keyboard', hasFocus)
    await page.evaluate(() => location.assign('#main'))
    await says(page, '#at', '#main')
    assert.equal(await hasFocus(), true)
    await close()
  })

  test('is skipped to where it could not be shown, too', async () => {
    const { page, close } = await opened.show(
      `<!doctype html><script>addEventListener('load', () => setTimeout(() => location.reload(), 150))</script>`,
      { state: 'ended' },
    )
    await page.focus('[popovertarget=more]')
    await page.locator('.skip').evaluate((link: HTMLElement) => link.click())
    assert.equal(await page.evaluate(() => document.activeElement!.id), 'main')
    await close()
  })

  test('made from Markdown is led by the names that its author knows, from the list of contents too', async () => {
    const { page, close } = await opened.show(
      '<!doctype html><article><h2 id=user-content-one>One</h2><h2 id=user-content-two>Two</h2></article>',
      { profile: 'md' },
    )
    await page.click('[popovertarget=contents]')
    await page.click('#contents-list >> text=Two')
    assert.equal(await reachedBy(page), '#two')
    await close()
  })

  test('keeps its own query when the reader names a fragment meanwhile', async () => {
    const { frame, page, close } = await opened.show(follows, { hash: '?tab=1' })
    await frame.evaluate(() => {
      for (const tab of [2, 3]) history.replaceState(null, '', `?tab=${tab}`)
    })
    await page.evaluate(() => location.assign('#x'))
    await until('the address has both', async () => (await reachedBy(page)) === '?tab=3#x')
    await close()
  })

  test('is led to no fragment by one that is too long, and is not shown again', async () => {
    const { page, close } = await opened.show(follows, { hash: '?tab=1#a' })
    await page.locator('iframe').evaluate(element => element.classList.add('old'))
    await page.evaluate(() => location.assign(`#${'y'.repeat(2500)}`))
    await says(page, '#at', '?tab=1')
    assert.equal(await page.locator('iframe.old').count(), 1)
    await close()
  })

  test('stays where the base of its addresses is another host', async () => {
    const { frame, page, close } = await opened.show(
      `<!doctype html><base href="https://else.example/">${follows}<a href="#there">there</a><p id=there>`,
      { hash: '#first' },
    )
    await says(page, '#at', '#first')
    assert.equal(await page.getAttribute('[data-state]', 'data-state'), 'shown')
    await frame.evaluate(() => document.links[0]!.click())
    await says(page, '#at', '#there')
    await close()
  })
})
