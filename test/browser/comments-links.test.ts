// Links to a thread: copied from it, opened by others, and kindly answered where it is gone or not for the reader.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { commenting, looksRight, openFilters, openMenu, panel } from '../support/commenting.ts'
import { signIn } from '../support/sign-in.ts'
import { until } from '../support/until.ts'

describe('the link of a thread', () => {
  const { ground, people, publish, post, browserOf, open } = commenting()

  test('is copied, and opens the panel at the thread, which is marked', async () => {
    const id = await publish()
    const threads = []
    for (const body of ['One', 'Two']) threads.push((await post(`/v1/artifacts/${id}/comments`, { body })).id)
    const { page, context, close, problems } = await browserOf(people.company.owner.session)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, id)
    await page.getByRole('button', { name: 'Comments, 2 open' }).click()
    const bodies = panel(page).locator('article .comment-body')
    await bodies.nth(1).getByText('Two').waitFor()
    assert.deepEqual(await bodies.allTextContents(), ['One', 'Two'])
    await openFilters(page)
    await panel(page).getByRole('combobox', { name: 'Order' }).selectOption('Newest first')
    await page.keyboard.press('Escape')
    await panel(page).locator('article').first().getByText('Two').waitFor()
    assert.deepEqual(await bodies.allTextContents(), ['Two', 'One'])
    await looksRight(page, 'newest')
    const second = panel(page).locator(`#comment-${threads[1]}`)
    await openMenu(second)
    await second.getByRole('button', { name: 'Copy link' }).click()
    await second.getByText('Copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(link, `${ground.service.url}/${id}?thread=${threads[1]}`)
    const ben = await browserOf(people.ben.session)
    await ben.page.goto(link)
    await panel(ben.page).locator(`#comment-${threads[1]}[aria-current=true]`).waitFor()
    await ben.page.waitForFunction(wanted => document.activeElement?.id === wanted, `comment-${threads[1]}`)
    assert.equal(await panel(ben.page).locator('[aria-current]').count(), 1)
    assert.deepEqual([...problems, ...ben.problems], [])
    await Promise.all([close(), ben.close()])
  })

  test('brings the reader to the words that the thread is about', async () => {
    const words = '<p>We start in March.'
    const id = await publish({ visibility: 'company' }, `${'<p>Nothing happens here.'.repeat(200)}${words}`)
    const { id: thread } = await post(`/v1/artifacts/${id}/comments`, { body: 'Why?', quote: 'in March' })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id, `?thread=${thread}`)
    const frame = (await (await page.$('.page-frame'))!.contentFrame())!
    await frame.waitForFunction(() => {
      const { top } = document.querySelector('p:last-child')!.getBoundingClientRect()
      return top > 0 && top < innerHeight
    })
    await frame.evaluate(() => scrollTo(0, 0))
    await page.evaluate(fragment => {
      location.hash = fragment
    }, `comment-${thread}`)
    await frame.waitForFunction(() => scrollY > 0)
    await close()
  })

  test('leaves readers where they went when the page comes again', async () => {
    const filler = '<p>Nothing happens here.'.repeat(200)
    const id = await publish({ visibility: 'company' }, `${filler}<p>We start in March.`)
    const { id: thread } = await post(`/v1/artifacts/${id}/comments`, { body: 'Why?', quote: 'in March' })
    const { page, close } = await browserOf(people.company.owner.session)
    const frameOf = async () => (await (await page.$('.page-frame'))!.contentFrame())!
    await open(page, id, `?thread=${thread}`)
    await (await frameOf()).waitForFunction(() => scrollY > 1000)
    const isPlaceKept = () =>
      page.evaluate(() => {
        dispatchEvent(new Event('pagehide'))
        return Object.keys(sessionStorage).some(key => key.startsWith('recto-place-'))
      })
    await until('the page knows where its reader is', isPlaceKept)
    await (await frameOf()).evaluate(() => scrollTo(0, 0))
    await until('the page knows that its reader is at the top', async () => !(await isPlaceKept()))
    await page.reload()
    await panel(page).locator(`#comment-${thread}[aria-current=true]`).waitFor()
    assert.equal(await (await frameOf()).evaluate(() => scrollY), 0)
    await close()
  })

  test('leaves readers where they were when its thread comes after its place in the page', async () => {
    const filler = '<p>Nothing happens here.'.repeat(200)
    const id = await publish({ visibility: 'company' }, `${filler}<p>We start in March.`)
    const { id: thread } = await post(`/v1/artifacts/${id}/comments`, { body: 'Why?', quote: 'in March' })
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id)
    const held = Promise.withResolvers<void>()
    await page.route('**/comments?*holding=*', route => held.promise.then(() => route.continue()))
    const address = new URL(`${ground.service.url}/${id}?thread=${thread}`)
    await page.evaluate(url => history.replaceState(null, '', url), address.href)
    await page.reload()
    await panel(page).locator('.threads.level').waitFor()
    held.resolve()
    await page.waitForFunction(name => document.activeElement?.id === name, `comment-${thread}`)
    assert.equal(await panel(page).evaluate(({ scrollTop }) => scrollTop), 0)
    await close()
  })

  test('gives up bringing readers to words that come after they went elsewhere', async () => {
    const filler = '<p>Nothing happens here.'.repeat(200)
    const script = `addEventListener('keyup', () => document.body.insertAdjacentHTML('beforeend', '<p id=late>We go in April.'))`
    const id = await publish({ visibility: 'company' }, `${filler}<script>${script}</script>`)
    const frameIn = async (page: Page) => (await (await page.$('.page-frame'))!.contentFrame())!
    const writer = await browserOf(people.ben.session)
    await open(writer.page, id)
    const written = await frameIn(writer.page)
    await written.evaluate(() => dispatchEvent(new Event('keyup')))
    await written.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#late')!))
    await writer.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await writer.page.getByLabel(/^Comment on “/).fill('When?')
    await writer.page.keyboard.press('Control+Enter')
    const card = panel(writer.page).locator('article.thread')
    await card.getByText('When?').waitFor()
    const thread = (await card.getAttribute('id'))!.replace('comment-', '')
    await writer.close()
    const { page, close } = await browserOf(people.company.owner.session)
    await open(page, id, `?thread=${thread}`)
    const notShown = panel(page).getByText('Not on screen now')
    await notShown.waitFor()
    const frame = await frameIn(page)
    await frame.evaluate(
      () =>
        new Promise(resolve => {
          addEventListener('scrollend', resolve)
          scrollTo(0, 500)
        }),
    )
    await frame.evaluate(() => dispatchEvent(new Event('keyup')))
    await notShown.waitFor({ state: 'detached' })
    assert.equal(await frame.evaluate(() => scrollY), 500)
    await close()
  })

  test('opens from the count in the list with the open comments beside the page', async () => {
    const id = await publish({ name: 'Counted', visibility: 'company' })
    await post(`/v1/artifacts/${id}/comments`, { body: 'Still open' })
    const { page, close, problems } = await browserOf(people.company.owner.session)
    await page.goto(`${ground.service.url}/app`)
    await page.getByRole('link', { name: '1 open comment on Counted' }).click()
    await panel(page).getByText('Still open').waitFor()
    assert.equal(await panel(page).getByText('This comment isn’t here').count(), 0)
    assert.deepEqual(problems, [])
    await close()
  })

  test('says kindly that the thread is gone, or not open to a guest and a stranger, who comes back to it', async () => {
    const email = 'gina@partner.example'
    const id = await publish({ visibility: 'public', sharedWith: email })
    const { id: thread } = await post(`/v1/artifacts/${id}/comments`, { body: 'Between ourselves' })
    const member = await browserOf(people.company.owner.session)
    await open(member.page, id, '?thread=01a1fd99-675a-7d3f-8b1c-33c76a8032a7')
    const guest = await browserOf({ cookie: await signIn(ground.service, email, id) })
    const stranger = await browserOf(null)
    for (const { page } of [guest, stranger]) await open(page, id, `?thread=${thread}`)
    for (const [name, { page }] of Object.entries({ member, guest, stranger })) {
      await panel(page)
        .getByText('This comment isn’t here: it was deleted, or you no longer have access.')
        .waitFor()
      await looksRight(page, `link-${name}`)
    }
    for (const { page } of [guest, stranger]) assert.doesNotMatch(await page.content(), /Between ourselves/)
    await stranger.page.getByRole('link', { name: 'Sign in to see comments' }).click()
    await stranger.page.waitForURL(/sign-in/)
    const next = new URL(stranger.page.url()).searchParams.get('next')
    assert.equal(next, `/${id}?thread=${thread}`)
    for (const { close } of [member, guest, stranger]) await close()
  })
})
