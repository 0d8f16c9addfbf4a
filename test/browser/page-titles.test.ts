// A title that a page's scripts make stands in the tab beside the name, written as a name would be, and nowhere else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { open } from './show.ts'

const titled = (page: Page, title: string) => page.waitForFunction(wanted => document.title === wanted, title)

inBrowsers('the title of the tab', browserName => {
  const opened = open({ browserName, shell: true })

  test('follows what a script makes of it, beside the name', async () => {
    for (const profile of ['html', 'offline'] as const) {
      const { frame, page, errors, close } = await opened.show(
        '<!doctype html><title>File &amp; title</title><p>Words',
        { profile },
      )
      const name = await page.innerText('h1')
      const set = (code: string) =>
        frame.evaluate(of => {
          const script = document.createElement('script')
          script.textContent = of
          document.body.append(script)
        }, code)
      assert.equal(await page.title(), name)
      await set('document.title = "Inbox (3)"')
      await titled(page, `${name} · Inbox (3)`)
      await set('document.querySelector("title").firstChild.data = "Inbox (2)"')
      await titled(page, `${name} · Inbox (2)`)
      await set('document.title = "File & title"')
      await titled(page, name)
      await set('document.head.replaceWith(document.createElement("head")); document.title = "New head"')
      await titled(page, `${name} · New head`)
      await set('document.title = "Later"')
      await titled(page, `${name} · Later`)
      await set(`document.title = ${JSON.stringify(name)}`)
      await titled(page, name)
      await set('document.title = "A\\u202egnp.\\u0007B\\u200b  C"')
      await titled(page, `${name} · Agnp. B C`)
      await set('document.title = ""')
      await titled(page, name)
      assert.equal(await page.innerText('h1'), name)
      assert.deepEqual(errors, [])
      await close()
    }
  })

  test('is the name alone where no script changes it, and where the page is gone', async () => {
    const { frame, page, close } = await opened.show(
      '<!doctype html><title>Other than the name</title><button onclick="document.title = 1">Count</button><button onclick="location = \'https://example.com/\'">Leave</button>',
    )
    await page.waitForTimeout(1500)
    const name = await page.innerText('h1')
    assert.equal(await page.title(), name)
    await frame.getByText('Count').click()
    await titled(page, `${name} · 1`)
    await frame.getByText('Leave').click()
    await page.waitForSelector('[data-state=ended]')
    assert.equal(await page.title(), name)
    await close()
  })

  if (endsAfterJourney(browserName)) return

  test('is the name alone again where a script brings back what the file has far down', async () => {
    for (const before of [100_000, 3_000_000]) {
      const { frame, page, close } = await opened.show(
        `<!doctype html><style>/*${'x'.repeat(before)}*/</style><title>Far down</title><button onclick="document.title += '!'">Count</button><button onclick="document.title = 'Far down'">Begin anew</button>`,
      )
      const name = await page.innerText('h1')
      await press(frame.getByText('Count'))
      await titled(page, `${name} · Far down!`)
      await press(frame.getByText('Begin anew'))
      await titled(page, name)
      await close()
    }
  })

  test('is cut between two characters', async () => {
    const { page, close } = await opened.show(
      `<!doctype html><title>-</title><script>document.title = 'x'.repeat(199) + '\u{1f600}'</script>`,
    )
    await titled(page, `${await page.innerText('h1')} · ${'x'.repeat(199)}`)
    await close()
  })

  test('is changed ten thousand times a second, and the page is heard all the same', async () => {
    const { frame, page, close } = await opened.show(
      `<!doctype html><title>Loud</title><a href=missing.html>dead</a><script>
      let count = 0
      const end = Date.now() + 4000
      const timer = setInterval(async () => {
        for (let at = 0; at < 100; at++) { document.title = 'x'.repeat(5000) + ++count; await null }
        if (Date.now() < end) return
        clearInterval(timer)
        document.title = 'at last'
      }, 10)</script>`,
    )
    await titled(page, `${await page.innerText('h1')} · at last`)
    await frame.getByText('dead').click()
    await page.waitForFunction(() => /not part of it/.test(document.querySelector('#status')!.textContent!))
    await close()
  })
})
