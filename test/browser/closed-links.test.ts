// Links of a closed page: the shell asks before one opens, and opens none by itself.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axe, coloursSettle, describeViolations, screenshot } from '../support/browser.ts'
import { endsAfterJourney, inBrowsers, rowsIn } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { open, reportTo, told } from './show.ts'
import { noBrowser } from './stage.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Open this link?' })
const profile = 'offline'

/** As a browser that knows nothing of them: neither the object nor the directives of a policy. */
async function forgetTrustedTypes(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'trustedTypes'))
  await page.route('**/frame/**', async route => {
    // Node finds no names below localhost, which the browser finds by itself.
    const url = new URL(route.request().url())
    const { host } = url
    url.hostname = '127.0.0.1'
    const response = await route.fetch({ url: url.href, headers: { ...route.request().headers(), host } })
    const headers = response.headers()
    const policy = headers['content-security-policy']!.replace(/[^;]*trusted-types[^;]*;/g, '')
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
  })
}

inBrowsers('a link of a closed page', browserName => {
  const opened = open({ browserName })
  const address = () => `${opened.stage.url}/v1/where?typed=secret`

  test('asks in the shell, with the whole address, and Cancel opens nothing', async () => {
    for (const profile of rowsIn(browserName, ['offline', 'preview'] as const)) {
      const { context, page, frame, errors, close } = await opened.show(
        `<!doctype html><a id=out href="${address()}">out</a>`,
        { profile },
      )
      await press(frame.locator('#out'))
      await question(page).getByText(address(), { exact: true }).waitFor()
      await question(page).getByText('The address may carry what you read or typed here.').waitFor()
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Cancel')
      await page.keyboard.press('Enter')
      await question(page).waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.localName === 'iframe')
      assert.equal(context.pages().length, 1)
      assert.ok(!opened.stage.requests.some(({ path }) => path.includes('typed=secret')))
      assert.deepEqual(errors, [])
      await close()
    }
  })

  test('opens by keyboard in a tab of its own that knows nothing of this one', async () => {
    const { context, page, frame, close } = await opened.show(
      `<!doctype html><a id=out href="${address()}">out</a>`,
      { profile },
    )
    await frame.focus('#out')
    await page.keyboard.press('Enter')
    const link = question(page).getByRole('link', { name: 'Open link' })
    await link.waitFor()
    await page.waitForTimeout(600)
    await page.keyboard.press('Tab')
    const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
    await tab.waitForLoadState()
    assert.equal(tab.url(), address())
    assert.equal(await tab.evaluate(() => window.opener), null)
    await question(page).waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe')
    await close()
  })

  test('keeps its question while the address is selected beyond its edge, and closes it by a press beside it', async () => {
    const { page, frame, close } = await opened.show(`<!doctype html><a id=out href="${address()}">out</a>`, {
      profile,
    })
    await press(frame.locator('#out'))
    const { x, y, width } = (await question(page).getByText(address(), { exact: true }).boundingBox())!
    const dialog = (await question(page).boundingBox())!
    await page.waitForTimeout(600)
    await page.mouse.move(x + width / 2, y + 10)
    await page.mouse.down()
    await page.mouse.move(5, y + 10, { steps: 3 })
    await page.mouse.up()
    await page.mouse.click(dialog.x + 5, dialog.y + 5)
    assert.equal(await question(page).count(), 1)
    await page.mouse.move(5, 5)
    await page.mouse.down()
    await page.mouse.move(dialog.x + 5, dialog.y + 5, { steps: 3 })
    await page.mouse.up()
    assert.equal(await question(page).count(), 1)
    await page.mouse.click(5, 5)
    await question(page).waitFor({ state: 'detached' })
    await close()
  })

  test('is left to the page where it prevents what a click does, and asks where it only keeps the click to itself', async () => {
    const { page, frame, close } = await opened.show(
      `<!doctype html><a id=own href="${address()}&own" onclick="event.preventDefault(); this.textContent = 'done'">own</a>
      <p onclick="document.title = 'heard'"><a id=kept href="${address()}&kept" onclick="event.stopPropagation()">kept</a></p>`,
      { profile },
    )
    await press(frame.locator('#own'))
    assert.equal(await frame.innerText('#own'), 'done')
    await press(frame.locator('#kept'))
    await question(page).getByText(`${address()}&kept`, { exact: true }).waitFor()
    assert.equal(await question(page).count(), 1)
    await close()
  })

  test('asks for what a script opens after a press, and for nothing it opens by itself', async () => {
    const { page, frame, close } = await opened.show(
      `${reportTo}<a id=made href="${address()}&made">made</a><button id=go>go</button><script>
      onmessage = ({ data }) => {
        if (data !== 'alone') return
        made.click(); open('${address()}&alone'); setInterval(() => console.log('by itself'), 500) }
      go.onclick = () => document.title = JSON.stringify({ opened: String(open('${address()}&pressed')) })</script>`,
      { profile },
    )
    const byItself = page.waitForEvent('console', said => said.text() === 'by itself')
    // A script of the test counts as a press of the reader, for five seconds.
    await page.evaluate(() => {
      const waiting = setInterval(() => {
        if (navigator.userActivation.isActive) return
        clearInterval(waiting)
        frames[0]!.postMessage('alone', '*')
      }, 50)
    })
    await byItself
    // A question that it led to would be there by the next time.
    await page.waitForEvent('console', said => said.text() === 'by itself')
    assert.equal(await question(page).count(), 0)
    await press(frame.locator('#go'))
    assert.equal((await told(frame)).opened, 'null')
    await question(page).getByText(`${address()}&pressed`, { exact: true }).waitFor()
    await close()
  })

  test('asks for a mail or a call too, says when it is too long, and never for what is no address of the web', async () => {
    const { page, frame, close } = await opened.show(
      `<!doctype html><a id=mail href="mailto:x@example.com?body=secret">mail</a><a id=call href="tel:+123">call</a>
      <a id=long href="https://example.com/${'x'.repeat(4000)}">long</a><a id=script href="javascript:document.title='ran'">script</a>
      <a id=inside href="#end">inside</a><div style="height:3000px"></div><p id=end>End</p>`,
      { profile },
    )
    for (const [id, words] of rowsIn(browserName, [
      ['#mail', 'your email app'],
      ['#call', 'your phone'],
    ] as const)) {
      await press(frame.locator(id))
      await question(page).getByText(words).waitFor()
      await question(page).getByRole('button', { name: 'Cancel' }).click()
      await question(page).waitFor({ state: 'detached' })
    }
    await press(frame.locator('#long'))
    await page.waitForFunction(() => /too long/.test(document.querySelector('#status')!.textContent!))
    await press(frame.locator('#script'))
    await press(frame.locator('#inside'))
    await frame.waitForFunction(() => scrollY > 1000)
    assert.equal(await question(page).count(), 0)
    assert.equal(await page.locator('iframe').count(), 1)
    await close()
  })

  test('does not open by a click that was meant for the page', async () => {
    const { context, page, frame, close } = await opened.show(
      `<!doctype html><a id=out href="${address()}">out</a>`,
      { profile },
    )
    await page.evaluate(() => {
      const note = (event: Event) => {
        document.documentElement.dataset.refused = String(event.defaultPrevented)
      }
      addEventListener('click', event => setTimeout(note, 0, event), true)
      const watch = new MutationObserver(() => {
        const link = document.querySelector<HTMLElement>('dialog[open] a')
        if (!link) return
        watch.disconnect()
        link.click()
      })
      watch.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    await press(frame.locator('#out'))
    await page.waitForSelector('[data-refused=true]')
    assert.equal(context.pages().length, 1)
    assert.equal(await question(page).count(), 1)
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('says so where the question cannot be loaded', async () => {
    const { page, frame, close } = await opened.show(`<!doctype html><a id=out href="${address()}">out</a>`, {
      profile,
      apart: true,
    })
    await page.route('**/assets/link-question-*.js', route => route.abort())
    await press(frame.locator('#out'))
    await page.getByText('The link couldn’t be opened. Reload the page.').waitFor()
    await close()
  })

  test('asks so that everybody can read it, light and dark, on a desktop and a phone', async () => {
    const { page, frame, close } = await opened.show(
      `<!doctype html><a id=out href="${address()}&more=${'x'.repeat(700)}">out</a>`,
      { profile, apart: true },
    )
    await press(frame.locator('#out'))
    await question(page).waitFor()
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1200, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await coloursSettle(page)
        assert.deepEqual(describeViolations(await axe(page)), [])
        await screenshot(page, `link-question-${colorScheme}-${width}`, false)
      }
    await close()
  })
})

describe('a closed page in a browser without Trusted Types', { skip: noBrowser }, () => {
  const opened = open()

  test('runs no script, and the bar says so', async () => {
    for (const profile of ['offline', 'preview'] as const) {
      const page = await opened.browser.newPage()
      await forgetTrustedTypes(page)
      opened.stage.pages.set('Scriptless', {
        profile,
        content: `<!doctype html><title>quiet</title><h1 onclick="document.title='handler'">Text</h1><script>document.title = 'inline'</script>
          <img src=x onerror="document.title='error'"><iframe srcdoc="<script>parent.document.title='frame'</script>"></iframe>`,
      })
      await page.goto(`${opened.stage.url}/Scriptless`)
      await page.waitForSelector('[data-state=shown]')
      const frame = page.frames()[1]!
      await frame.click('h1')
      assert.equal(await frame.title(), 'quiet')
      await page.getByRole('region', { name: 'About this page’s scripts' }).waitFor()
      assert.match(await page.innerText('#without-scripts'), /scripts don’t run in this browser/)
      assert.deepEqual(describeViolations(await axe(page)), [])
      for (const [colorScheme, width] of [
        ['light', 1200],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await screenshot(page, `without-scripts-${profile}-${colorScheme}-${width}`, false)
      }
      await page.close()
    }
    opened.stage.pages.delete('Scriptless')
  })

  test('says nothing of the kind where they run, or where the page may reach the network', async () => {
    for (const profile of ['offline', 'html'] as const) {
      const { page, frame, close } = await opened.show(
        '<!doctype html><script>document.title = "ran"</script>',
        {
          profile,
        },
      )
      await frame.waitForFunction(() => document.title === 'ran')
      assert.equal(await page.locator('#without-scripts').count(), 0)
      await close()
    }
  })
})
