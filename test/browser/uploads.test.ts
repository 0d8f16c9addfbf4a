// Files that are dropped, chosen or pasted on pages of ours: each is a private page at once, and none is opened by the browser.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browsing, looksRight } from '../support/browsing.ts'
import { send } from '../support/http.ts'
import type { Company, Member } from '../support/people.ts'
import { until } from '../support/until.ts'

const plan = { 'plan.html': '<!doctype html><title>The plan</title><h1>Dropped</h1>' }

/** Files as a hand drags them over the window. */
const dragged = (page: Page, files: Record<string, string>) =>
  page.evaluateHandle(given => {
    const transfer = new DataTransfer()
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name))
    return transfer
  }, files)

/** Drags the files over the page until it says where they may be dropped, and drops them there. */
async function drop(page: Page, onto: string, files: Record<string, string>): Promise<void> {
  const dataTransfer = await dragged(page, files)
  await until('the page says where to drop', async () => {
    await page.dispatchEvent(onto, 'dragover', { dataTransfer })
    return page.getByText('Drop to publish').isVisible()
  })
  await page.dispatchEvent(onto, 'drop', { dataTransfer })
}

/** Tells whether our own script took the files, so that the browser does not open them. */
const takes = async (page: Page, onto: string): Promise<boolean> =>
  page
    .locator(onto)
    .evaluate(
      (element, dataTransfer) =>
        ['dragover', 'drop'].every(
          type =>
            !element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
        ),
      await dragged(page, plan),
    )

const atPage = (page: Page) => page.waitForURL(/\/\w{10}(\?done=published)?$/)

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
}

