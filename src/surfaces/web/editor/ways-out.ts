// The ways to keep a text that is not saved: nobody loses words, whatever became of the page or the session.

import { Refused } from '../layout/call.ts'
import { wayOutWords as wayWords } from '../words/editor.ts'
import type { EditorPage } from './editor-page.ts'
import { save, saveAsNew, withTexts } from './editor-requests.ts'
import { withWords } from './file-encoding.ts'
import type { InPlace } from './in-place.ts'

export interface WaysOut {
  page: EditorPage
  /** The whole text as it would be saved. */
  text(): string
  /** The words that are written in their places, while they are. */
  words(): InPlace | null
  say(sentence: string): void
  /** The text is safe in another place. */
  kept(): void
}

export interface Trouble {
  title: string
  text: string
  /** Remedies that the notice offers: saving again, the version that is current now, signing in. */
  again?: () => void
  current?: number
  signIn?: true
}

/** Returns the notice about a save that did not succeed. */
export function troubleOf(error: unknown, again: () => void): Trouble {
  const status = error instanceof Refused ? error.status : 0
  const detail = error instanceof Error ? error.message : ''
  if (status === 401)
    return {
      title: wayWords.signedOut,
      text: wayWords.signedOutText,
      signIn: true,
      again,
    }
  if (status === 404)
    return {
      title: wayWords.gone,
      text: wayWords.goneText,
      again,
    }
  if (status === 0)
    return {
      title: wayWords.offline,
      text: wayWords.offlineText,
      again,
    }
  return { title: wayWords.refused, text: detail, again }
}

/** Milliseconds granted to put words into their places before a text is handed out without. */
const PATIENCE = 2000

/** The text for its writer to keep: words that cannot be put into their places now stand at its end. */
async function rescued({ text, words, say }: WaysOut): Promise<string> {
  const open = words()
  if (!open) return text()
  const late = new Promise(resolve => setTimeout(resolve, PATIENCE))
  await Promise.race([open.flush(), late]).catch(() => undefined)
  const unplaced = open.unplaced()
  if (unplaced.length > 0) say(wayWords.atEnd)
  return withWords(text(), unplaced)
}

export async function download(out: WaysOut): Promise<void> {
  const { page } = out
  const text = await rescued(out)
  const type = page.format === 'html' ? 'text/html' : 'text/markdown'
  const href = URL.createObjectURL(new Blob([text], { type }))
  const name = page.name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 80) || 'page'
  const link = document.createElement('a')
  Object.assign(link, { href, download: `${name}${page.format === 'html' ? '.html' : '.md'}` }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

export async function copy(out: WaysOut): Promise<void> {
  const { say } = out
  try {
    await navigator.clipboard.writeText(await rescued(out))
    say(wayWords.copied)
  } catch {
    say(wayWords.notCopied)
  }
}

export async function moveOut(out: WaysOut): Promise<void> {
  try {
    const { shortId, version } = await saveAsNew(out.page, out.text())
    const waiting = out.words()?.waiting()
    if (waiting) {
      const page = { ...out.page, shortId }
      await save(page, await withTexts(page, waiting.source, waiting.texts), version, '')
    }
    out.kept()
    location.assign(`/${shortId}`)
  } catch (error) {
    const { text } = troubleOf(error, () => undefined)
    out.say(text)
  }
}
