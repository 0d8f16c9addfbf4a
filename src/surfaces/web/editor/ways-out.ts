// What can be done with a text that is not saved: nobody loses words, whatever became of the page or the session.

import { element } from '../artifact-viewer/notice.ts'
import { Refused } from '../layout/call.ts'
import { wayOutWords as wayWords } from '../words/editor.ts'
import { type EditorPage, editPath } from './editor-page.ts'
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
  /** What may help: saving again, looking at the version that stands there now, signing in. */
  again?: () => void
  current?: number
  signIn?: true
}

/** The buttons that are always there. */
export function waysOut(out: WaysOut, { again, current, signIn }: Partial<Trouble> = {}): HTMLElement {
  const { shortId } = out.page
  const next = encodeURIComponent(editPath(out.page))
  return element('p', { className: 'actions' }, [
    ...(signIn ? [link(wayWords.signIn, `/auth/sign-in?next=${next}`)] : []),
    ...(again ? [press(wayWords.again, again)] : []),
    ...(current ? [link(wayWords.openCurrent(current), `/${shortId}`)] : []),
    press(wayWords.download, () => void download(out).catch(reportError)),
    press(wayWords.copy, () => void copy(out).catch(reportError)),
    press(wayWords.separate, () => void moveOut(out).catch(reportError)),
  ])
}

/** A card that says what happened and offers every way on. */
export function troubleCard(out: WaysOut, trouble: Trouble): HTMLElement {
  const card = element('section', { className: 'editor-card trouble' }, [
    element('h2', { textContent: trouble.title }),
    element('p', { textContent: trouble.text }),
    waysOut(out, trouble),
  ])
  card.setAttribute('role', 'alert')
  return card
}

/** What to say of a save that did not succeed. */
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

export function press(label: string, onClick: () => void, className = 'button'): HTMLButtonElement {
  const button = element('button', { type: 'button', className, textContent: label })
  button.addEventListener('click', onClick)
  return button
}

export const link = (label: string, href: string): HTMLAnchorElement =>
  element('a', { className: 'button', href, textContent: label, target: '_blank', rel: 'noopener' })

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

async function download(out: WaysOut): Promise<void> {
  const { page } = out
  const text = await rescued(out)
  const type = page.format === 'html' ? 'text/html' : 'text/markdown'
  const href = URL.createObjectURL(new Blob([text], { type }))
  const name = page.name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 80) || 'page'
  element('a', { href, download: `${name}${page.format === 'html' ? '.html' : '.md'}` }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

async function copy(out: WaysOut): Promise<void> {
  const { say } = out
  try {
    await navigator.clipboard.writeText(await rescued(out))
    say(wayWords.copied)
  } catch {
    say(wayWords.notCopied)
  }
}

async function moveOut(out: WaysOut): Promise<void> {
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
