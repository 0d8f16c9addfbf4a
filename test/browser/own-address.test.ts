// A page at its own address: it reloads, routes and reads its query as on a web host, and takes nothing that is ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { isAtLength } from '../support/at-length.ts'
import { endsAfterJourney, inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { caseFile } from '../support/real-pages.ts'
import { until } from '../support/until.ts'
import { follows, reachedBy, says, shownAgain, shownIn } from './page-address.ts'
import { open } from './show.ts'

/** A page that says what its scripts saw when they ran. */
const telling = `<!doctype html><title>Page</title><p id=at></p><script>
  document.getElementById('at').textContent = location.search + location.hash</script>`

/**
 * A frame document that says two addresses before a link is followed, all at once: our own says one in half a second, so that the
 * shell is seldom in arrears with it when the link comes.
 */
const saysThenFollows = `<!doctype html><p id=at></p><script>
  let port
  addEventListener('message', ({ ports }) => {
    [port] = ports
    port.onmessage = ({ data }) => { if (data.type === 'start') at.textContent = data.address }
    port.postMessage({ type: 'loaded' })
  })
  const follow = () => {
    for (const address of ['?a=1', '?a=2']) port.postMessage({ type: 'address', address, turn: 0 })
    port.postMessage({ type: 'reload', address: '?b=2' })
  }
  parent.postMessage('ready' + location.pathname, '*')
</script>`

/**
 * Watches whether the shell takes the element away within a second of the next load in it. Timers of a window end in their order, so a
 * busy machine answers the same. Resolves once the shell listens, to a function that waits for the answer.
 */
async function takenAwaySoon(page: Page): Promise<() => Promise<boolean>> {
  const asked = await page.evaluateHandle(() => {
    const element = document.querySelector('iframe.page-frame')!
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const look = () => element.isConnected || resolve(true)
    const begin = () => {
      new MutationObserver(look).observe(element.parentElement!, { childList: true })
      setTimeout(() => resolve(!element.isConnected), 1000)
    }
    element.addEventListener('load', begin, { once: true })
    return { promise }
  })
  return () => asked.evaluate(({ promise }) => promise)
}

/** A form of each kind whose event the window does not hear, around the same control and button. */
const hidden = (attributes: string) => {
  const form = `<form ${attributes}><input name=tab value=2><button>Go</button></form>`
  return {
    'in a shadow root that the file declares': `<div id=host><template shadowrootmode=open>${form}</template></div>`,
    'whose event the page stops': `<div id=host onsubmit="event.stopPropagation()">${form}</div>`,
    'whose event stops at once': `<div id=host>${form}</div><script>
      document.forms[0].addEventListener('submit', event => event.stopImmediatePropagation())</script>`,
    'whose event stops within a closed root': `<div id=host></div><script>{
      const root = host.attachShadow({ mode: 'closed' })
      root.innerHTML = '${form}'
      root.querySelector('form').addEventListener('submit', event => event.stopPropagation())
      host.querySelector = path => root.querySelector(path)
    }</script>`,
    'with controls named like its methods': `<div id=host>${form.replace('<button', '<input name=getAttribute><input name=setAttribute><button')}</div>`,
  }
}
const within = `(host.shadowRoot ?? host).querySelector`

inBrowsers('a page at its own address', browserName => {
  const opened = open({ browserName, shell: true })

  for (const profile of ['html', 'offline', 'preview'] as Profile[])
    test(`is shown again when it reloads itself, under the rules it had (${profile})`, async () => {
      const { frame, page, close } = await opened.show(caseFile('reload.html'), { profile })
      const source = await page.locator('iframe').getAttribute('src')
      await shownAgain(page, () => frame.getByText('Play again').click())
      await says(page, 'h1', 'Game over')
      assert.equal(await page.locator('iframe').count(), 1)
      assert.equal(await page.locator('iframe').getAttribute('src'), source)
      await close()
    })

  for (const [name, script] of rowsIn(browserName, [
    ['by an address of its own', `location.href = '?tab=2'`],
    ['by another path of its host', `location.assign('/users?tab=2')`],
    [
      'from an empty document',
      `location.search !== '?tab=2' ? history.replaceState(null, '', '?tab=2') || (location = 'about:blank') : 0`,
    ],
    ['by a link', `document.links[0].click()`],
    ['by a form', `document.forms[0].requestSubmit()`],
  ] as const))
    test(`is shown again ${name}, and finds its query there`, async () => {
      const { frame, page, close } = await opened.show(
        `${telling}<a href="?tab=2">2</a><form><input name=tab value=2></form>`,
        { hash: '?tab=1' },
      )
      await says(page, '#at', '?tab=1')
      await shownAgain(page, () => frame.evaluate(script))
      await says(page, '#at', '?tab=2')
      await until('the address says so', async () => (await reachedBy(page)) === '?tab=2')
      await close()
    })

  for (const profile of ['html', 'offline'] as Profile[])
    for (const script of rowsIn(browserName, [
      `location = 'about:blank'`,
      `location.reload()`,
      `location.href = location.href`,
    ]))
      test(`leaves no empty frame on show after ${script} (${profile})`, async () => {
        const { frame, page, close } = await opened.show('<!doctype html><p>hello', { profile })
        const isTakenAway = await takenAwaySoon(page)
        await shownAgain(page, () => frame.evaluate(script))
        assert.equal(await isTakenAway(), true)
        await close()
      })

  test('has a router that begins at the root', async () => {
    const { frame, page, close } = await opened.show(caseFile('browser-router.html'))
    assert.equal(await frame.textContent('main'), 'Home')
    await frame.evaluate(() => history.pushState(null, '', '/users'))
    await shownAgain(page, () => frame.evaluate(() => location.reload()))
    await says(page, 'main', 'Home')
    await close()
  })

  test('reads its query and fragment', async () => {
    const { frame, page, close } = await opened.show(caseFile('query.html'), { hash: '?tab=costs#x' })
    assert.equal(await frame.textContent('h1'), 'tab costs')
    assert.equal(await frame.evaluate(() => location.hash), '#x')
    assert.equal(await reachedBy(page), '?tab=costs#x')
    await close()
  })

  test('brings query and fragment to the address bar, and leaves the history alone', async () => {
    const { frame, page, close } = await opened.show(telling, { hash: '?tab=1', apart: true })
    const length = await page.evaluate(() => history.length)
    await frame.evaluate(() => history.replaceState(null, '', '/users?tab=2#part'))
    await until('the address follows', async () => (await reachedBy(page)) === '?tab=2#part')
    await frame.evaluate(() => {
      for (let at = 0; at < 50; at += 1) history.replaceState(null, '', `?tab=${at}`)
    })
    await until('the address follows the last', async () => (await reachedBy(page)) === '?tab=49')
    assert.equal(await page.evaluate(() => history.length), length)
    await close()
  })

  if (endsAfterJourney(browserName)) return

  for (const profile of ['offline', 'preview'] as Profile[])
    test(`is shown again by a link, and by a form however it is sent, where it reaches no network (${profile})`, async () => {
      const { page, close } = await opened.show(
        `<form><input name=tab><button>Go</button></form><a href="?tab=0">0</a>${follows}`,
        { profile },
      )
      for (const [tab, script] of [
        `document.links[0].click()`,
        `document.querySelector('button').click()`,
        `document.forms[0].requestSubmit()`,
        `document.forms[0].submit()`,
      ].entries()) {
        await shownAgain(page, () =>
          shownIn(page).evaluate(`document.forms[0].tab.value = ${tab}; ${script}`),
        )
        await says(page, '#at', `?tab=${tab}`)
      }
      await close()
    })

  for (const profile of ['html', 'offline', 'preview'] as Profile[])
    for (const [name, form] of Object.entries(hidden('')))
      test(`is shown again by a form ${name} (${profile})`, async () => {
        const { page, close } = await opened.show(form + follows, { profile })
        const others = name.includes('controls') ? '&getAttribute=&setAttribute=' : ''
        for (const [tab, script] of [`('button').click()`, `('form').requestSubmit()`].entries()) {
          const send = `${within}('input').value = ${tab}; ${within}${script}`
          await shownAgain(page, () => shownIn(page).evaluate(send))
          await says(page, '#at', `?tab=${tab}${others}`)
        }
        await close()
      })

  const pressed = `form.querySelector('button').click()`
  const made = `form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))`
  /** Forms that are not sent, and what is tried with each. */
  const unsent = {
    'whose event the page cancels': ['onsubmit="event.stopPropagation(); return false"', pressed],
    'that its event takes out of the document': ['onsubmit="this.remove()"', pressed],
    'that another one is sent before': ['onsubmit="other.requestSubmit(); return false"', pressed],
    'whose event the page itself makes': ['', made],
    'that is in no document': ['', `document.createElement('form').submit()`],
  } as const
  for (const profile of ['html', 'offline'] as Profile[])
    test(`is not shown again by a form that is not sent (${profile})`, async () => {
      const forms = Object.values(unsent).map(
        ([attributes]) => `<form ${attributes}><button>Go</button></form>`,
      )
      const { frame, page, close } = await opened.show(
        `${forms.join('')}<form id=other onsubmit="return false"></form>${follows}
        <script>const all = [...document.forms]</script>`,
        { hash: '?tab=1', profile },
      )
      await page.locator('iframe').evaluate(element => element.classList.add('old'))
      for (const [at, [name, [, script]]] of Object.entries(unsent).entries()) {
        // Firefox sends a form at an event of the page's own making.
        if (script === made && browserName === 'firefox' && profile === 'html') continue
        await frame.evaluate(`{ const form = all[${at}]; ${script} }`)
        await page.evaluate(to => location.assign(to), `#${at}`)
        await says(page, '#at', `?tab=1#${at}`)
        assert.equal(await page.locator('iframe.old').count(), 1, name)
      }
      await close()
    })

  test('keeps its query on the host of the app too, at the path of its frame', async () => {
    const { frame, page, close } = await opened.show(telling, { hash: '?tab=1', deafHost: true })
    assert.equal(await frame.textContent('#at'), '?tab=1')
    assert.match(await frame.evaluate(() => location.pathname), /^\/frame\//)
    await shownAgain(page, () =>
      frame.evaluate(() => {
        location.search = '?tab=2'
      }),
    )
    await says(page, '#at', '?tab=2')
    await close()
  })

  test('leaves the address alone when its own is longer than 2,000 characters', async () => {
    const { frame, page, close } = await opened.show(telling, { hash: '?tab=1' })
    await frame.evaluate(() => history.replaceState(null, '', `?long=${'x'.repeat(2000)}`))
    await frame.evaluate(() => history.replaceState(null, '', `?kept=${'x'.repeat(1994)}`))
    await until('the longest comes', async () => (await reachedBy(page)).startsWith('?kept='))
    await close()
  })
})

inBrowsers('a page that makes more of its own address', browserName => {
  const opened = open({ browserName, shell: !isAtLength })

  test('stays when a form leads to another host, and reaches no network', async () => {
    for (const [name, form] of rowsIn(
      browserName,
      Object.entries(hidden('action="https://else.example/x"')),
    )) {
      const { context, frame, page, close } = await opened.show(form + follows, { profile: 'offline' })
      const asked: string[] = []
      context.on('request', request => asked.push(request.url()))
      await frame.evaluate(`${within}('button').click()`)
      await page.evaluate(() => location.assign('#x'))
      await says(page, '#at', '#x')
      // A request of the page is noted once it was asked for, so what the form asked for comes before this.
      await page.evaluate(() => fetch('/last').catch(() => undefined))
      await until('the last request is noted', async () => asked.some(url => url.endsWith('/last')))
      assert.deepEqual(
        asked.filter(url => new URL(url).hostname === 'else.example'),
        [],
        name,
      )
      assert.equal(await page.getAttribute('[data-state]', 'data-state'), 'shown', name)
      await close()
    }
  })

  for (const profile of ['html', 'offline'] as Profile[])
    test(`is stopped when it does nothing but reload, and shown again at the press of a button (${profile})`, async () => {
      const { page, close } = await opened.show(
        `<!doctype html><p>hello<script>addEventListener('load', () => {
          history.replaceState(null, '', '?turn=' + Date.now())
          setTimeout(() => location.reload(), 150)
        })</script>`,
        { profile, state: 'ended' },
      )
      assert.match(await page.innerText('.notice'), /This page keeps reloading/)
      assert.equal(await page.locator('iframe').count(), 0)
      await page.getByText('Show the page again').click()
      await page.locator('iframe.page-frame').waitFor()
      await close()
    })

  test('is stopped when it follows its own link again and again, right after the reader was active', async () => {
    const { page, close } = await opened.show(
      `<!doctype html><a href="?again">again</a><script>
        addEventListener('load', () => setTimeout(() => document.links[0].click(), 100))</script>`,
      { state: 'ended', waitUntil: 'domcontentloaded' },
    )
    assert.match(await page.innerText('.notice'), /This page keeps reloading/)
    await close()
  })

  test('gains no network by loading the document of open pages', async () => {
    const before = opened.stage.requests.length
    const { page, close } = await opened.show(
      `<!doctype html><p>hello<script>
        fetch('${opened.stage.url}/v1/leak', { mode: 'no-cors' }).catch(() => undefined)
        new Image().src = '${opened.stage.url}/v1/leak'
        addEventListener('load', () => setTimeout(() => { location.href = baseOfFrame().replace(/[^/]+$/, 'html') }, 50))
        function baseOfFrame() { return performance.getEntriesByType('navigation')[0].name }
      </script>`,
      { profile: 'offline', state: 'ended' },
    )
    assert.match(await page.innerText('.notice'), /This page keeps reloading/)
    const later = opened.stage.requests.slice(before)
    assert.deepEqual(
      later.filter(({ path }) => path.startsWith('/v1/leak')),
      [],
    )
    await close()
  })

  test('is never given what is ours, and never sets it', async () => {
    const { frame, page, close } = await opened.show(telling, {
      hash: '?done=published&share=ana%40example.com&thread=t&version=2&tab=1#comment-t',
    })
    assert.equal(await frame.textContent('#at'), '?tab=1')
    const kept = await reachedBy(page)
    assert.match(kept, /share=ana.*thread=t.*version=2.*#comment-t$/)
    for (const address of [
      '?share=eve%40example.com&thread=x&tab=2#comment-x',
      '?%73hare=eve&done=published&tab=3#comment-x',
      '?version=9&tab=4&share',
    ]) {
      await frame.evaluate(to => history.replaceState(null, '', to), address)
      const tab = new URLSearchParams(address.split('#')[0]).get('tab')!
      await until(`tab ${tab} comes`, async () => (await reachedBy(page)).includes(`tab=${tab}`))
      assert.equal(await reachedBy(page), kept.replace('tab=1', `tab=${tab}`))
    }
    await close()
  })

  test('is at the address of the link, whatever its script said just before', async () => {
    const { frame, page, close } = await opened.show('<!doctype html>', { usurper: saysThenFollows })
    await shownAgain(page, () => frame.evaluate('follow()'))
    await says(page, '#at', '?b=2')
    // Timers of a window end in their order: the one that would show what the first frame said last is over then.
    await page.evaluate(pause => new Promise(resolve => setTimeout(resolve, pause)), 500)
    assert.equal(await reachedBy(page), '?b=2')
    await close()
  })
})