describe('a file', () => {
  const here = browsing()
  let company: Company

  before(async () => {
    company = await here.service.organization()
  })

  const authorization = ({ key }: Member) => ({ headers: { authorization: `Bearer ${key}` } })
  const pagesOf = async (member: Member): Promise<{ name: string; visibility: string }[]> =>
    (await send(`${here.service.url}/v1/artifacts`, authorization(member))).json.data
  const shown = async (page: Page) => {
    const id = new URL(page.url()).pathname.slice(1)
    return (await send(`${here.service.url}/v1/artifacts/${id}/metadata`, authorization(company.owner))).json
  }

  test('dropped on any page of ours is published for its owner alone, and opened', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    const { json } = await here.publish(company.owner.key, { visibility: 'company' })
    for (const path of [
      '/app',
      '/app/members',
      '/docs',
      `/${json.shortId}`,
      `/app/artifacts/${json.shortId}`,
    ]) {
      await page.goto(here.service.url + path)
      await drop(page, 'h1', plan)
      await page
        .getByRole('region', { name: 'Published' })
        .getByText('Only you can open this page.')
        .waitFor()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Dropped' }).waitFor()
      const { name, visibility } = await shown(page)
      assert.deepEqual([name, visibility], ['The plan', 'private'])
    }
    assert.deepEqual(problems, [])
    await close()
  })

  test('may be dropped where the page says so while it is dragged', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    const { json } = await here.publish(company.owner.key, { visibility: 'company' })
    for (const [path, name] of [
      ['/app', 'dropping'],
      ['/docs', 'dropping-docs'],
      [`/${json.shortId}`, 'dropping-page'],
    ] as const) {
      await page.goto(here.service.url + path)
      await page.dispatchEvent('h1', 'dragover', { dataTransfer: await dragged(page, plan) })
      await page.getByText('Drop to publish').waitFor()
      await looksRight(page, name)
      await page.dispatchEvent('h1', 'dragleave', { dataTransfer: await dragged(page, plan) })
      await page.getByText('Drop to publish').waitFor({ state: 'detached' })
    }
    await close()
  })

  test('over a page itself is left to what takes files there; otherwise the header says where to drop it', async () => {
    const { page, problems, close } = await here.signedIn(company.owner.session.cookie)
    /** Drags files over an element of a page with this content; returns whether they are left, and the drop effect. */
    const over = async (content: string) => {
      const text = `<!doctype html><h1>Page</h1>${content}`
      const { json } = await here.publish(company.owner.key, {}, { name: 'page.html', text })
      await page.goto(`${here.service.url}/${json.shortId}`)
      return page
        .frameLocator('iframe')
        .locator('#over')
        .evaluate(element => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(['x'], 'plan.html'))
          Object.defineProperty(dataTransfer, 'dropEffect', { value: 'copy', writable: true })
          const init = { bubbles: true, composed: true, cancelable: true, dataTransfer }
          return [element.dispatchEvent(new DragEvent('dragover', init)), dataTransfer.dropEffect]
        })
    }
    const takes = 'event => event.preventDefault()'
    for (const [content, told] of [
      ['<p id=over ondragover="event.preventDefault()">', [false, 'copy']],
      [`<p id=over><script>addEventListener('dragover', ${takes})</script>`, [false, 'copy']],
      [`<p id=over><script>ondragover = ${takes}</script>`, [false, 'copy']],
      ['<input type=file id=over>', [true, 'copy']],
      ['<div><template shadowrootmode=open><input type=file id=over></template></div>', [true, 'copy']],
    ] as const) {
      assert.deepEqual(await over(content), told, content)
      assert.equal(await page.locator('.dropping').count(), 0)
    }
    assert.deepEqual(await over('<p id=over>'), [false, 'none'])
    await page.getByText('Drop to publish').waitFor()
    await page.getByText('Drop to publish').waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
    await close()
  })

  test('is not opened by the browser where its reader may not publish, who is offered nothing', async () => {
    const reader = await (await here.service.organization()).join('viewer')
    const { json } = await here.publish(company.owner.key, { visibility: 'public' })
    for (const [cookie, path] of [
      [reader.session.cookie, '/app'],
      [reader.session.cookie, '/docs'],
      [null, '/docs'],
      [null, `/${json.shortId}`],
      [null, '/auth/sign-in'],
    ] as const) {
      const { page, close } = await here.signedIn(cookie)
      await page.goto(here.service.url + path)
      // The pages around a sign-in ask the server nothing.
      const asked = path === '/auth/sign-in' ? null : page.waitForResponse('**/v1/me')
      assert.ok(await takes(page, 'body'), path)
      await asked
      await page.evaluate(() => new Promise(requestAnimationFrame))
      assert.equal(await page.locator('.dropping, .uploads').count(), 0)
      assert.equal(page.url(), here.service.url + path)
      await close()
    }
  })

  test('is published after another; what went wrong with one is said and stays', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    await drop(page, 'h1', { 'first.md': '# First of two', 'second.md': '# Second of two' })
    await page.waitForURL('**/app?done=published')
    for (const name of ['First of two', 'Second of two']) await page.getByRole('link', { name }).waitFor()
    await drop(page, 'h1', { 'third.md': '# Third', 'fourth.png': 'x' })
    await page.getByText('Published', { exact: true }).waitFor()
    const second = page.locator('.uploads li').nth(1)
    await second.getByText(/neither HTML nor/).waitFor()
    await looksRight(page, 'uploads')
    const published = page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: 'third.md' })
    assert.match((await published.getAttribute('href'))!, /^\/\w{10}\?done=published$/)
    await page.getByRole('button', { name: 'Close' }).focus()
    for (const key of ['Enter', 'Escape']) {
      await page.keyboard.press(key)
      await page.getByText(/four?th.png|fifth.png/).waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => document.activeElement?.localName), 'main')
      await drop(page, 'h1', { 'fifth.png': 'x' })
      await page.getByRole('button', { name: 'Close' }).focus()
    }
    await close()
  })

  test('published by somebody who is writing leaves them where they are, with a link to its page', async () => {
    const made = await here.publish(company.owner.key, {}, { text: '# Edited', name: 'edited.md' })
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app/artifacts/${made.json.shortId}/edit`)
    await page.locator('.cm-content').waitFor()
    await drop(page, '.page-header', plan)
    await page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: 'plan.html' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    assert.match(page.url(), /\/edit$/)
    await close()
  })

  test('joins those on their way; how each ends is said, and all are awaited', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/artifacts', async route => {
      if (route.request().postData()!.includes('# Early')) await held.promise
      await route.continue()
    })
    await drop(page, 'h1', { 'early.md': '# Early' })
    await page.locator('.uploads').waitFor()
    await drop(page, 'h1', { 'late.md': '# Late' })
    const uploads = page.getByRole('region', { name: 'Uploads' })
    assert.equal(
      await uploads.getByRole('status').filter({ hasText: 'Published' }).textContent(),
      'late.md: Published',
    )
    assert.deepEqual(await page.locator('.uploads li').locator('bdi').allTextContents(), [
      'early.md',
      'late.md',
    ])
    held.resolve()
    await page.waitForURL('**/app?done=published')
    for (const name of ['Early', 'Late']) await page.getByRole('link', { name, exact: true }).waitFor()
    await close()
  })

  test('can be dropped where the first answer that says who reads was lost, while it is over the page', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/docs`)
    const lost = Promise.withResolvers<void>()
    await page.route('**/v1/me', route => lost.promise.then(() => route.abort()), { times: 1 })
    const asked = page.waitForRequest('**/v1/me')
    await page.dispatchEvent('h1', 'dragover', { dataTransfer: await dragged(page, plan) })
    await asked
    const failed = page.waitForEvent('requestfailed')
    lost.resolve()
    await failed
    await drop(page, 'h1', plan)
    await atPage(page)
    await close()
  })

  test('can be canceled on its way, and leaves nothing', async () => {
    const { owner } = await here.service.organization()
    const { page, close } = await here.signedIn(owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    // The answer of the first never comes.
    await page.route('**/v1/artifacts', () => undefined)
    await drop(page, 'h1', { 'first.md': '# First', 'second.md': '# Second' })
    await page.locator('.uploads li').nth(1).getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.uploads li').first().getByRole('button', { name: 'Cancel' }).click()
    const canceled = page.locator('.uploads li').getByText('Upload canceled')
    await until('both are canceled', async () => (await canceled.count()) === 2)
    assert.deepEqual(await pagesOf(owner), [])
    await close()
  })

  test('over the plan is public only where its owner chooses that', async () => {
    const { owner } = await here.service.organization('free')
    const { page, problems, close } = await here.signedIn(owner.session.cookie)
    for (const name of ['One', 'Two', 'Three']) await here.publish(owner.key, { name, visibility: 'private' })
    await page.goto(`${here.service.url}/app`)
    await drop(page, 'h1', plan)
    await page.locator('.uploads li').getByText('Your plan has no room for another private page.').waitFor()
    await looksRight(page, 'upload-over-plan')
    assert.equal((await pagesOf(owner)).length, 3)
    await page.getByRole('button', { name: 'Publish for anyone' }).click()
    await atPage(page)
    assert.deepEqual(
      (await pagesOf(owner)).filter(({ visibility }) => visibility === 'public').map(({ name }) => name),
      ['The plan'],
    )
    assert.deepEqual(
      problems.filter(problem => !problem.includes('403')),
      [],
    )
    await close()
  })

  test('over the plan has no choice where the rules allow no public pages', async () => {
    const { owner, setPolicy } = await here.service.organization('free')
    await setPolicy({ allowPublic: false })
    const { page, close } = await here.signedIn(owner.session.cookie)
    for (const name of ['One', 'Two', 'Three']) await here.publish(owner.key, { name, visibility: 'private' })
    await page.goto(`${here.service.url}/app`)
    await drop(page, 'h1', plan)
    await page.locator('.uploads li').getByText('Your plan has no room for another private page.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Publish for anyone' }).count(), 0)
    await close()
  })

  test('chosen on a page of one organization is not published in another that a second window went to', async () => {
    const [mine, other] = [await here.service.organization(), await here.service.organization()]
    await other.join('member', mine.owner.email)
    const { page, context, close } = await here.signedIn(mine.owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    const second = await context.newPage()
    await second.goto(`${here.service.url}/app`)
    await second.getByRole('button', { name: /change organization/ }).click()
    await second.getByRole('button', { name: other.name }).click()
    await second.getByText('You are in another organization now').waitFor()
    await page.bringToFront()
    const asked = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await asked).setFiles({
      name: 'a.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<p>for mine'),
    })
    await page.locator('.uploads li').getByText('Nothing was published').waitFor()
    for (const { owner } of [mine, other]) assert.deepEqual(await pagesOf(owner), [])
    await close()
  })

  test('chosen from the palette is published by keys alone', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app/members`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('publish a file')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const command = palette.getByRole('option', { name: 'Publish a file' })
    const asked = page.waitForEvent('filechooser')
    while ((await command.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await (await asked).setFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# Chosen') })
    await atPage(page)
    await page.frameLocator('iframe').getByRole('heading', { name: 'Chosen' }).waitFor()
    await close()
  })
})

describe('a text', () => {
  const here = browsing()
  let company: Company

  before(async () => {
    company = await here.service.organization()
  })

  const contentOf = async (page: Page): Promise<string> => {
    const { origin, pathname } = new URL(page.url())
    return (await send(`${origin}${pathname}/content`, { headers: { cookie: company.owner.session.cookie } }))
      .text
  }

  test('pasted where nobody writes is shown with its lines before it is published, and can be changed', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    await paste(page, '# Pasted here\n\nwith its text')
    await page.keyboard.press('ControlOrMeta+V')
    const question = page.getByRole('dialog', { name: 'Publish what you pasted?' })
    const text = question.getByRole('textbox', { name: 'HTML or Markdown' })
    await text.waitFor()
    assert.equal(await text.inputValue(), '# Pasted here\n\nwith its text')
    await looksRight(page, 'pasted')
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    await looksRight(page, 'pasted-phone')
    await page.setViewportSize({ width, height })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+V')
    await text.fill('# Changed here\n\nwith its text')
    await question.getByRole('button', { name: 'Publish' }).click()
    await atPage(page)
    assert.equal(await contentOf(page), '# Changed here\n\nwith its text')
    await close()
  })

  test('in the clipboard is published by the button at once, however long it is', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    const text = `# Long\n\n${'a'.repeat(1_200_000)}\n`
    await paste(page, text)
    await page.getByRole('button', { name: 'Paste' }).click()
    await atPage(page)
    assert.equal(await contentOf(page), text)
    await close()
  })

  test('is pasted by hand where the browser does not tell the clipboard', async () => {
    const { page, close } = await here.signedIn(company.owner.session.cookie)
    await page.goto(`${here.service.url}/app`)
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Paste' }).click()
    const question = page.getByRole('dialog', { name: 'Publish a text' })
    await page.waitForFunction(() => document.activeElement?.matches('textarea'))
    await page.keyboard.insertText('<p>By hand')
    await question.getByRole('button', { name: 'Publish' }).click()
    await atPage(page)
    assert.equal(await contentOf(page), '<p>By hand')
    await close()
  })
})
