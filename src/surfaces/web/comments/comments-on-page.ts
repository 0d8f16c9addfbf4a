// The button of the comments: the panel itself is fetched when it is opened first.

import type { Picked } from '../../viewer/protocol.ts'
import type { PageFrame } from '../artifact-viewer/page-frame.ts'
import { comesBack, keepPanel, panelWasOpen } from '../artifact-viewer/reading-position.ts'
import { commentsButton } from '../words/comments-button.ts'
import type { PlacesInPage } from './card-levels.ts'
import type { CommentsPage } from './page.ts'
import type { Panel } from './panel.tsx'
import type { Outline } from './picking/outline.ts'
import type { Passages } from './picking/passages.ts'
import { isWalk, walk } from './picking/walk.ts'
import type { ThreadAnchor } from './thread.ts'

const aside = document.querySelector<HTMLElement>('#comments')!
/** Missing for readers who may neither write nor read comments. */
const opener = document.querySelector<HTMLElement>('[data-comments-button]')
const page = JSON.parse(aside.dataset.comments!) as CommentsPage
let panel: Promise<Panel> | null = null

let outline: Promise<Outline> | null = null

/** The places of all threads; not asked yet. */
function outlined(): Promise<Outline> {
  outline ??= import('./threads-in-page.ts').then(({ openOutline }) => {
    const opened = openOutline(page.shortId)
    opened.onChange(() => count(opened.counts!.open))
    return opened
  })
  outline.catch(() => {
    outline = null
  })
  return outline
}

const importPanel = () => import('./threads-in-page.ts').then(threads => threads.importPanel())

function show(): Promise<Panel> {
  aside.hidden = false
  opener?.setAttribute('aria-expanded', 'true')
  panel ??= Promise.all([importPanel(), outlined()]).then(async ([{ openPanel }, outline]) => {
    const opened = openPanel(aside, page, outline, {
      close: hide,
      point: () => point(),
      scrollPage: top => passages?.scrollTo(top),
      follow: threads => {
        resolved = threads
        passages?.follow(threads)
      },
      showPassage: id => passages?.show(id),
      attach: (id, to) => (to === 'words' ? passages?.attach(id) : point(id)),
    })
    if (places) opened.told(places)
    await opened.refresh()
    return opened
  })
  panel.catch(() => {
    panel = null
    hide()
    document.querySelector('#status')!.textContent = commentsButton.notLoaded
  })
  return panel
}

/** Does this in the panel; where that does not come, the reader is told already. */
function inPanel(act: (opened: Panel) => unknown): void {
  show()
    .then(act, () => undefined)
    .catch(reportError)
}

/** Does this in the panel if it was opened before. */
function inOpened(act: (opened: Panel) => void): void {
  panel?.then(act, () => undefined).catch(reportError)
}

function hide(): void {
  sought = null
  const inside = aside.contains(document.activeElement)
  aside.hidden = true
  opener?.setAttribute('aria-expanded', 'false')
  if (inside) opener?.focus()
}

/** Begins a comment on what was picked or is selected in the page, or on the whole page. */
function write(picked?: Picked): void {
  const selected = passages?.selected
  passages?.leave()
  const subject = picked ? { picked } : selected ? { selected } : null
  inPanel(opened => opened.write(subject))
}

/** Lets the reader point at a part of the page, where it is there and may be written about. */
function point(threadId?: string): void {
  if (page.may && passages) {
    // On a narrow window the panel lies over the page.
    if (matchMedia('(width < 1000px)').matches) hide()
    passages.point(threadId)
  } else write()
}

function count(open: number): void {
  if (!opener) return
  opener.querySelector('[data-comments-count]')!.textContent = open > 0 ? String(open) : ''
  opener.setAttribute('aria-label', open > 0 ? commentsButton.withOpen(open) : commentsButton.title)
}

/** `#comment-{id}`, and the `?thread={id}` of addresses in mails and answers; `open` stands for all open threads. */
function asked(): string | null {
  const inFragment = /^#comment-([\w-]{1,100})$/.exec(location.hash)?.[1]
  return inFragment ?? new URLSearchParams(location.search).get('thread')
}

/** The thread whose passage the reader is to be brought to once it is found in the page, and where in the page they are until then. */
let sought: { id: string; scroll: number | undefined } | null = null

/** With `brings` the page goes to where the thread belongs. */
function revealAsked(brings: boolean): void {
  const id = asked()
  if (id === 'open') void show().catch(() => undefined)
  else if (id) inPanel(opened => opened.reveal(id, brings))
}

function bringToAsked(): void {
  const id = asked()
  if (id === null) return
  sought = { id, scroll: places?.scroll }
  bringToSought()
}

