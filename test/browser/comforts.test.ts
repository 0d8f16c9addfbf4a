// Comforts of a page in a real browser: code that is copied, headings with an address, the whole screen.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { devices, type Page } from 'playwright-core'
import { axe, describeViolations } from '../support/browser.ts'
import { browsing, looksRight } from '../support/browsing.ts'
import type { Company } from '../support/people.ts'
import { press } from '../support/press.ts'

const code = 'const a = 1 < 2\n\tconsole.log("<b>", a)\n'
const text = `# Notes\n\nSome words.\n\n## The code\n\n\`\`\`js\n${code}\`\`\`\n\nAnd \`inline\`.\n\n    indented\n${'\nWords.\n'.repeat(90)}\n## Last part {#my-own}\n`

describe('comforts of a page', () => {
  const here = browsing()
  let company: Company
  let address: string

  before(async () => {
    company = await here.service.organization()
    const { json } = await here.publish(
      company.owner.key,
      { visibility: 'company' },
      { name: 'notes.md', text },
    )
    address = `${here.service.url}/${json.shortId}`
  })

  const open = async (options = {}) => {
    const opened = await here.signedIn(company.owner.session.cookie, options)
    await opened.page.goto(address)
    await opened.page.waitForSelector('[data-state=shown]')
    return { ...opened, frame: opened.page.frames()[1]! }
  }
  const said = (page: Page, words: RegExp) =>
    page.waitForFunction(
      wanted => new RegExp(wanted).test(document.querySelector('#status')!.textContent!),
      words.source,
    )

  test('a block of code is copied as it was written, by mouse and by keyboard, and that is said', async () => {
    const { page, context, frame, problems, close } = await open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const buttons = frame.getByRole('button', { name: 'Copy this code' })
    await buttons.nth(1).waitFor()
    assert.equal(await buttons.count(), 2)
    await buttons.first().click()
    await said(page, /Copied/)
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code)
    await buttons.nth(1).focus()
    await page.keyboard.press('Enter')
    await frame.waitForFunction(
      () => document.querySelectorAll<HTMLElement>('.recto-copy')[1]!.dataset.done === 'yes',
    )
    await page.bringToFront()
    await page.locator('h1').first().click()
    assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), 'indented')
    assert.deepEqual(problems, [])
    await close()
  })

  test('what a toast says goes after six seconds, and stays while the pointer is on it', async () => {
    const { page, close } = await open()
    // Stopped, since a clock that is only installed goes on by itself.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    const toast = page.locator('#status')
    const say = () => toast.evaluate(each => (each.textContent = 'Link copied'))
    await say()
    await page.clock.runFor(5000)
    assert.equal(await toast.innerText(), 'Link copied')
    await page.clock.runFor(1000)
    assert.equal(await toast.innerText(), '')
    await say()
    await toast.hover()
    await page.clock.runFor(20_000)
    assert.equal(await toast.innerText(), 'Link copied')
    await page.mouse.move(0, 0)
    await page.clock.runFor(6000)
    assert.equal(await toast.innerText(), '')
    await close()
  })

  test('what is added holds no text, and the page has no accessibility violation in either theme', async () => {
    for (const options of [
      { colorScheme: 'light' },
      { ...devices['Pixel 7'], colorScheme: 'dark' },
    ] as const) {
      const { page, frame, close } = await open(options)
      await frame.waitForSelector('.recto-copy >> nth=1')
      assert.equal(
        await frame.evaluate(() =>
          [...document.querySelectorAll('.recto-copy, .recto-anchor')].map(each => each.textContent).join(''),
        ),
        '',
      )
      await looksRight(page, `comforts-${options.colorScheme}`)
      assert.deepEqual(describeViolations(await axe(frame as unknown as Page)), [])
      await close()
    }
  })

  test('code of an unclaimed preview, whose frame may not write to the clipboard, is copied all the same', async () => {
    const form = new FormData()
    form.set('file', new File([text], 'notes.md'))
    const made = await fetch(`${here.service.url}/v1/public/artifacts`, { method: 'POST', body: form })
    const { url } = (await made.json()) as { url: string }
    const { page, context, close } = await here.signedIn(null)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(url)
    await page.click('[data-open-page]')
    await page.waitForSelector('[data-state=shown]')
    assert.equal(await page.locator('.page-frame').getAttribute('allow'), '')
    await press(page.frames()[1]!.getByRole('button', { name: 'Copy this code' }).first())
    await said(page, /Copied/)
    assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), code.trim())
    await close()
  })

  test('a click beside a heading puts it into the address, where it leads again', async () => {
    const { page, frame, close } = await open()
    await frame.hover('h2 >> nth=0')
    await press(frame.locator('h2 .recto-anchor >> nth=0'))
    await page.waitForURL(/\/[^/#]+#the-code$/)
    await page.reload()
    await page.waitForSelector('[data-state=shown]')
    await page.frames()[1]!.waitForFunction(() => document.querySelector('h2:target'))
    await close()
  })

  test('an address leads to the heading as its author named it, on opening and when it is typed', async () => {
    const { page, close } = await open()
    const isAt = async (heading: string) => {
      const target = page.frameLocator('.page-frame').locator('h2:target', { hasText: heading })
      await target.evaluate(
        each =>
          new Promise<void>(seen =>
            new IntersectionObserver(([entry]) => entry!.isIntersecting && seen()).observe(each),
          ),
      )
    }
    await page.goto('about:blank')
    await page.goto(`${address}#my-own`)
    await isAt('Last part')
    for (const [typed, heading] of [
      ['#user-content-the-code', 'The code'],
      ['#my-own', 'Last part'],
      ['#the-code', 'The code'],
    ] as const) {
      await page.evaluate(hash => {
        location.hash = hash
      }, typed)
      await isAt(heading)
    }
    await page.goBack()
    await isAt('Last part')
    await close()
  })

  test('the page takes the whole screen from the menu; the header hides, and Esc brings it back', async () => {
    const { page, close } = await open()
    await page.click('[popovertarget=more]')
    await page.click('[data-full-screen]')
    await page.waitForSelector('html[data-full]')
    await page.locator('.page-header .tools').waitFor({ state: 'hidden' })
    await page.evaluate(() => document.exitFullscreen())
    await page.waitForSelector('html:not([data-full])')
    await page.locator('.page-header .tools').waitFor()
    await close()
  })

  test('without a full screen of the browser the window serves, with a way back', async () => {
    const { page, close } = await open()
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'))
    })
    await page.click('[popovertarget=more]')
    await page.click('[data-full-screen]')
    await page.waitForSelector('html[data-full]')
    await page.locator('.page-header .tools').waitFor({ state: 'hidden' })
    await looksRight(page, 'full-window')
    await page.getByRole('button', { name: 'Exit full screen' }).click()
    await page.locator('.page-header .tools').waitFor()
    await close()
  })
})
