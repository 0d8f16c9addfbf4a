// Brings a version into its frame and has its changes marked there.

import type { MarksMessage, Theme } from '../../viewer/protocol.ts'
import { areOff } from '../artifact/keyboard/choice.ts'
import { guardClosedPage } from '../artifact-viewer/closed-page.ts'
import { guardFocus } from '../artifact-viewer/focus-guard.ts'
import { openFrame, type PageFrame } from '../artifact-viewer/page-frame.ts'
import { pushContent } from '../artifact-viewer/send-content.ts'
import { compareWords as words } from '../words/history.ts'
import type { MarkedPageProps, OpenMarked } from './marked-page.tsx'

const theme = () => (document.documentElement.dataset.theme ?? 'auto') as Theme

/** Null, with the reason said, where the page is not there or not marked. */
export const openMarked: OpenMarked = async (props, into, { step, say, end }) => {
  try {
    const frame = await shown(props, into, say, end)
    const { marks } = props
    if (!marks || marks.marks.length === 0 || (await marked(frame, marks)) > 0) {
      frame.on('key', ({ key }) => {
        if (key !== 'm' && !areOff()) step(key === 'n' ? 1 : -1)
      })
      return { show: index => frame.send({ type: 'mark', index }) }
    }
    say(words.unmarked)
  } catch (error) {
    say(words.failed)
    reportError(error)
  }
  return null
}

type Say = (sentence: string) => void

async function shown(page: MarkedPageProps, into: HTMLElement, say: Say, end: Say) {
  const frame = await openFrame({ ...page.frame, title: page.title, into })
  const loaded = new Promise<void>(resolve => frame.on('loaded', () => resolve()))
  frame.onLeft(() => end(words.left))
  document.addEventListener('recto:theme', () => frame.send({ type: 'theme', theme: theme() }))
  if (page.frame.closed) guardClosedPage(frame, say)
  guardFocus(frame.close)
  const answer = await fetch(page.content, { credentials: 'same-origin', redirect: 'error' })
  const { signal } = new AbortController()
  await pushContent(frame, answer, { theme: theme(), address: '', signal, progress: () => undefined })
  await loaded
  return frame
}

function marked(frame: PageFrame, marks: MarksMessage): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  frame.on('marked', ({ count }) => resolve(count))
  frame.send(marks)
  return promise
}
