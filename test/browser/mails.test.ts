// Mails as they arrive from a real SMTP server: HTML with the same words beside the text, in the light and in the dark.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mailHtml } from '../../src/jobs/mail-html.ts'
import {
  axe,
  type Browser,
  describeViolations,
  browser as openBrowser,
  screenshot,
} from '../support/browser.ts'
import { multipart, send } from '../support/http.ts'
import { type Running, startService } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { type Mail, type Smtp, startSmtp } from '../support/smtp.ts'

const file = '<!doctype html><title>Plan & <b>bold</b></title><h1>Plan</h1><p>We start in March.'

/** Words in their order, without the marks of quotations. */
const wordsOf = (text: string): string[] => text.replace(/^> ?/gm, '').split(/\s+/).filter(Boolean)

describe('a mail', () => {
  let smtp: Smtp
  let service: Running
  let browser: Browser

  before(async () => {
    smtp = await startSmtp()
    const started = await startService({ env: { SMTP_URL: smtp.url } })
    if (isSkip(started)) throw new Error(started.skip)
    service = started
    const opened = await openBrowser({ shell: true })
    if (isSkip(opened)) throw new Error(opened.skip)
    browser = opened
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
    await smtp?.stop()
  })

  /** The mail to somebody with whom a page was shared with these words. */
  async function shared(message: string): Promise<Mail> {
    const company = await service.organization()
    const to = `guest-${Math.random().toString(36).slice(2)}@acme.example`
    const fields = { visibility: 'private', sharedWith: to, notify: 'true', message }
    const named = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const { body, headers } = multipart([...named, { name: 'file', value: file, filename: 'plan.html' }])
    const authorization = `Bearer ${company.owner.key}`
    const made = await send(`${service.url}/v1/artifacts`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body,
    })
    assert.equal(made.status, 201, made.text)
    return smtp.waitFor(to)
  }

  test('says in HTML the words of its text, links into the app alone, and reads well in both themes', async () => {
    const { html, text, subject } = await shared(
      'Have a look, please: https://elsewhere.example/x\n<script>alert(1)</script>\n\nIt is short.',
    )
    assert.notEqual(html, '', subject)
    const { page, close, problems } = await browser.open({ viewport: { width: 390, height: 700 } })
    await page.setContent(html)
    const stop = /:\s+(\S+\/stop\/\S+)\s*$/.exec(text)!
    assert.deepEqual(
      wordsOf(await page.locator('body').innerText()),
      wordsOf(text.slice(0, stop.index)),
      'the words are others than those of the text, without the address that ends these mails',
    )
    const unsubscribe = page.getByRole('link', { name: 'Unsubscribe from mails about shared pages' })
    assert.equal(await unsubscribe.getAttribute('href'), stop[1])
    const links = await page.getByRole('link').all()
    for (const link of links)
      assert.ok((await link.getAttribute('href'))!.startsWith(`${service.url}/`), html)
    assert.equal(links.length, 2)
    assert.equal(await page.locator('blockquote').count(), 1)
    assert.deepEqual(problems, [])
    const backgrounds = new Set<string>()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      await screenshot(page, `mail-shared-${colorScheme}`)
      assert.deepEqual(describeViolations(await axe(page, { rules: { region: { enabled: false } } })), [])
    }
    assert.equal(backgrounds.size, 2)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    await close()
  })

  test('with a code is plain text', async () => {
    const sent = await send(`${service.url}/auth/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ email: 'new@acme.example' }),
    })
    assert.equal(sent.status, 202)
    const mail = await smtp.waitFor('new@acme.example')
    assert.match(mail.text, /\n\d{6}\n/)
    assert.equal(mail.html, '')
    assert.doesNotMatch(mail.raw, /text\/html/i)
  })
})

describe('the HTML of a mail', () => {
  const url = 'https://recto.acme.example'
  const html = (text: string, stopUrl?: string) =>
    mailHtml({ subject: 'News', text, ...(stopUrl !== undefined && { stopUrl }) }, url)

  test('joins the lines that were wrapped, and keeps those that stand alone', () => {
    const long = 'word '.repeat(14).trim()
    assert.match(html(`${long}\nwords that had no room\n\n${url}/abc`)!, /word words that had no room<\/h1>/)
    assert.match(html(`Sign in at\n${url}/app/restore`)!, /Sign in at<br><a /)
  })

  test('takes the full stop of a sentence for no part of an address, nor another host for ours', () => {
    assert.match(html(`The apps at ${url}/app/apps.`)!, /href="https:\/\/recto\.acme\.example\/app\/apps"/)
    assert.equal(html(`Look at ${url}.evil.example/x`)?.includes('evil.example/x"') ?? false, false)
    assert.equal(html('Look at https://elsewhere.example/'), null)
  })

  test('paints who is mentioned, wherever the line was wrapped, and leaves no mark of it in the words', () => {
    const made = html(
      `Dana commented: \u2068@Ben <b>\u2069\n\n> ${'word '.repeat(13)}\u2068@Ana\n> Lima\u2069!\n\n${url}/abc`,
    )!
    const painted = [...made.matchAll(/<strong class="link"[^>]*>([^<]*)<\/strong>/g)].map(([, name]) => name)
    assert.deepEqual(painted, ['@Ben &lt;b&gt;', '@Ana Lima'])
    assert.doesNotMatch(made, /[\u2068\u2069]/)
  })

  test('makes no link of what somebody else wrote, even where it leads into the app', () => {
    const made = html(`They write:\n\n> ${url}/app/security\n\n${url}/abc`)!
    assert.equal(made.match(/<a /g)?.length, 1)
    assert.match(made, /<blockquote[^>]*>https:\/\/recto\.acme\.example\/app\/security<\/blockquote>/)
  })
})
