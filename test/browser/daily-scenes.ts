// The pages where people spend their day, each as it is a few steps into its use, with the company that is seen on them.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Browsing } from '../support/browsing.ts'
import { panel } from '../support/commenting.ts'
import { pasteOverAll } from '../support/editing.ts'
import { send } from '../support/http.ts'
import type { Company, Member } from '../support/people.ts'
import { plan, reviews } from './sample-review.ts'

export interface Daily {
  here: Browsing
  company: Company
  /** Another member, who comments and edits. */
  ben: Member
  /** Short IDs of the report in HTML, in its second version, and of the plan in Markdown. */
  review: string
  plan: string
  /** A member of an organization that has published nothing. */
  newcomer: Member
}

export interface Scene {
  name: string
  /** The drawing that it is held against, if there is one. */
  drawing?: string
  who?: (daily: Daily) => Member
  /** The address, below the service's. */
  at(daily: Daily): string
  /** Takes the page from its address to the scene. */
  act?(page: Page, daily: Daily): Promise<void>
}

/** Publishes what the scenes show. */
export async function prepareDaily(here: Browsing): Promise<Daily> {
  const company = await here.service.organization()
  const ben = await company.join('member', 'ben@acme.example')
  await rename(here, ben, '/v1/me', 'Ben Okafor')
  await rename(here, company.owner, '/v1/me', 'Ana Ruiz')
  await rename(here, company.owner, '/v1/organization', 'Acme')
  const { key } = company.owner
  const file = async (name: string, text: string, fields = {}): Promise<string> =>
    (await here.publish(key, { visibility: 'company', ...fields }, { name, text })).json.shortId
  for (const title of ['Vendor comparison', 'Launch checklist', 'Who decides what', 'Atlas launch story'])
    await file('page.md', `# ${title}\n\nWhat we know so far, and what is open.\n`)
  await file('page.md', '# Pricing research\n\nFor the board.\n', { visibility: 'private' })
  await file('page.md', '# Zod, the short guide\n\nSchemas in a hurry.\n', { visibility: 'public' })
  const planId = await file('plan.md', plan)
  const review = await file('review.html', reviews[0])
  const daily = {
    here,
    company,
    ben,
    review,
    plan: planId,
    newcomer: (await here.service.organization()).owner,
  }
  await update(daily, review, 1, reviews[1], 'review.html')
  for (const [quote, body] of [
    ['18.2% on the quarter', 'Lovely number. Worth a line on what drove it?'],
    ['two accounts merged', 'Is 1.8% realistic? Can you check the merger of Fabrikam?'],
    ['Top accounts', 'Which quarter is this booked in?'],
  ] as const)
    await comment(daily, review, quote, body)
  await comment(daily, planId, 'measured in October', 'Where is this measured?')
  return daily
}

/** In a browser of the member's, so that nothing counts as an agent's. */
const as = ({ session }: Member, { service }: Browsing) => ({ cookie: session.cookie, origin: service.url })

async function sendJson(
  here: Browsing,
  who: Member,
  method: string,
  path: string,
  fields: object,
): Promise<void> {
  const headers = { ...as(who, here), 'content-type': 'application/json' }
  const answer = await send(here.service.url + path, { method, headers, body: JSON.stringify(fields) })
  if (answer.status >= 300) throw new Error(answer.text)
}

const rename = (here: Browsing, who: Member, path: string, name: string): Promise<void> =>
  sendJson(here, who, 'PATCH', path, { name })

async function update(
  { here, ben }: Daily,
  id: string,
  version: number,
  text: string,
  name: string,
): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([text]), name)
  body.append('note', 'October numbers')
  const headers = { ...as(ben, here), 'If-Match': `"v${version}"` }
  const answer = await fetch(`${here.service.url}/v1/artifacts/${id}`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(await answer.text())
}

const comment = ({ here, ben }: Daily, id: string, exact: string, body: string): Promise<void> =>
  sendJson(here, ben, 'POST', `/v1/artifacts/${id}/comments`, {
    body,
    anchor: { textQuote: { exact, prefix: '', suffix: '' } },
  })

const shown = (page: Page): Promise<void> => page.locator('[data-state=shown]').first().waitFor()

const opened = (page: Page): Promise<void> => page.locator('[data-editor][data-state=open]').waitFor()

async function openThreads(page: Page): Promise<void> {
  await shown(page)
  await page.locator('[data-comments-button]').click()
  await panel(page).locator('article').first().waitFor()
}

async function selectWords(page: Page): Promise<void> {
  await shown(page)
  await page.frameLocator('.page-frame').getByText('Revenue grew 18.2%').selectText()
}

