// Pins on pages that would rather have none: hidden by style, removed, drawn with prototypes that lie. The list stays whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, hearsPointer, panel } from '../support/commenting.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { until } from '../support/until.ts'

const image =
  '<img alt="Sales" width="300" height="150" style="position:absolute;left:8px;top:8px" src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E">'

const hostile: readonly [string, string][] = [
  [
    'hides everything that is not its own',
    '<style>*:not(html,head,body,img){display:none!important}recto-layer{opacity:0!important;visibility:hidden!important;transform:translate(-9999px)!important;z-index:-1!important;clip-path:inset(50%)!important;pointer-events:none!important}</style>',
  ],
  [
    'overwrites the prototypes that drawing stands on',
    `<script>
      const no = () => { throw new Error('no') }
      for (const name of ['attachShadow', 'getBoundingClientRect', 'append', 'remove', 'setAttribute'])
        Element.prototype[name] = no
      for (const name of ['appendChild', 'insertBefore']) Node.prototype[name] = no
      document.createElement = document.querySelector = document.querySelectorAll = no
      MessagePort.prototype.postMessage = no
      window.requestAnimationFrame = window.setTimeout = no
    </script>`,
  ],
  [
    'takes the layer away again and again',
    `<script>setInterval(() => document.querySelector('recto-layer')?.remove(), 200)</script>`,
  ],
  [
    'stops every click and key before it arrives',
    `<script>for (const name of ['click', 'pointerdown', 'mousedown', 'keydown'])
      addEventListener(name, event => { event.stopImmediatePropagation(); event.preventDefault() }, true)</script>`,
  ],
]

const bar = (page: Page) => page.getByRole('region', { name: 'Choose a part of the page' })

/** Returns the place where the page puts the image: a page that replaced natives can be asked nothing in Firefox. */
async function imageOf(page: Page): Promise<{ x: number; y: number }> {
  const { x, y } = (await page.locator('iframe').boundingBox())!
  return { x: x + 8, y: y + 8 }
}

/** Clicks above the point in the page until the thread of its pin is opened. */
async function clickPin(page: Page): Promise<void> {
  const inside = await imageOf(page)
  const thread = panel(page).getByText('Why this?')
  await until('the thread of the pin is opened', async () => {
    await page.mouse.click(inside.x + 150 + 8, inside.y + 75 - 10)
    await page.waitForTimeout(250)
    return thread.isVisible()
  })
}

inBrowsers('pins on a hostile page', browserName => {
  const { people, publish, post, browserOf, open } = commenting({ browserName, shell: false })

  for (const [what, code] of hostile)
    test(`that ${what} are seen, open their thread, and its parts are pointed at by mouse and key`, async () => {
      const id = await publish(
        { visibility: 'company' },
        `<!doctype html><title>Hostile</title><body>${code}${image}<script>addEventListener('load', () => { window.loaded = true })</script>`,
      )
      const anchor = { cssPath: 'body > img', point: { x: 0.5, y: 0.5 } }
      await post(`/v1/artifacts/${id}/comments`, { body: 'Why this?', anchor })
      const { page, close } = await browserOf(people.company.owner.session)
      await open(page, id)
      await clickPin(page)
      await page.locator('[data-comments-button]').focus()
      await page.keyboard.press('e')
      await hearsPointer(page)
      const inside = await imageOf(page)
      await page.mouse.move(inside.x + 30, inside.y + 30)
      await bar(page).getByText('Image “Sales”').waitFor()
      await page.mouse.click(inside.x + 30, inside.y + 30)
      await page.getByLabel('Comment on Point of Image “Sales”').waitFor()
      await page.locator('[data-comments-button]').focus()
      await page.keyboard.press('e')
      await hearsPointer(page)
      await page.mouse.move(inside.x + 60, inside.y + 60)
      await bar(page).getByText('Image “Sales”').waitFor()
      await page.keyboard.press('r')
      await page.keyboard.press('Shift+ArrowRight')
      await bar(page).getByText('50 to 70 % across, 50 to 60 % down').waitFor()
      await page.keyboard.press('Enter')
      await page.getByLabel('Comment on Area of Image “Sales”').waitFor()
      await close()
    })

  test('what is in the layer stays closed to the page, which learns nothing but that it is there', async () => {
    const id = await publish({ visibility: 'company' }, `<!doctype html><title>Curious</title><body>${image}`)
    await post(`/v1/artifacts/${id}/comments`, { body: 'Secret words', anchor: { cssPath: 'body > img' } })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    const frame = page.frames().find(each => each !== page.mainFrame())!
    await frame.waitForSelector('recto-layer', { state: 'attached' })
    const seen = await frame.evaluate(() => {
      const layer = document.querySelector('recto-layer')!
      return { root: layer.shadowRoot, inside: layer.innerHTML, page: document.documentElement.outerHTML }
    })
    assert.deepEqual([seen.root, seen.inside], [null, ''])
    assert.doesNotMatch(seen.page, /Secret words|Name of/)
    await close()
  })
})