/** Brings the page to the sought thread; gives up as soon as the reader goes elsewhere. */
function bringToSought(): void {
  if (!sought || !passages || !places) return
  const { id, scroll = places.scroll } = sought
  const isElsewhere = scroll !== places.scroll
  const isFound = places.tops.has(id)
  if (isFound && !isElsewhere) passages.show(id)
  sought = isFound || isElsewhere ? null : { id, scroll }
}

function mark(threadId: string): void {
  inOpened(opened => opened.mark(threadId))
}

/** Escape closes the panel for whoever is in it, or nowhere; an open menu goes first. */
function onKey({ key, target }: KeyboardEvent): void {
  if (key !== 'Escape' || aside.querySelector(':popover-open')) return
  if (target === document.body || aside.contains(target as Node)) hide()
}

/** Does what the keyboard asks for; `preventDefault` tells the keyboard that it was done. */
function onAction(event: Event): void {
  if (!opener) return
  const action = (event as CustomEvent<string>).detail
  if (action === 'comment') write()
  else if (action === 'commentOnSelection' && passages?.selected) write()
  else if (action === 'pick') point()
  else if (!isWalk(action)) return
  else if (aside.hidden && (action === 'next' || action === 'previous'))
    inPanel(() => walk(aside, action, mark))
  else if (aside.hidden || !walk(aside, action, mark)) return
  event.preventDefault()
}

let pending: ReturnType<typeof setTimeout> | undefined

/** Something happened in a thread, or may have while nobody listened. Many readers do not ask in the same moment. */
function happened(): void {
  if (!page.sees) return
  clearTimeout(pending)
  pending = setTimeout(() => void catchUp().catch(() => undefined), 100 + Math.random() * 400)
}

async function catchUp(): Promise<void> {
  if (panel) return (await panel).catchUp()
  await (await outlined()).refresh()
}

let begun = false

/** Reads the comments again: a read before the stream began, or while it was broken, may have missed something. */
function streamBegins({ detail }: CustomEvent<Standing>): void {
  if (begun) threadsTurned({ detail })
  else if (outline) happened()
  begun = true
}

interface Standing {
  /** True while the comments are open to the reader; absent where the event does not say. */
  sees?: boolean
}

/** Loads the page anew where comments were closed or opened to the reader meanwhile; nobody who writes is such a reader. */
function threadsTurned({ detail: { sees = page.sees } }: { detail: Standing }): void {
  if (sees === page.sees) happened()
  else {
    keepPanel(page.shortId)
    location.reload()
  }
}

let passages: Passages | null = null
let places: PlacesInPage | null = null
let resolved: readonly ThreadAnchor[] = []

/** Shows the threads in the page once it is painted; of another version nothing is known. */
function frameOpens(frame: PageFrame): void {
  passages = null
  places = null
  const { older, version } = JSON.parse(document.querySelector<HTMLElement>('[data-page]')!.dataset.page!)
  if (older || !(page.may || page.sees)) return
  frame.on('loaded', () => void frame.painted.then(() => followFrame(frame, version)).catch(() => undefined))
}

async function followFrame(frame: PageFrame, version: number): Promise<void> {
  const [{ followPassages }, threads] = await Promise.all([import('./threads-in-page.ts'), outlined()])
  passages = followPassages({ frame, version }, page, threads, {
    write,
    told: now => {
      places = now
      inOpened(opened => opened.told(now))
      bringToSought()
    },
    hit: ([id]) => inPanel(opened => opened.reveal(id!)),
    say: text => {
      document.querySelector('#status')!.textContent = text
    },
    changed: happened,
  })
  passages.follow(resolved)
  if (page.sees) await threads.refresh()
}

document.addEventListener('recto:frame', event => frameOpens((event as CustomEvent<PageFrame>).detail))
document.dispatchEvent(new CustomEvent('recto:want-frame'))
document.addEventListener('recto:live', event => streamBegins(event as CustomEvent<Standing>))
document.addEventListener('recto:thread', event => threadsTurned(event as CustomEvent<Standing>))
opener?.addEventListener('click', () => {
  if (aside.hidden) void show().catch(() => undefined)
  else hide()
})
document.addEventListener('click', event => {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('[data-comment-page]')) write()
  if (target?.closest('[data-comment-part]')) point()
})
document.addEventListener('keydown', onKey)
document.addEventListener('recto:key', onAction)
addEventListener('hashchange', () => {
  revealAsked(true)
  bringToAsked()
})
if (opener && panelWasOpen(page.shortId)) void show().catch(() => undefined)
// A reader who comes back goes on at the place they left.
revealAsked(!comesBack())
if (!comesBack()) bringToAsked()
