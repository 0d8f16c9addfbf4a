// Ground for tests of comments in a real browser: a company of two, pages of the owner, and the panel beside each.
import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import {
  axe,
  coloursSettle,
  describeViolations,
  type LaunchOptions,
  type OpenPage,
  screenshot,
} from './browser.ts'
import { type Browsing, browsing } from './browsing.ts'
import { send } from './http.ts'
import type { Company, Member } from './people.ts'

const plan = '<!doctype html><h1>The plan</h1><p>We start in March.'

/** Call it in a `describe`; `people` are there once its hooks have run. */
export function commenting(launchOptions?: LaunchOptions) {
  const ground = browsing(launchOptions)
  const people = {} as { company: Company; ben: Member }
  before(async () => {
    people.company = await ground.service.organization()
    people.ben = await people.company.join('member')
  })
  return {
    ground,
    people,
    /** Publishes a page, with one passage unless it is given; its short ID. */
    async publish(
      fields: Record<string, string> = { visibility: 'company' },
      text = plan,
      name = 'plan.html',
    ): Promise<string> {
      const made = await ground.publish(people.company.owner.key, fields, { name, text })
      assert.equal(made.status, 201, made.text)
      return made.json.shortId
    },
    /** Ben writes, or somebody else, in a browser of theirs. */
    post: (path: string, fields: unknown, who: Member = people.ben) =>
      post(ground, who.session.cookie, path, fields),
    /** A browser of the person; with null, of nobody. */
    browserOf: (who: { cookie: string } | null, options?: BrowserContextOptions): Promise<OpenPage> =>
      ground.signedIn(who?.cookie ?? null, options),
    /** Opens the page and waits until it is shown, its stream is heard, and it can be pointed at. */
    open: (page: Page, id: string, rest = '') => open(page, `${ground.service.url}/${id}${rest}`),
  }
}

async function post(
  { service }: Browsing,
  cookie: string,
  path: string,
  fields: unknown,
): Promise<{ id: string }> {
  const headers = { cookie, origin: service.url, 'content-type': 'application/json' }
  const made = await send(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
  assert.ok(made.status < 300, made.text)
  return made.json
}

async function open(page: Page, address: string): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('recto:live', () => document.documentElement.setAttribute('data-live', '')),
  )
  await page.goto(address)
  await page.waitForSelector('[data-state=shown]')
  await page.waitForSelector('html[data-live]', { state: 'attached' })
  await page.waitForFunction(() => {
    const said = document.querySelector<HTMLElement>('#comments')?.dataset.comments
    const { may, sees } = JSON.parse(said ?? '{}')
    return !(may || sees) || document.querySelector('.pick-bar')
  })
}

/** Waits until the page has heard that the reader points at its parts, and listens to the pointer. */
export const hearsPointer = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: 'Choose a part of the page' })
    .getByRole('button', { name: /^(Comment|Move) here$/, disabled: false })
    .waitFor()

/** Opens the panel of a page whose button says `comments`, and the field for a comment on the whole page. */
export async function writeOnPage(page: Page, comments = 'Comments'): Promise<Locator> {
  await page.getByRole('button', { name: comments, exact: true }).click()
  await panel(page).getByRole('button', { name: 'Comment on page' }).click()
  return page.getByLabel('Your comment on the page')
}

/** Opens the menu of the thread, or of the comment, that `within` is. */
export const openMenu = (within: Locator): Promise<void> =>
  within.getByRole('button', { name: 'More', exact: true }).first().click()

/** Opens the menu of filters and orders. */
export const openFilters = (page: Page): Promise<void> =>
  panel(page).getByRole('button', { name: 'Filter and order' }).click()

export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' })

/** Nothing is wrong with what is seen in either theme; pictures of both are kept. */
export async function looksRight(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await coloursSettle(page)
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(each => each.finished)))
    await screenshot(page, `comments-${name}-${colorScheme}`, false)
    assert.deepEqual(describeViolations(await axe(page)), [], `${name}, ${colorScheme}`)
  }
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(sideways <= 0, `${name} is ${sideways} pixels too wide`)
}
