// Comments on the page people read, in a real browser: two people, a guest and a stranger, on a desk and on a phone.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type BrowserContextOptions, devices, type Page } from 'playwright-core'
import {
  axe,
  type Browser,
  describeViolations,
  type OpenPage,
  browser as openBrowser,
  screenshot,
} from '../support/browser.ts'
import { multipart, send } from '../support/http.ts'
import type { Company, Member } from '../support/people.ts'
import { type Running, startService } from '../support/service.ts'
import { signIn } from '../support/sign-in.ts'
import { isSkip } from '../support/skip.ts'

const phone: BrowserContextOptions = { ...devices['Pixel 7'] }

describe('comments on a page', () => {
  let service: Running
  let browser: Browser
  let company: Company
  let ben: Member
  let shortId: string

  before(async () => {
    const [started, opened] = await Promise.all([startService(), openBrowser()])
    if (isSkip(started)) throw new Error(started.skip)
    if (isSkip(opened)) throw new Error(opened.skip)
    service = started
    browser = opened
    company = await service.organization()
    ben = await company.join('member')
    shortId = await publish({ visibility: 'company' })
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })

  async function publish(fields: Record<string, string>): Promise<string> {
    const file = {
      name: 'file',
      value: '<!doctype html><h1>The plan</h1><p>We start in March.',
      filename: 'plan.html',
    }
    const body = multipart([...Object.entries(fields).map(([name, value]) => ({ name, value })), file])
    const headers = { ...body.headers, authorization: `Bearer ${company.owner.key}` }
    const made = await send(`${service.url}/v1/artifacts`, { method: 'POST', headers, body: body.body })
    assert.equal(made.status, 201, made.text)
    return made.json.shortId
  }

  const post = async (path: string, fields: unknown) => {
    const headers = { authorization: `Bearer ${ben.key}`, 'content-type': 'application/json' }
    const made = await send(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(fields),
    })
    assert.ok(made.status < 300, made.text)
    return made.json
  }

  async function reads(cookie: string | null, options?: BrowserContextOptions): Promise<OpenPage> {
    const opened = await browser.open(options)
    if (cookie !== null) {
      const [name = '', value = ''] = cookie.split('=')
      await opened.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }])
    }
    return opened
  }

  const open = async (page: Page, id = shortId, rest = '') => {
    await page.goto(`${service.url}/${id}${rest}`)
    await page.waitForSelector('[data-state=shown]')
  }

  const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

  /** Nothing is wrong with the page in either theme; pictures of both are kept. */
  async function looksRight(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(each => each.finished)))
      await screenshot(page, `comments-${name}-${colorScheme}`, false)
      assert.deepEqual(describeViolations(await axe(page)), [], `${name}, ${colorScheme}`)
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(sideways <= 0, `${name} is ${sideways} pixels too wide`)
  }

  test('one writes, another answers and resolves with an answer, and the first opens it again', async () => {
    const [olga, other] = await Promise.all([
      reads(company.owner.session.cookie),
      reads(ben.session.cookie, phone),
    ])
    const { page } = olga
    await open(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    await page
      .getByLabel('Comment on the whole page')
      .fill('Why March?\nSee https://example.com/plan. <b>Really</b>')
    await looksRight(page, 'writing')
    await page.reload()
    await page.getByRole('button', { name: 'Comments' }).click()
    assert.match(await page.getByLabel('Comment on the whole page').inputValue(), /^Why March/)
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await panel(page).getByText('Why March?').waitFor()
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    assert.equal(await page.getByLabel('Comment on the whole page').inputValue(), '')
    assert.equal(await panel(page).locator('b').count(), 0)
    const link = panel(page).getByRole('link', { name: 'https://example.com/plan', exact: true })
    assert.match((await link.getAttribute('rel'))!, /noopener/)
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()

    await open(other.page)
    await other.page.getByRole('button', { name: 'Comments, 1 open' }).tap()
    await panel(other.page).getByRole('button', { name: 'Reply' }).tap()
    await other.page.getByLabel('Your reply').fill('Because of the fair.')
    await panel(other.page).locator('article').getByRole('button', { name: 'Reply' }).tap()
    await panel(other.page).getByText('Because of the fair.').waitFor()
    await looksRight(other.page, 'phone')
    await panel(other.page).getByRole('button', { name: 'Resolve', exact: true }).tap()
    await other.page.getByLabel('An answer, if you like').fill('Said in version two.')
    await panel(other.page).locator('article').getByRole('button', { name: 'Resolve', exact: true }).tap()
    await panel(other.page).getByText('No open comments.').waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Comments' }).click()
    await panel(page).getByRole('button', { name: 'Resolved' }).click()
    await panel(page).getByText('Said in version two.').waitFor()
    await panel(page).getByText(`Resolved by ${ben.name} on version 1`).waitFor()
    await looksRight(page, 'resolved')
    await panel(page).getByRole('button', { name: 'Reopen' }).click()
    await panel(page).locator('article').getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('button', { name: 'Comments, 1 open' }).waitFor()
    assert.deepEqual([...olga.problems, ...other.problems], [])
    await Promise.all([olga.close(), other.close()])
  })

  test('own words are changed and deleted after one more question, those of others are not', async () => {
    const id = await publish({ visibility: 'company' })
    await post(`/v1/artifacts/${id}/comments`, { body: 'Words of Ben' })
    const { page, close, problems } = await reads(company.owner.session.cookie)
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 1 open' }).click()
    await panel(page).getByText('Words of Ben').waitFor()
    assert.equal(await panel(page).getByRole('button', { name: 'Edit' }).count(), 0)
    await page.getByLabel('Comment on the whole page').fill('Mine')
    await page.keyboard.press('Control+Enter')
    await panel(page).getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Your comment').fill('Mine, and better')
    await panel(page).getByRole('button', { name: 'Save' }).click()
    await panel(page).getByText('Mine, and better').waitFor()
    await panel(page).getByText('edited').waitFor()
    await panel(page).getByRole('button', { name: 'Mine' }).click()
    await panel(page).getByText('Words of Ben').waitFor({ state: 'detached' })
    await panel(page).getByRole('button', { name: 'Delete' }).click()
    await panel(page).getByRole('button', { name: 'Yes, delete' }).click()
    await panel(page).getByText('You wrote nothing here yet.').waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

  test('a link leads to its comment, whatever its state, and the frame never hears of it', async () => {
    const id = await publish({ visibility: 'company' })
    const thread = await post(`/v1/artifacts/${id}/comments`, {
      body: 'On a passage',
      anchor: { textQuote: { exact: 'We start in March.' } },
    })
    const reply = await post(`/v1/artifacts/${id}/comments`, { body: 'A reply', parentId: thread.id })
    await post(`/v1/comments/${thread.id}/resolve`, {})
    const { page, close } = await reads(company.owner.session.cookie)
    for (const rest of [`#comment-${reply.id}`, `?thread=${thread.id}`]) {
      await open(page, id, rest)
      await panel(page).getByText('A reply').waitFor()
      await page.waitForFunction(() => document.activeElement?.id.startsWith('comment-'))
      await panel(page).locator('blockquote', { hasText: 'We start in March.' }).waitFor()
      const frame = page.frames().find(each => each !== page.mainFrame())!
      assert.doesNotMatch(
        await frame.evaluate(() => location.href + document.documentElement.outerHTML),
        /comment|A reply/,
      )
    }
    await open(page, id, '#comment-nowhere')
    await panel(page).getByText('That comment is not here.').waitFor()
    await close()
  })

  test('guests and strangers are told why they cannot write, and see no word that is not for them', async () => {
    const id = await publish({ visibility: 'public', sharedWith: 'gina@partner.example' })
    await post(`/v1/artifacts/${id}/comments`, { body: 'Between ourselves' })
    const guest = await reads(await signIn(service, 'gina@partner.example', id))
    const stranger = await reads(null)
    const expected = [
      [guest.page, 'Ask its owner to invite you.'],
      [stranger.page, 'Sign in to comment'],
    ] as const
    for (const [page, why] of expected) {
      await open(page, id)
      await page.getByRole('button', { name: 'Comments', exact: true }).click()
      await panel(page).getByText(why).waitFor()
      await looksRight(page, page === guest.page ? 'guest' : 'stranger')
      assert.equal(await panel(page).getByRole('textbox').count(), 0)
      assert.equal(await panel(page).getByRole('alert').count(), 0)
      assert.doesNotMatch(await page.content(), /Between ourselves|, 1 open/)
    }
    await Promise.all([guest.close(), stranger.close()])
  })

  test('what could not be sent stays in the field, with the reason beside it', async () => {
    const { page, close } = await reads(ben.session.cookie)
    await open(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    const field = page.getByLabel('Comment on the whole page')
    const button = panel(page).getByRole('button', { name: 'Comment', exact: true })
    await button.click()
    await panel(page).getByText('Write something first.').waitFor()
    await page.route('**/v1/artifacts/*/comments', route => route.abort())
    await field.fill('Kept')
    await button.click()
    await panel(page).getByText('The server could not be reached.').waitFor()
    assert.equal(await field.inputValue(), 'Kept')
    await looksRight(page, 'refused')
    await page.unroute('**/v1/artifacts/*/comments')
    await page.keyboard.press('Escape')
    assert.equal(await panel(page).count(), 0)
    await close()
  })
})
