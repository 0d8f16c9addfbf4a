// The page of an artifact: opens the frame, brings the content into it, and keeps the desk around it in order.

import type { Theme } from '../../viewer/protocol.ts'
import { viewerWords } from '../words/viewer.ts'
import { guardClosedPage, noteWithoutScripts } from './closed-page.ts'
import { listContents } from './contents.ts'
import { installCopyButtons } from './copy-buttons.ts'
import { drawDiagrams } from './diagrams.ts'
import { guardFocus } from './focus-guard.ts'
import { styleFrame } from './frame-styles.ts'
import { offerFullScreen } from './full-screen.ts'
import { keepTrue } from './live.ts'
import { type Notice, showNotice } from './notice.ts'
import {
  followAddress,
  leadByAddress,
  mayFollow,
  mayReload,
  pageAddress,
  setPageAddress,
} from './page-address.ts'
import { openFrame, type PageFrame } from './page-frame.ts'
import { followTitle, restoreTitle } from './page-title.ts'
import { printPage } from './print.ts'
import { showProgress } from './progress.ts'
import { keepPlace } from './reading-position.ts'
import { ContentRefused, pushContent } from './send-content.ts'
import type { ViewerPage } from './viewer-page.ts'
import { startWatchdog } from './watchdog.ts'

const sheet = document.querySelector<HTMLElement>('[data-page]')!
let page = JSON.parse(sheet.dataset.page!) as ViewerPage
let shown: { frame: PageFrame; stop: () => void } | null = null
let opening = new AbortController()
/** Resolves when something is painted, or nothing will be for now. */
const settled = Promise.withResolvers<void>()

const theme = () => (document.documentElement.dataset.theme ?? 'auto') as Theme

/** Shows the page anew in a new frame; what was shown before is gone. */
function open(): void {
  clear()
  isBusy = false
  noteWithoutScripts(page.frame, sheet.parentElement!)
  bring(opening.signal).catch(reportError)
}

/** Brings the content into a new frame, or says why it cannot. */
async function bring(signal: AbortSignal): Promise<void> {
  const progress = showProgress(sheet, page.size, signal)
  try {
    const content = fetch(page.content, { credentials: 'same-origin', redirect: 'error', signal })
    content.catch(() => undefined)
    const frame = await openFrame({ ...page.frame, title: page.name, into: sheet })
    if (signal.aborted) return frame.close()
    attend(frame)
    // The reader may lead the page elsewhere until it begins.
    const answer = await content
    const push = { theme: theme(), address: pageAddress(), signal, progress: progress.update }
    await pushContent(frame, answer, push)
    if (!signal.aborted) sheet.dataset.state = 'shown'
  } catch (error) {
    if (!signal.aborted) end(failure(error))
  } finally {
    progress.done()
  }
}

function clear(): void {
  opening.abort()
  opening = new AbortController()
  shown?.stop()
  shown?.frame.close()
  shown = null
  restoreTitle()
  showNotice(sheet, null)
  sheet.removeAttribute('tabindex')
  sheet.dataset.state = 'opening'
}

function attend(frame: PageFrame): void {
  frame.painted.then(settled.resolve).catch(reportError)
  const stop = startWatchdog(frame, () => stopped(), sheet)
  shown = { frame, stop }
  frame.onLeft(departure => {
    if (departure.how === 'loud') tooLoud()
    else if (departure.how === 'left') leave(departure.to)
    else reload(departure.address, mayReload())
  })
  frame.onRefused(() => toast(viewerWords.refused))
  let isPressed = false
  frame.on('pressed', () => {
    isPressed = true
  })
  frame.on('reload', ({ address }) => {
    const isActive = navigator.userActivation?.isActive
    reload(address, isActive ? isPressed || mayFollow() : mayReload())
  })
  followAddress(frame)
  listContents(frame)
  keepPlace(frame, page.shortId)
  followTitle(frame, page.name)
  frame.on('loaded', () => takeFocus(frame))
  frame.on('dead-link', ({ href }) => toast(viewerWords.deadLink(href)))
  frame.on('files', () => document.dispatchEvent(new CustomEvent('recto:files')))
  installCopyButtons(frame, toast)
  styleFrame(frame)
  drawDiagrams(frame, page.drawingFrame)
  if (page.frame.closed) guardClosedPage(frame, toast)
  announce(frame)
}

const announce = (frame: PageFrame) =>
  document.dispatchEvent(new CustomEvent('recto:frame', { detail: frame }))

/** The reader has begun to use our keys or buttons since the page was opened. */
let isBusy = false

/** So that keys scroll the page at once; a reader who is elsewhere already is left there. */
function takeFocus({ element }: PageFrame): void {
  if (!isBusy && document.activeElement === document.body) element.focus({ preventScroll: true })
}

