// The port between shell and frame: who may hand it over.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from 'playwright-core'
import { isAtLength } from '../support/at-length.ts'
import { inBrowsers } from '../support/in-browsers.ts'
import { open } from './show.ts'

/** Offers a port to the frame that waits, from the window of `from`; what comes through it is kept there. */
const offer = (from: Frame): Promise<void> =>
  from.evaluate(() => {
    const waiting = (parent as unknown as Record<string, Window>).waiting!
    const { port1, port2 } = new MessageChannel()
    const heard: string[] = []
    Object.assign(window, { heard })
    port1.onmessage = ({ data }) => heard.push(data.type)
    port1.postMessage({ type: 'start', theme: 'light', address: '' })
    port1.postMessage({ type: 'chunk', html: 'words' })
    waiting.postMessage('shell', '*', [port2])
  })

const heardBy = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => (window as unknown as { heard: string[] }).heard)

inBrowsers('a frame that waits for its shell', browserName => {
  const opened = open({ browserName, shell: !isAtLength })

  test('takes the port of its own shell, though another window of the app offers one before', async () => {
    const { page, close } = await opened.show('<!doctype html>hello')
    await page.evaluate(async () => {
      const shown = document.querySelector<HTMLIFrameElement>('iframe.page-frame')!
      document.body.append(Object.assign(document.createElement('iframe'), { id: 'beside' }))
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', shown.getAttribute('sandbox')!)
      frame.src = shown.src
      const ready = new Promise(resolve =>
        addEventListener('message', ({ source }) => source === frame.contentWindow && resolve(null)),
      )
      document.body.append(frame)
      Object.assign(window, { waiting: frame.contentWindow })
      await ready
    })
    const beside = (await (await page.$('#beside'))!.contentFrame())!
    await offer(beside)
    await offer(page.mainFrame())
    await page.waitForFunction(() => (window as unknown as { heard: string[] }).heard.includes('wrote'))
    assert.deepEqual(await heardBy(beside), [])
    await close()
  })
})
