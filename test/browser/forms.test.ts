// Forms and links of a page whose own listeners have a word in it: they prevent, change or make the event, wherever they listen.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Profile } from '../../src/surfaces/viewer/profiles.ts'
import { isAtLength } from '../support/at-length.ts'
import { endsAfterJourney, inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { follows, says } from './page-address.ts'
import { open } from './show.ts'

const field = '<input name=tab value=2>'
const profiles = ['html', 'offline'] as const

inBrowsers('a form in a page that listens too', browserName => {
  const opened = open({ browserName, shell: !isAtLength })

  let other = ''
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><p>Other site</p>')
  })
  before(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening')
    other = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  })
  after(() => {
    site.closeAllConnections()
    site.close()
  })

  /** Shows the page, and notes that this is the element which the shell made for it first. */
  async function show(html: string, profile: Profile = 'html', hash = '?tab=1') {
    const shown = await opened.show(`<!doctype html><p id=page>Page</p>${html}${follows}`, { profile, hash })
    await shown.page.locator('iframe.page-frame').evaluate(element => element.classList.add('old'))
    return { ...shown, button: shown.frame.locator('button') }
  }

  type Shown = Awaited<ReturnType<typeof show>>

  const isShownAgain = (page: Page) =>
    page.locator('[data-state=shown] iframe.page-frame:not(.old)').waitFor()

  /** Proves that the form led nowhere: a move would be seen before the page says that it is at this fragment. */
  async function staysAsItIs({ page, context }: Shown, name: string) {
    await page.evaluate(() => location.assign('#x'))
    await says(page, '#at', '?tab=1#x')
    assert.equal(await page.locator('[data-state=shown] iframe.old').count(), 1, name)
    assert.equal(context.pages().length, 1, name)
  }

  async function opensBeside({ page, context, button, frame }: Shown) {
    const [tab] = await Promise.all([context.waitForEvent('page'), press(button)])
    await tab.waitForURL(`${other}*`)
    assert.equal(await tab.evaluate(() => window.opener), null)
    assert.equal(await page.locator('[data-state=shown] iframe.old').count(), 1)
    assert.equal(await frame.textContent('#page'), 'Page')
  }

  async function showsAgain({ page, context, button }: Shown, at: string) {
    // It may never be answered: its frame is gone.
    press(button).catch(() => undefined)
    await isShownAgain(page)
    await says(page, '#at', at)
    assert.equal(context.pages().length, 1)
  }

  /** A form, and a button which makes its event. */
  const made = (action: string) =>
    `<form id=made target=_blank action="${action}">${field}</form><button>Go</button><script>
      document.querySelector('button').onclick = () => {
        window.dispatchEvent(new Event('submit'))
        made.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
      }</script>`

  test('is sent beside at most where the page makes its event', async () => {
    for (const profile of profiles) {
      const shown = await show(made(other), profile)
      // Firefox alone sends a form at such an event.
      if (browserName === 'firefox' && profile === 'html') await opensBeside(shown)
      else {
        await press(shown.button)
        await staysAsItIs(shown, profile)
      }
      // On a closed page Firefox counts what the policy forbids among the errors.
      if (profile === 'html') assert.deepEqual(shown.errors, [])
      await shown.close()
    }
  })

  test('opens no window at its own address where the page makes its event', async () => {
    for (const profile of profiles) {
      const shown = await show(made(''), profile)
      if (browserName === 'firefox' && profile === 'html') await showsAgain(shown, '?tab=2')
      else {
        await press(shown.button)
        await staysAsItIs(shown, profile)
      }
      // On a closed page Firefox counts what the policy forbids among the errors.
      if (profile === 'html') assert.deepEqual(shown.errors, [])
      await shown.close()
    }
  })

  /** Each profile with each address. */
  const crossed = (neighbour: string) =>
    profiles.flatMap(profile => [neighbour, other].map(address => ({ profile, address })))

  /** Both profiles and both addresses, in Firefox no more than once, unless tests run at length. */
  const pairs = (neighbour: string) =>
    crossed(neighbour).filter(
      ({ profile, address }) =>
        !endsAfterJourney(browserName) || (profile === 'html') === (address === other),
    )

  /** The targets on which pages listen. */
  const places = {
    window: 'window',
    'a container': `document.querySelector('main')`,
  }
  for (const [place, target] of rowsIn(browserName, Object.entries(places)))
    test(`is left to the page that prevents its event at ${place}`, async () => {
      for (const { profile, address: action } of pairs('')) {
        const shown = await show(
          `<main><form target=_blank action="${action}">${field}<button>Go</button></form></main>
            <script>${target}.addEventListener('submit', event => { event.preventDefault(); document.title = 'heard' })</script>`,
          profile,
        )
        await press(shown.button)
        await shown.frame.waitForFunction(() => document.title === 'heard')
        await staysAsItIs(shown, `${profile} ${action}`)
        await shown.close()
      }
    })

  for (const mode of rowsIn(browserName, ['closed', 'open']))
    test(`is left to the page that prevents its event at the ${mode} root around it`, async () => {
      for (const { profile, address: action } of pairs('')) {
        const shown = await show(
          `<div></div><button>Go</button><script>{
            const root = document.querySelector('div').attachShadow({ mode: '${mode}' })
            root.innerHTML = '<form target=_blank action="${action}">${field}</form>'
            root.addEventListener('submit', event => { event.preventDefault(); document.title = 'heard' })
            document.querySelector('button').onclick = () => root.querySelector('form').requestSubmit()
          }</script>`,
          profile,
        )
        await press(shown.button)
        await shown.frame.waitForFunction(() => document.title === 'heard')
        await staysAsItIs(shown, `${profile} ${action}`)
        await shown.close()
      }
    })

  for (const [place, target] of rowsIn(browserName, Object.entries(places)))
    test(`has links beside it that are left to the page that prevents their clicks at ${place}`, async () => {
      for (const { profile, address: href } of pairs('other.html')) {
        const shown = await show(
          `<main><a target=_blank href="${href}"><button>Go</button></a></main>
            <script>${target}.addEventListener('click', event => { event.preventDefault(); document.title = 'heard' })</script>`,
          profile,
        )
        await press(shown.button)
        await shown.frame.waitForFunction(() => document.title === 'heard')
        await staysAsItIs(shown, `${profile} ${href}`)
        assert.equal(await shown.page.getByRole('dialog').count(), 0)
        await shown.close()
      }
    })

  /** Listeners that lead a form elsewhere and stop its event there. */
  const led = {
    'the form itself': `document.forms[0].addEventListener('submit', event => { event.target.action = to; event.stopPropagation() })`,
    'a container': `document.querySelector('main').addEventListener('submit', event => { event.target.action = to; event.stopPropagation() })`,
    'a container that captures it': `document.querySelector('main').addEventListener('submit', event => { event.target.action = to; event.stopPropagation() }, true)`,
    'the form, of its button': `document.forms[0].addEventListener('submit', event => { event.submitter.formAction = to; event.stopPropagation() })`,
  }
  for (const [place, script] of rowsIn(browserName, Object.entries(led)))
    test(`opens another site beside where a listener leads it there and stops its event: ${place}`, async () => {
      const shown = await show(
        `<main><form>${field}<button>Go</button></form></main><script>{ const to = '${other}'; ${script} }</script>`,
      )
      await opensBeside(shown)
      await shown.close()
    })

  test('has links that lead nowhere also where a listener at window makes a click of its own', async () => {
    for (const profile of profiles) {
      const shown = await show(
        `<a target=_blank href="other.html"><button>Go</button></a><i id=made></i>
        <script>addEventListener('click', event => { if (event.target !== made) made.click() })</script>`,
        profile,
      )
      await press(shown.button)
      await shown.page.locator('#status', { hasText: 'other.html' }).waitFor({ state: 'attached' })
      await staysAsItIs(shown, profile)
      await shown.close()
    }
  })

  test('shows the page again where a script takes the names of its kinds', async () => {
    for (const profile of profiles) {
      const shown = await show(
        `<script>class HTMLFormElement {}; class ShadowRoot {}</script><div></div><button>Go</button><script>{
        const root = document.querySelector('div').attachShadow({ mode: 'open' })
        root.innerHTML = '<form target=_blank>${field}</form>'
        document.querySelector('button').onclick = () => root.querySelector('form').requestSubmit()
      }</script>`,
        profile,
      )
      await showsAgain(shown, '?tab=2')
      await shown.close()
    }
  })

  test('says nothing of a button that its event takes away, as browsers do', async () => {
    for (const profile of profiles) {
      const shown = await show(
        `<form onsubmit="event.submitter.remove()">${field}<button name=by value=1>Go</button></form>`,
        profile,
      )
      await showsAgain(shown, '?tab=2')
      await shown.close()
    }
  })

  test('keeps the fragment of its address', async () => {
    for (const profile of profiles)
      for (const [form, at] of rowsIn(browserName, [
        ['<form action="?old=1#s">', '?tab=2#s'],
        ['<form action="#s">', '?tab=2#s'],
        ['<form>', '?tab=2#part'],
        ['<form action="?old=1">', '?tab=2'],
      ] as const)) {
        const shown = await show(`${form}${field}<button>Go</button></form>`, profile, '?tab=1#part')
        await showsAgain(shown, at)
        await shown.close()
      }
  })
})