function end(notice: Notice): void {
  clear()
  settled.resolve()
  sheet.dataset.state = 'ended'
  showNotice(sheet, notice)
}

const again = { label: viewerWords.again, onClick: open }

const stopped = () => end({ title: viewerWords.stopped, text: viewerWords.stoppedHint, actions: [again] })

const putAway = () =>
  end({
    title: viewerWords.putAway,
    text: viewerWords.putAwayHint,
    actions: [again],
  })

const tooLoud = () =>
  end({
    title: viewerWords.tooLoud,
    text: viewerWords.tooLoudHint,
    actions: [again, download()],
  })

/** Brings the page into a new frame, where nothing of the old one is left. */
function reload(address: string | null, allowed: boolean): void {
  if (address !== null) setPageAddress(address)
  if (allowed) open()
  else end({ title: viewerWords.reloading, text: viewerWords.reloadingHint, actions: [again, download()] })
}

function leave(to: string): void {
  const origin = URL.parse(to)
  const host = origin && /^https?:$/.test(origin.protocol) ? origin : null
  // The host itself may carry what the reader typed into a closed page.
  const open =
    host && !page.frame.closed ? [{ label: viewerWords.openHost(host.host), href: host.origin }] : []
  end({
    title: viewerWords.left,
    text: host ? viewerWords.leftTo(host.host) : viewerWords.leftHint,
    actions: [again, ...open],
  })
}

const download = () => ({ label: viewerWords.download, href: page.download })

const closed: Notice = {
  title: viewerWords.closed,
  text: viewerWords.closedHint,
  actions: [{ label: viewerWords.reload, onClick: () => location.reload() }],
}

/** Takes a page that is closed now out of sight, with its name. */
function takeAway(): void {
  document.body.replaceChildren(sheet)
  document.title = closed.title
  end(closed)
}

/** Returns the notice for a page that cannot be brought. */
function failure(error: unknown): Notice {
  const status = error instanceof ContentRefused ? error.status : 0
  const retry = { label: viewerWords.retry, onClick: open }
  if ([401, 403, 404].includes(status)) return closed
  if (error instanceof Error && error.message === 'unreachable')
    return {
      title: viewerWords.unreachable,
      text: viewerWords.unreachableHint,
      actions: [retry, download()],
    }
  const cause = status ? viewerWords.answered(status) : viewerWords.broken
  return {
    title: viewerWords.failed,
    text: `${cause} ${viewerWords.stored}`,
    actions: [retry, download()],
  }
}

function toast(text: string): void {
  document.querySelector('#status')!.textContent = text
}

function onClick(event: Event): void {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('[data-print]')) print()
  if (target?.closest('a.skip')) skip(event)
  target?.closest('[data-close-bar]')?.parentElement?.remove()
  if (target?.closest('[data-open-page]')) {
    sessionStorage.setItem(`recto-seen-${page.shortId}`, '1')
    begin()
  }
}

/** Goes to the page itself; the fragment of the link is no place in it. */
function skip(event: Event): void {
  event.preventDefault()
  // The fragment `#main` would take the keyboard from a shown page to the sheet, once the sheet can have the focus.
  if (!shown) sheet.tabIndex = -1
  const into = shown?.frame.element ?? sheet
  into.focus()
}

function onKey(event: KeyboardEvent): void {
  const printing = event.key === 'p' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (!printing || !shown) return
  event.preventDefault()
  print()
}

function print(): void {
  if (shown) printPage(page, shown.frame).catch(() => toast(viewerWords.printFailed))
}

/** A page by an unknown author waits for one click, once in a visit. */
function begin(): void {
  const gate = document.querySelector<HTMLElement>('#interstitial')
  const waits = gate !== null && sessionStorage.getItem(`recto-seen-${page.shortId}`) === null
  if (waits) settled.resolve()
  else {
    gate?.remove()
    open()
  }
}

for (const act of ['keydown', 'pointerdown'])
  addEventListener(act, () => {
    isBusy = true
  })
document.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
document.addEventListener('recto:want-frame', () => shown && announce(shown.frame))
document.addEventListener('recto:theme', () => shown?.frame.send({ type: 'theme', theme: theme() }))
document.addEventListener('recto:open', event => {
  page = { ...page, ...((event as CustomEvent<Partial<ViewerPage>>).detail ?? {}) }
  open()
})
guardFocus(putAway)
leadByAddress(
  () => shown?.frame,
  () => reload(null, mayReload()),
)
offerFullScreen()
begin()
// The line to the server is opened when nothing else is waited for.
const loaded = new Promise<unknown>(resolve => {
  if (document.readyState === 'complete') resolve(null)
  else addEventListener('load', resolve, { once: true })
})
Promise.all([loaded, settled.promise])
  .then(() => keepTrue(page, sheet, takeAway))
  .catch(reportError)
