// People who edit a page in a real browser: opening the editor, what stands in it, writing, and what is stored.
import type { Page } from 'playwright-core'
import type { Browsing } from './browsing.ts'
import { send } from './http.ts'
import type { Company, Member } from './people.ts'
import { until } from './until.ts'

export interface Editing {
  /** Publishes a page of the company's owner that every member may edit; its short ID. */
  publish(text: string, name?: string): Promise<string>
  /** Opens the editor with the source and waits until it is there. */
  open(page: Page, id: string): Promise<void>
  /** The bytes as they are stored. */
  stored(id: string): Promise<string>
  /** Somebody saves another version meanwhile. */
  update(id: string, by: Member, version: number, text: string): Promise<void>
}

export const editing = (here: Browsing, company: () => Company): Editing => ({
  async publish(text, name = 'page.md') {
    const { key } = company().owner
    const made = await here.publish(key, { name: 'Plan', visibility: 'company' }, { name, text })
    return made.json.shortId
  },
  async open(page, id) {
    await page.goto(`${here.service.url}/app/artifacts/${id}/edit?mode=source`)
    await page.locator('[data-editor][data-state=open]').waitFor()
  },
  async stored(id) {
    const headers = { authorization: `Bearer ${company().owner.key}` }
    const answer = await send(`${here.service.url}/v1/artifacts/${id}/content`, { headers })
    return answer.body.toString()
  },
  async update(id, by, version, text) {
    const body = new FormData()
    const current = await fetch(`${here.service.url}/v1/artifacts/${id}`, {
      headers: { authorization: `Bearer ${by.key}` },
    })
    const { format } = (await current.json()) as { format: string }
    body.append('file', new Blob([text]), format === 'html' ? 'page.html' : 'page.md')
    const headers = { authorization: `Bearer ${by.key}`, 'If-Match': `"v${version}"` }
    const saved = await fetch(`${here.service.url}/v1/artifacts/${id}`, { method: 'PUT', headers, body })
    if (!saved.ok) throw new Error(`the update answered ${saved.status}: ${await saved.text()}`)
  },
})

/** The text in the editor. */
export const sourceOf = (page: Page) => page.locator('.cm-content')

/** Writes at the very end of the text. */
export async function writeAtEnd(page: Page, words: string): Promise<void> {
  await sourceOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(words)
}

/** Copies a text elsewhere on the page and pastes it over the whole one, by keys alone. */
export async function pasteOverAll(page: Page, words: string): Promise<void> {
  await page.evaluate(words => {
    const elsewhere = document.body.appendChild(document.createElement('textarea'))
    elsewhere.id = 'elsewhere'
    elsewhere.value = words
    elsewhere.focus()
  }, words)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await page.evaluate(() => document.querySelector('#elsewhere')!.remove())
  await sourceOf(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

/** Saves by the buttons: the note is asked for first, and may stay empty. */
export async function saveNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Save v\d+$/ }).click()
}

/** Waits until the text is saved as this version. */
export async function isSaved(page: Page, version: number): Promise<void> {
  await page.locator('.editing-version', { hasText: `Editing v${version}` }).waitFor({ state: 'attached' })
  await page.locator('#editor-state', { hasText: /^Saved$/ }).waitFor()
}

/** Waits until the editor says these words of its text, such as "Saving…". */
export const said = (page: Page, words: string) => page.locator('#editor-state', { hasText: words }).waitFor()

/** Waits until a draft in this browser holds the words, in its text or its note. */
export const isKept = (page: Page, words: string) => draftsHold(page, words, true)

/** Waits until no draft in this browser holds the words. */
export const isDropped = (page: Page, words: string) => draftsHold(page, words, false)

async function draftsHold(page: Page, words: string, wanted: boolean): Promise<void> {
  await until(
    `${wanted ? 'a' : 'no'} draft holds ${JSON.stringify(words)}`,
    async () => (await page.evaluate(draftsHere)).includes(words) === wanted,
  )
}

/** Runs in the page: every draft there is, as one text. */
async function draftsHere(): Promise<string> {
  const opening = indexedDB.open('recto-editor')
  await new Promise(resolve => {
    opening.onsuccess = resolve
  })
  const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
  await new Promise(resolve => {
    reading.onsuccess = resolve
  })
  opening.result.close()
  return JSON.stringify(reading.result)
}
