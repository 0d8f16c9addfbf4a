// Editing an HTML page's own words where they stand: the frame tells which texts changed, the server puts them into the source.

import type { Theme } from '../../viewer/protocol.ts'
import { openFrame, type PageFrame } from '../artifact-viewer/page-frame.ts'
import { pushContent } from '../artifact-viewer/send-content.ts'
import { Refused } from '../layout/call.ts'
import { editorWords as words } from '../words/editor.ts'
import { previewWords } from '../words/editor-source.ts'
import type { EditorPage } from './editor-page.ts'
import { copyForTexts, type NewText, withTexts } from './editor-requests.ts'
import { troubleOf } from './ways-out.ts'

/** Milliseconds without a change before the texts are put into the source. */
const PAUSE = 500

/** Puts everything written so far into the source. */
const MOST = 500

export interface InPlace {
  /** Everything written so far is in the source. */
  flush(): Promise<void>
  /** Returns the new words that are not in the source yet, with that source; null where all are in it. */
  waiting(): Waiting | null
  /** Returns the new words that are not in the source yet. */
  unplaced(): NewText[]
  /** Ends the editing: nothing written here reaches the source any more. */
  close(): void
}

/** New words, and the whole source whose texts they replace. */
export interface Waiting {
  source: string
  texts: NewText[]
}

interface Options {
  page: EditorPage
  into: HTMLElement
  /** The whole source from which the page is made. */
  source: string
  /** Something was written that is not in the source yet. */
  written(): void
  /** The whole source with the texts as they are now. */
  changed(source: string): void
  say(sentence: string): void
  /** There is nothing to write in. */
  empty(): void
  /** The reader asked to save from within the page: a forged word must not save, so the button is offered. */
  done(): void
}

/** Opens the page for editing; rejects with what the server says against it. */
export async function openInPlace(options: Options): Promise<InPlace> {
  const { page, into, source, say } = options
  const copy = await copyForTexts(page, source)
  const frame = await openFrame({ ...page.textFrame!, title: previewWords.textsOf(page.name), into })
  const texts = gathered(options)
  attend(frame, options, texts)
  frame.on('not-here', ({ why }) => {
    if (why === 'script') options.empty()
    say(words[why])
  })
  const theme = (document.documentElement.dataset.theme ?? 'auto') as Theme
  const { signal } = new AbortController()
  await pushContent(frame, copy, { theme, address: '', signal, progress: () => undefined })
  return {
    flush: texts.flush,
    waiting: texts.waiting,
    unplaced: texts.unplaced,
    close: () => {
      texts.end()
      frame.close()
    },
  }
}

function attend(frame: PageFrame, { done, say }: Options, texts: ReturnType<typeof gathered>): void {
  frame.on('edited', text => texts.take(text))
  frame.on('done', done)
  frame.onLeft(() => {
    frame.close()
    say(words.leftFrame)
  })
}

/** Gathers the words that are written, and puts them into the source a moment later. */
function gathered({ page, source, written, changed, say }: Options) {
  const texts = new Map<string, NewText>()
  const placed = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stale = false
  let working: Promise<void> | null = null
  let ended = false
  const compose = async () => {
    while (stale && !ended) {
      stale = false
      const wanted = [...texts.values()]
      try {
        const whole = await withTexts(page, source, wanted)
        for (const { node, text } of wanted) placed.set(node, text)
        if (!ended) changed(whole)
      } catch (error) {
        const edit = error instanceof Refused ? error.facts.edit : undefined
        if (edit === undefined) {
          stale = true
          throw error
        }
        texts.delete(wanted[edit]!.node)
        stale = texts.size > 0
        say((error as Refused).message)
      }
    }
  }
  const flush = () => {
    clearTimeout(timer)
    working ??= compose().finally(() => {
      working = null
    })
    return working
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush().catch(error => say(troubleOf(error, () => undefined).text)), PAUSE)
  }
  return {
    flush,
    waiting: () => (stale || working ? { source, texts: [...texts.values()] } : null),
    unplaced: () => [...texts.values()].filter(({ node, was, text }) => text !== (placed.get(node) ?? was)),
    end: () => {
      ended = true
      clearTimeout(timer)
    },
    take: ({ node, was, text }: NewText) => {
      if (!texts.has(node) && texts.size >= MOST) return say(words.tooMany)
      texts.set(node, { node, was, text })
      stale = true
      written()
      later()
    },
  }
}
