// Links of `javascript:`: a click runs their code in the frame, but on a closed page, and never opens a window.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { endsAfterJourney, inBrowsers } from '../support/in-browsers.ts'
import { press } from '../support/press.ts'
import { caseFile } from '../support/real-pages.ts'
import { open } from './show.ts'

const ran = (frame: Frame, words: string) => frame.locator(`#o:text-is("${words}")`).waitFor()

/** A page with a line for what ran, and links by their code; `say` notes what it is given. */
const pageOf = (links: Record<string, string>, more = '') =>
  `<!doctype html>${more}<p id=o></p>${Object.entries(links)
    .map(([id, attributes]) => `<p><a id=${id} ${attributes}>${id}</a>`)
    .join('')}<script>function say(words) { document.getElementById('o').textContent += words }</script>`

inBrowsers('a link of javascript:', browserName => {
  const opened = open({ browserName, shell: !isAtLength })

  test('of a real page runs its code by click and by keyboard', async () => {
    for (const how of ['click', 'Enter']) {
      const { frame, page, context, errors, close } = await opened.show(caseFile('javascript-link.html'))
      if (how === 'click') await press(frame.getByText('Show details'))
      else {
        await frame.getByText('Show details').focus()
        await page.keyboard.press(how)
      }
      await ran(frame, 'open')
      assert.equal(context.pages().length, 1)
      assert.deepEqual(errors, [])
      await close()
    }
  })

  test('is refused on a closed page', async () => {
    for (const profile of ['offline', 'preview'] as const) {
      const { frame, page, context, close } = await opened.show(
        pageOf({
          plain: `href="javascript:say('a')"`,
          blank: `target=_blank href="javascript:say('b')"`,
          last: `href="#o" onclick="say('heard')"`,
        }),
        { profile },
      )
      await press(frame.locator('#plain'))
      await press(frame.locator('#blank'))
      for (const options of [{ modifiers: ['Control'] }, { button: 'middle' }] as const)
        await frame.locator('#plain').click(options as object)
      await press(frame.locator('#last'))
      await page.waitForTimeout(300)
      await ran(frame, 'heard')
      assert.equal(context.pages().length, 1)
      assert.equal(await page.locator('[data-state=shown]').count(), 1)
      await close()
    }
  })

  if (endsAfterJourney(browserName)) return

  test('runs whatever window it names, as it is encoded, and leaves the page what it was', async () => {
    const { frame, context, close } = await opened.show(
      pageOf(
        {
          blank: `target=_blank href="javascript:say('a')"`,
          tab: `href="&#1; java&#9;script:say('t')"`,
          named: `target=other href=" javascript:say(&#10;'b%20%C3%A9')"`,
          loose: `href="JavaScript:say('100% c')"`,
          text: `href="javascript:say('d'),'<h1>text</h1>'"`,
          scope: `href="javascript:var mine='e';say(this===window)"`,
          after: `href="javascript:say(mine)"`,
        },
        '<base target=_blank>',
      ),
    )
    const words = ['a', 't', 'b é', '100% c', 'd', 'true', 'e']
    for (const [at, id] of ['blank', 'tab', 'named', 'loose', 'text', 'scope', 'after'].entries()) {
      await press(frame.locator(`#${id}`))
      await ran(frame, words.slice(0, at + 1).join(''))
    }
    assert.equal(context.pages().length, 1)
    await close()
  })

  test('is left to the page that prevents it, and no key or button makes a window of it', async () => {
    const { frame, context, close } = await opened.show(
      pageOf(
        {
          own: `href="javascript:say('own')"`,
          late: `href="javascript:say('late')"`,
          kept: `href="javascript:say('kept')" onclick="event.stopPropagation()"`,
        },
        `<script>addEventListener('click', event => event.target.id === 'late' && event.preventDefault())
        document.addEventListener('click', event => event.target.id === 'own' && event.preventDefault())
        globalThis.URL = () => 0; RegExp.prototype[Symbol.replace] = () => 'say("forged")'</script>`,
      ),
    )
    await press(frame.locator('#own'))
    await press(frame.locator('#late'))
    for (const options of [
      { modifiers: ['Control'] },
      { modifiers: ['Shift'] },
      { button: 'middle' },
    ] as const)
      await frame.locator('#kept').click(options as object)
    await press(frame.locator('#kept'))
    await ran(frame, 'kept')
    assert.equal(context.pages().length, 1)
    await close()
  })

  test('runs once a click from within a closed shadow root, from a slot of one, and from no document', async () => {
    const { frame, context, close } = await opened.show(
      `${pageOf({ loose: '' })}<span id=host></span><div id=slotted><a target=_blank href="javascript:say('slot ')">slotted</a></div><script>
        const root = of => of.attachShadow({ mode: 'closed' })
        root(host).innerHTML = '<a target=_blank href="javascript:say(\\'root \\')">root</a>'
        root(slotted).innerHTML = '<slot></slot>'
        const link = Object.assign(document.createElement('a'), { target: '_blank', href: 'javascript:say("detached ")' })
        loose.onclick = () => link.click()
      </script>`,
    )
    let words = ''
    for (const [target, more] of [
      ['#host', 'root '],
      ['#slotted a', 'slot '],
      ['#loose', 'detached '],
    ]) {
      await press(frame.locator(target!))
      words += more
      await ran(frame, words.trim())
    }
    assert.equal(context.pages().length, 1)
    await close()
  })
})
