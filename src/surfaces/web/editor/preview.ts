// The page beside its source: shown anew a moment after each change, in the frame that shows every page.

import type { Theme } from '../../viewer/protocol.ts'
import { guardClosedPage } from '../artifact-viewer/closed-page.ts'
import { drawDiagrams } from '../artifact-viewer/diagrams.ts'
import { guardFocus } from '../artifact-viewer/focus-guard.ts'
import { styleFrame } from '../artifact-viewer/frame-styles.ts'
import { openFrame, type PageFrame } from '../artifact-viewer/page-frame.ts'
import { pushContent } from '../artifact-viewer/send-content.ts'
import { Refused } from '../layout/call.ts'
import { previewWords } from '../words/editor-source.ts'
import type { EditorPage } from './editor-page.ts'
import { pageOf } from './editor-requests.ts'
import type { Place } from './source.ts'

/** Milliseconds without a change before the page is made anew. */
const PAUSE = 300

/** Characters of a text that is shown while it is written. */
const LARGEST = 1_000_000

export interface Preview {
  /** The text changed. */
  update(): void
  /** The source was scrolled, or the cursor moved. */
  follow(): void
  /** Rests while nobody sees it. */
  show(seen: boolean): void
}

interface Options {
  page: EditorPage
  into: HTMLElement
  /** Says why the page is not there; an empty sentence once it is. */
  say(sentence: string): void
  text(): string
  place(): Place
}

/** Returns the sandbox without dialogs and downloads, which a page could start at every key that somebody types. */
const calm = (sandbox: string): string =>
  sandbox
    .split(' ')
    .filter(token => !/^allow-(modals|downloads|pointer-lock)$/.test(token))
    .join(' ')

export function openPreview({ page, into, say, text, place }: Options): Preview {
  let shown: PageFrame | null = null
  let headings = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = false
  let stale = true
  let seen = true

  const follow = () => {
    if (!shown) return
    const { index, share, headings: inSource, below } = place()
    // The share of the whole text places the preview where page and source count different headings.
    const known = inSource === headings
    shown.send({
      type: 'follow',
      index: known ? index : -1,
      share: known ? share : 0,
      below: known ? below : 0,
    })
  }
  const take = (frame: PageFrame) => {
    shown?.close()
    shown = frame
    frame.element.classList.remove('coming')
    follow()
  }
  const attend = (frame: PageFrame) => {
    styleFrame(frame)
    drawDiagrams(frame, page.drawingFrame)
    if (page.frame.closed) guardClosedPage(frame, say)
    frame.on('outline', outline => {
      headings = outline.headings.length
      if (shown === frame) follow()
    })
    frame.onLeft(({ how }) => {
      frame.close()
      if (shown === frame) shown = null
      say(how === 'loud' ? previewWords.tooLoud : previewWords.left)
    })
  }
  const render = async () => {
    const source = text()
    if (source.length > LARGEST) return say(previewWords.tooLong)
    const answer = await pageOf(page, source, AbortSignal.timeout(60_000))
    const { sandbox, ...rest } = page.frame
    const frame = await openFrame({
      ...{ ...rest, sandbox: calm(sandbox), title: previewWords.title(page.name), into },
      className: 'page-frame coming',
    })
    attend(frame)
    const { signal } = new AbortController()
    await pushContent(frame, answer, { theme: theme(), address: '', signal, progress: () => undefined })
    say('')
    take(frame)
  }
  const work = async () => {
    if (working || !seen) return
    working = true
    while (stale) {
      stale = false
      await render().catch(error => say(whyNot(error)))
    }
    working = false
  }
  const begin = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void work().catch(reportError), PAUSE)
  }
  document.addEventListener('recto:theme', () => shown?.send({ type: 'theme', theme: theme() }))
  guardFocus(() => {
    shown?.close()
    shown = null
    say(previewWords.tookKeyboard)
  })
  work().catch(reportError)
  return {
    update: () => {
      stale = true
      begin()
    },
    follow,
    show: visible => {
      seen = visible
      if (seen) work().catch(reportError)
    },
  }
}

const theme = () => (document.documentElement.dataset.theme ?? 'auto') as Theme

const whyNot = (error: unknown): string =>
  error instanceof Refused && error.status === 401 ? previewWords.signedOut : previewWords.failed