const openPalette = async (page: Page, typed: string): Promise<Locator> => {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.waitFor()
  await page.keyboard.type(typed)
  return palette
}

const pageOf = ({ review }: Daily): string => `/${review}`
const list = (): string => '/app'

export const scenes: Scene[] = [
  { name: 'published', drawing: 'published', at: pageOf, act: shown },
  {
    name: 'page-menu',
    drawing: 'page-menu',
    at: pageOf,
    async act(page) {
      await shown(page)
      await page.getByRole('button', { name: 'More', exact: true }).click()
    },
  },
  { name: 'comments', drawing: 'page-comments', at: pageOf, act: openThreads },
  { name: 'comment-selected', drawing: 'page-comments-select', at: pageOf, act: selectWords },
  {
    name: 'comment-new',
    drawing: 'page-comments-new',
    at: pageOf,
    async act(page) {
      await selectWords(page)
      await page.locator('.selection-bar').getByRole('button', { name: 'Comment', exact: true }).click()
      await panel(page).getByRole('textbox').fill('Gross or net?')
    },
  },
  {
    name: 'share',
    drawing: 'share',
    at: pageOf,
    async act(page, { ben }) {
      await shown(page)
      const link = page.getByRole('link', { name: 'Share', exact: true }).filter({ visible: true })
      if ((await link.count()) === 0) await page.getByRole('button', { name: 'More', exact: true }).click()
      await link.first().click()
      const field = page.getByRole('dialog', { name: /^Share / }).getByLabel('Invite people')
      await field.pressSequentially(ben.email.slice(0, 4))
      await page.getByRole('option', { name: new RegExp(ben.email) }).waitFor()
    },
  },
  {
    name: 'history',
    drawing: 'history',
    at: ({ review }) => `/app/artifacts/${review}/history`,
    async act(page) {
      await page.locator('.compared[data-state=shown]').waitFor()
      await page.getByText(/^1 of \d changes?/).waitFor()
    },
  },
  {
    name: 'editor-markdown',
    drawing: 'editor-markdown',
    at: daily => `/app/artifacts/${daily.plan}/edit`,
    act: opened,
  },
  {
    name: 'editor-html',
    drawing: 'editor-html',
    at: ({ review }) => `/app/artifacts/${review}/edit`,
    act: opened,
  },
  {
    name: 'conflict',
    drawing: 'conflict',
    at: daily => `/app/artifacts/${daily.plan}/edit?mode=source`,
    async act(page, daily) {
      await opened(page)
      const current = await send(`${daily.here.service.url}/v1/artifacts/${daily.plan}/metadata`, {
        headers: as(daily.ben, daily.here),
      })
      const { version } = current.json
      const theirs = plan.replace(
        'in a year',
        `in ${version} years, as the survey of the spring said, and that of the autumn too`,
      )
      await update(daily, daily.plan, version, theirs, 'plan.md')
      await pasteOverAll(
        page,
        plan.replace(
          'in a year',
          'since last autumn, when the bank began to ask for a second factor at each payment',
        ),
      )
      await page.keyboard.press('ControlOrMeta+s')
      const heading = page.getByRole('heading', { name: /changed the same sentence$/ })
      await heading.waitFor()
      assert.ok((await heading.boundingBox())!.y >= 52, 'the heading is below the bar')
    },
  },
  { name: 'list', drawing: 'artifacts', at: list },
  { name: 'list-leaves', drawing: 'artifacts-leaves', at: () => '/app?view=leaves' },
  {
    name: 'list-selected',
    drawing: 'artifacts-bulk',
    at: list,
    async act(page) {
      for (const name of ['Q3 revenue review', 'Checkout redesign'])
        await page
          .locator('.row', { hasText: name })
          .locator(':scope > input[type=checkbox]')
          .evaluate((box: HTMLInputElement) => box.click())
    },
  },
  {
    name: 'palette',
    drawing: 'artifacts-command',
    at: list,
    async act(page) {
      const palette = await openPalette(page, 'rev')
      await palette
        .getByRole('option', { name: /revenue/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'palette-without-people',
    at: list,
    async act(page) {
      await page.route('**/v1/organization/members?*', route => route.abort())
      const palette = await openPalette(page, 'rev')
      await palette.getByText('The server did not answer.').waitFor()
    },
  },
  { name: 'list-empty', drawing: 'artifacts-empty', at: list, who: ({ newcomer }) => newcomer },
  { name: 'page-settings', drawing: 'settings', at: ({ review }) => `/app/artifacts/${review}` },
  { name: 'general', at: () => '/app/general' },
  { name: 'members', drawing: 'members', at: () => '/app/members' },
  { name: 'rules', at: () => '/app/policy' },
  { name: 'audit', drawing: 'audit', at: () => '/app/audit' },
]
