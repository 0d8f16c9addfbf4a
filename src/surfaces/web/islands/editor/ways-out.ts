// What can be done with a text that is not saved: nobody loses words, whatever became of the page or the session.

import { element } from '../viewer/notice.ts'
import { type EditorPage, editPath } from './editor-page.ts'
import { Refused, saveAsNew } from './wire.ts'

export interface WaysOut {
  page: EditorPage
  /** The whole text as it would be saved. */
  text(): string
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
    ...(signIn ? [link('Sign in, in another tab', `/auth/sign-in?next=${next}`)] : []),
    ...(again ? [press('Try again', again)] : []),
    ...(current ? [link(`Open version ${current}, in another tab`, `/${shortId}`)] : []),
    press('Download my text', () => download(out)),
    press('Copy my text', () => void copy(out)),
    press('Save as a new artifact', () => void moveOut(out)),
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
      title: 'You are signed out',
      text: 'Nothing was saved, and nothing is lost: your text stays here and in this browser.',
      signIn: true,
      again,
    }
  if (status === 404)
    return {
      title: 'The page is gone',
      text: 'It was deleted, or you may not edit it any more. Your text stays here and in this browser.',
      again,
    }
  if (status === 0)
    return {
      title: 'The server cannot be reached',
      text: 'Nothing was saved. Your text stays here and in this browser; try again when you are connected.',
      again,
    }
  return { title: 'It was not saved', text: detail, again }
}

export function press(label: string, onClick: () => void, className = 'button'): HTMLButtonElement {
  const button = element('button', { type: 'button', className, textContent: label })
  button.addEventListener('click', onClick)
  return button
}

export const link = (label: string, href: string): HTMLAnchorElement =>
  element('a', { className: 'button', href, textContent: label, target: '_blank', rel: 'noopener' })

function download({ page, text }: WaysOut): void {
  const type = page.format === 'html' ? 'text/html' : 'text/markdown'
  const href = URL.createObjectURL(new Blob([text()], { type }))
  const name = page.name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 80) || 'page'
  element('a', { href, download: `${name}${page.format === 'html' ? '.html' : '.md'}` }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

async function copy({ text, say }: WaysOut): Promise<void> {
  try {
    await navigator.clipboard.writeText(text())
    say('Your text is copied.')
  } catch {
    say('The browser did not let it be copied. Download it instead.')
  }
}

async function moveOut(out: WaysOut): Promise<void> {
  try {
    const { shortId } = await saveAsNew(out.page, out.text())
    out.kept()
    location.assign(`/${shortId}`)
  } catch (error) {
    const { text } = troubleOf(error, () => undefined)
    out.say(text)
  }
}
