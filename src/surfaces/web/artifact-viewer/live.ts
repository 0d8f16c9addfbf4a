// Keeps an open page true: offers new versions, takes the page away when it is closed to its reader, passes on threads.

import { type Editor, showEditors } from './editing.ts'
import { newVersionOffer } from './new-version-offer.ts'
import { keepPanel } from './reading-position.ts'
import { share } from './sharing.ts'
import type { StreamMessage } from './stream.ts'
import type { ViewerPage } from './viewer-page.ts'

/** Listens for as long as the page is open. `takeAway` removes what is shown of it, at once. */
export function keepTrue(page: ViewerPage, sheet: HTMLElement, takeAway: () => void): void {
  const offer = newVersionOffer(sheet, () => showCurrent(page.shortId))
  const place = `${page.shortId}${page.older ? '@' : '.'}${page.version}.`
  share(page.shortId, place, told => {
    if (told.kind === 'gone') {
      takeAway()
      location.reload()
    } else if (told.kind === 'version') {
      if (told.reload && !isWriting()) showCurrent(page.shortId)
      else offer.show(told as unknown as { version: number; by: string | null })
    } else if (told.kind === 'editing') showEditors(told.editors as Editor[])
    else tell(told)
  })
}

/** `recto:live` says that the stream begins or begins again, `recto:thread` that something happened in a thread. */
function tell({ kind, page: _, place: __, ...detail }: StreamMessage): void {
  if (kind === 'begin') showEditors([])
  document.dispatchEvent(new CustomEvent(kind === 'begin' ? 'recto:live' : 'recto:thread', { detail }))
}

/** Somebody who has begun to write is not interrupted: a text that differs from what came, or a part that says so itself. */
const isWriting = (): boolean =>
  document.querySelector('[data-draft]') !== null ||
  [...document.querySelectorAll('textarea')].some(text => text.value !== text.defaultValue)

/** The whole page comes anew: with a version its name, its format and its frame may have changed. */
function showCurrent(shortId: string): void {
  keepPanel(shortId)
  if (location.pathname.startsWith(`/${shortId}@`)) location.replace(`/${shortId}`)
  else location.reload()
}
