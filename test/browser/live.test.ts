// Open pages stay true: two people side by side, several tabs, a server that restarts, a machine that sleeps.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { start } from '../../src/main.ts'
import { readSettings } from '../../src/settings.ts'
import {
  axe,
  type Browser,
  describeViolations,
  type OpenPage,
  browser as openBrowser,
  screenshot,
} from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { closeConnections, multipart, send } from '../support/http.ts'
import { type Company, type Member, openOrganization } from '../support/people.ts'
import { isSkip } from '../support/skip.ts'
import { until } from '../support/until.ts'
import { proof } from '../support/world-rest.ts'

/** A line between browsers and the server that can go dead without a word. */
async function openLine(port: number) {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Nothing passes any more on what is connected now; what connects later passes. */
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume()
        far.unpipe(near).resume()
      }
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}

describe('an open page', () => {
  let folder: string
  let browser: Browser
  let line: Awaited<ReturnType<typeof openLine>>
  let service: Awaited<ReturnType<typeof start>>
  let begin: () => ReturnType<typeof start>
  let company: Company
  let ben: Member

  before(async () => {
    const opened = await openBrowser()
    if (isSkip(opened)) throw new Error(opened.skip)
    browser = opened
    folder = await mkdtemp(join(tmpdir(), 'recto-live-'))
    const port = await freePort()
    line = await openLine(port)
    const read = readSettings({
      ...{ RECTO_URL: line.url, PORT: `${port}`, RECTO_DATA: folder },
      ...{ RECTO_RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
    })
    if ('mistakes' in read) throw new Error(read.mistakes.join())
    begin = () => start(read.settings, { env: process.env })
    service = await begin()
    company = await openOrganization(service.context).make()
    ben = await company.join('member')
  })
  after(async () => {
    await browser?.close()
    closeConnections()
    line?.close()
    await service?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function save(html: string, fields: Record<string, string>, at?: { id: string; base: number }) {
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const form = multipart([...parts, { name: 'file', value: html, filename: 'page.html' }])
    const base = at && { 'if-match': `"v${at.base}"` }
    const done = await send(`${line.url}/v1/artifacts${at ? `/${at.id}` : ''}`, {
      method: at ? 'PUT' : 'POST',
      headers: { ...form.headers, ...proof(line.url, { key: company.owner.key }), ...base },
      body: form.body,
    })
    assert.ok(done.status < 300, done.text)
    return done.json.shortId as string
  }

  const publish = (visibility: string) => save('<h1>First words</h1>', { visibility })
  const update = (id: string, base: number, fields: Record<string, string> = {}) =>
    save(`<h1>Words of version ${base + 1}</h1>`, fields, { id, base })

  async function change(id: string, settings: object): Promise<void> {
    const headers = { ...proof(line.url, { key: company.owner.key }), 'content-type': 'application/json' }
    const body = JSON.stringify(settings)
    assert.equal(
      (await send(`${line.url}/v1/artifacts/${id}`, { method: 'PATCH', headers, body })).status,
      200,
    )
  }

  async function signedIn({ session }: Member): Promise<OpenPage> {
    const person = await browser.open()
    const [name = '', value = ''] = session.cookie.split('=')
    await person.context.addCookies([{ name, value, url: line.url }])
    return person
  }

  /** The page with its first words in the frame, and with the stream heard. */
  async function show(page: Page, id: string, words = 'First words'): Promise<void> {
    await page.addInitScript(() =>
      document.addEventListener('recto:live', () => document.documentElement.setAttribute('data-live', '')),
    )
    await page.goto(`${line.url}/${id}`)
    await reads(page, words)
    await page.waitForSelector('html[data-live]', { state: 'attached' })
  }

  const reads = (page: Page, words: string) => page.frameLocator('.page-frame').getByText(words).waitFor()

  test('offers a new version quietly; a key press shows it', async () => {
    const id = await publish('company')
    const { page, close } = await signedIn(ben)
    await show(page, id)
    await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME')
    await update(id, 1)
    const offer = page.locator('.live-offer')
    await offer.getByText(`Version 2 by ${company.owner.name} is here.`).waitFor()
    assert.equal(await offer.locator('[role=status]').count(), 1)
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'IFRAME')
    await screenshot(page, 'live-offer', false)
    assert.deepEqual(describeViolations(await axe(page)), [])
    await reads(page, 'First words')
    await update(id, 2)
    await offer.getByText(`Version 3 by ${company.owner.name} is here.`).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Show', exact: true }).waitFor({ state: 'hidden' })
    await update(id, 3)
    await page.getByRole('button', { name: 'Show', exact: true }).focus()
    await page.keyboard.press('Enter')
    await reads(page, 'Words of version 4')
    await close()
  })

  test('shows a version at once that asks for it, but interrupts nobody who writes', async () => {
    const id = await publish('company')
    const [reader, writer] = [await signedIn(ben), await signedIn(company.owner)]
    for (const { page } of [reader, writer]) await show(page, id)
    await writer.page.evaluate(() => {
      const text = document.body.appendChild(document.createElement('textarea'))
      text.value = 'What I wanted to say'
    })
    await update(id, 1, { reload: 'true' })
    await reads(reader.page, 'Words of version 2')
    await writer.page.locator('.live-offer').getByText('Version 2').waitFor()
    await reads(writer.page, 'First words')
    await Promise.all([reader.close(), writer.close()])
  })

  test('is taken away as soon as it is narrowed, for members and for anybody', async () => {
    const id = await publish('public')
    const [member, anybody] = [await signedIn(ben), await browser.open()]
    for (const { page } of [member, anybody]) await show(page, id)
    await change(id, { visibility: 'company' })
    const missing = 'This page isn’t here, or isn’t shared with you'
    await anybody.page.getByRole('heading', { name: 'Sign in to open this page' }).waitFor()
    assert.equal(await anybody.page.locator('iframe').count(), 0)
    await reads(member.page, 'First words')
    await change(id, { visibility: 'private' })
    await member.page.getByRole('heading', { name: missing }).waitFor()
    assert.equal(await member.page.locator('iframe').count(), 0)
    await Promise.all([member.close(), anybody.close()])
  })

  test('shares one connection with the other tabs, which outlives the tab that had it', async () => {
    const ids = [await publish('company'), await publish('company'), await publish('company')]
    const person = await signedIn(ben)
    const asked = new Set<Request>()
    const open = () => [...asked].filter(request => !request.frame().page().isClosed()).length
    person.context.on('request', request => {
      if (request.url().includes('/live?')) asked.add(request)
    })
    person.context.on('requestfinished', request => asked.delete(request))
    person.context.on('requestfailed', request => asked.delete(request))
    const tabs: Page[] = []
    for (const id of ids) {
      const tab = await person.context.newPage()
      tabs.push(tab)
      await show(tab, id)
    }
    assert.equal(open(), 1)
    for (const [index, tab] of tabs.entries()) {
      await update(ids[index]!, 1)
      await tab.locator('.live-offer').getByText('Version 2').waitFor()
    }
    await tabs[0]!.close()
    for (const [index, tab] of tabs.entries()) {
      await update(ids[index]!, 2)
      if (index > 0) await tab.locator('.live-offer').getByText('Version 3').waitFor()
    }
    assert.equal(open(), 1)
    await person.close()
  })

  test('goes on after a restart of the server, with what was missed', async () => {
    const id = await publish('company')
    const { page, close } = await signedIn(ben)
    await show(page, id)
    await service.close()
    service = await begin()
    await update(id, 1)
    await page.locator('.live-offer').getByText('Version 2').waitFor()
    await close()
  })

  test('catches up with comments that came, changed and went while the server was away', async () => {
    const id = await publish('company')
    const call = async (method: string, path: string, fields?: object) => {
      const headers = { ...proof(line.url, { key: company.owner.key }), 'content-type': 'application/json' }
      const body = fields && JSON.stringify(fields)
      const done = await send(`${line.url}/v1/${path}`, { method, headers, ...(body && { body }) })
      assert.ok(done.status < 300, done.text)
      return done.json?.id as string
    }
    const comment = (body: string) => call('POST', `artifacts/${id}/comments`, { body })
    const [changed, gone] = [await comment('First draft'), await comment('A mistake')]
    const { page, close } = await signedIn(ben)
    await show(page, id)
    await page.getByRole('button', { name: 'Comments, 2 open' }).click()
    const panel = page.getByRole('complementary', { name: 'Comments' })
    await panel.getByText('A mistake').waitFor()
    await page.context().setOffline(true)
    await service.close()
    service = await begin()
    await call('PATCH', `comments/${changed}`, { body: 'Second draft' })
    await call('DELETE', `comments/${gone}`)
    const added = await comment('A late thought')
    await call('POST', `comments/${added}/resolve`, { reply: 'Settled' })
    await comment('An open question')
    await page.context().setOffline(false)
    await panel.getByText('An open question').waitFor()
    assert.deepEqual(await panel.locator('.comment-body').allTextContents(), [
      'Second draft',
      'An open question',
    ])
    await page.getByRole('button', { name: 'Comments, 2 open' }).waitFor()
    await close()
  })

  test('goes on after sleep, when its line went dead without a word', async () => {
    const id = await publish('company')
    const { page, close } = await signedIn(ben)
    await page.clock.install()
    await show(page, id)
    line.freeze()
    closeConnections()
    await update(id, 1)
    const offer = page.locator('.live-offer').getByText('Version 2')
    // The browser may try more than one of the connections it kept, all of them dead.
    await until('version 2 is offered', async () => {
      await page.clock.fastForward('01:00')
      return offer.isVisible()
    })
    await close()
  })
})
