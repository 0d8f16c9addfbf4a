// Two versions of a page beside each other: both are brought into frames, marked, scrolled abreast and walked change by change.

import type { Theme } from '../../viewer/protocol.ts'
import { openFrame, type PageFrame } from '../artifact-viewer/page-frame.ts'
import { pushContent } from '../artifact-viewer/send-content.ts'
import type { ComparedSide, RenderedCompare } from './compare-marks.ts'

const root = document.querySelector<HTMLElement>('[data-compare]')!
const page = JSON.parse(root.dataset.compare!) as RenderedCompare
const total = page.sides[0].marks.marks.length
const status = root.querySelector<HTMLElement>('[data-compare-status]')!
const frames: PageFrame[] = []
let at = -1

const theme = () => (document.documentElement.dataset.theme ?? 'auto') as Theme

/** Brings one version and marks it. */
async function open(side: ComparedSide, into: HTMLElement): Promise<PageFrame> {
  const frame = await openFrame({ ...page.frame, title: side.title, into })
  const loaded = new Promise<void>(resolve => frame.on('loaded', () => resolve()))
  frame.onLeft(() => say('A version replaced itself with something else. Reload to compare again.'))
  const answer = await fetch(side.content, { credentials: 'same-origin', redirect: 'error' })
  const { signal } = new AbortController()
  await pushContent(frame, answer, { theme: theme(), fragment: '', signal, progress: () => undefined })
  await loaded
  const marked = new Promise<number>(resolve => frame.on('marked', ({ count }) => resolve(count)))
  frame.send(side.marks)
  if ((await marked) === 0 && total > 0) throw new Error('unmarked')
  return frame
}

function say(text: string): void {
  status.textContent = text
}

/** What a screen reader hears when a change is shown. */
const position = () => `Change ${at + 1} of ${total}`

function go(step: 1 | -1): void {
  if (total === 0 || frames.length < 2) return
  at = (at + step + total) % total
  for (const frame of frames) frame.send({ type: 'mark', index: at })
  say(position())
}

function followEachOther([from, to]: PageFrame[]): void {
  from!.on('scrolled', ({ index, share }) => to!.send({ type: 'abreast', index, share }))
  to!.on('scrolled', ({ index, share }) => from!.send({ type: 'abreast', index, share }))
}

/** On a narrow screen one version is seen at a time. */
function show(side: string): void {
  root.dataset.side = side
  for (const button of root.querySelectorAll<HTMLElement>('[data-side-button]'))
    button.ariaPressed = String(button.dataset.sideButton === side)
}

function onClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
  if (button?.dataset.step) go(button.dataset.step === 'next' ? 1 : -1)
  if (button?.dataset.sideButton) show(button.dataset.sideButton)
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event
  const typing = target instanceof Element && target.closest('input, select, textarea, [contenteditable]')
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'n') go(1)
  if (key === 'p') go(-1)
}

async function begin(): Promise<void> {
  const places = [...root.querySelectorAll<HTMLElement>('[data-place]')]
  try {
    frames.push(...(await Promise.all(page.sides.map((side, index) => open(side, places[index]!)))))
    followEachOther(frames)
    root.dataset.state = 'shown'
    for (const button of root.querySelectorAll<HTMLButtonElement>('[data-step]'))
      button.disabled = total === 0
  } catch (error) {
    root.dataset.state = 'failed'
    const unmarked = error instanceof Error && error.message === 'unmarked'
    say(
      unmarked
        ? 'The changes could not be marked in these pages. The source shows them.'
        : 'The versions could not be brought. Reload to try again, or compare the source.',
    )
  }
}

root.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
document.addEventListener('recto:theme', () => {
  for (const frame of frames) frame.send({ type: 'theme', theme: theme() })
})
void begin()
