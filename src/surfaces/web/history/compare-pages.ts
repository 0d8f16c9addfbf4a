// A version with its changes marked and the one before in its place: both are brought into frames, scrolled abreast and walked change by change.

import type { Theme } from '../../viewer/protocol.ts'
import { openFrame, type PageFrame } from '../artifact-viewer/page-frame.ts'
import { pushContent } from '../artifact-viewer/send-content.ts'
import { compareWords as words } from '../words/history.ts'
import type { ComparedSide, RenderedCompare } from './compare-marks.ts'

const theme = () => (document.documentElement.dataset.theme ?? 'auto') as Theme

/** Brings both versions into the places of `root` and shows the first change. */
export function comparePages(root: HTMLElement): void {
  const page = JSON.parse(root.dataset.compare!) as RenderedCompare
  const total = page.sides[0].marks.marks.length
  const status = root.querySelector<HTMLElement>('[data-compare-status]')!
  const frames: PageFrame[] = []
  let at = -1

  function say(text: string): void {
    status.textContent = text
  }

  /** Brings one version and marks it. */
  async function open(side: ComparedSide, into: HTMLElement): Promise<PageFrame> {
    const frame = await openFrame({ ...page.frame, title: side.title, into })
    const loaded = new Promise<void>(resolve => frame.on('loaded', () => resolve()))
    frame.onLeft(() => say(words.left))
    const answer = await fetch(side.content, { credentials: 'same-origin', redirect: 'error' })
    const { signal } = new AbortController()
    await pushContent(frame, answer, { theme: theme(), address: '', signal, progress: () => undefined })
    await loaded
    const marked = new Promise<number>(resolve => frame.on('marked', ({ count }) => resolve(count)))
    frame.send(side.marks)
    if ((await marked) === 0 && total > 0) throw new Error('unmarked')
    return frame
  }

  function go(step: 1 | -1): void {
    if (total === 0 || frames.length < 2) return
    at = (at + step + total) % total
    for (const frame of frames) frame.send({ type: 'mark', index: at })
    const was = page.removed[at]
    say(words.position(at + 1, total) + (was ? ` · ${words.was(was)}` : ''))
  }

  /** One version is seen at a time, both at the same place. */
  function show(side: string): void {
    root.dataset.side = side
    for (const button of root.querySelectorAll<HTMLElement>('[data-side-button]'))
      button.ariaPressed = String(button.dataset.sideButton === side)
  }

  async function begin(): Promise<void> {
    const places = [...root.querySelectorAll<HTMLElement>('[data-place]')]
    try {
      frames.push(...(await Promise.all(page.sides.map((side, index) => open(side, places[index]!)))))
      followEachOther(frames)
      root.dataset.state = 'shown'
      for (const button of root.querySelectorAll<HTMLButtonElement>('[data-step]')) button.disabled = false
      go(1)
    } catch (error) {
      root.dataset.state = 'failed'
      say(error instanceof Error && error.message === 'unmarked' ? words.unmarked : words.failed)
    }
  }

  root.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
    if (button?.dataset.step) go(button.dataset.step === 'next' ? 1 : -1)
    if (button?.dataset.sideButton) show(button.dataset.sideButton)
  })
  document.addEventListener('keydown', event => {
    if (isTyping(event)) return
    if (event.key === 'n') go(1)
    if (event.key === 'p') go(-1)
  })
  document.addEventListener('recto:theme', () => {
    for (const frame of frames) frame.send({ type: 'theme', theme: theme() })
  })
  begin().catch(reportError)
}

function followEachOther([from, to]: PageFrame[]): void {
  from!.on('scrolled', ({ index, share }) => to!.send({ type: 'abreast', index, share }))
  to!.on('scrolled', ({ index, share }) => from!.send({ type: 'abreast', index, share }))
}

const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null)
