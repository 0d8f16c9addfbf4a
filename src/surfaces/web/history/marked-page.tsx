// A version as its page with what changed since another one marked, and the way from change to change.

import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { FrameElement } from '../../viewer/frame.ts'
import type { MarksMessage } from '../../viewer/protocol.ts'
import { areOff } from '../artifact/keyboard/choice.ts'
import { Icon, type IconName } from '../layout/icon.tsx'
import { historyWords as words } from '../words/history.ts'

export interface MarkedPageProps {
  frame: FrameElement
  /** Such as "Plan, version 3". */
  title: string
  /** Path of the bytes to show. */
  content: string
  /** Null: a script writes the page, which is shown as it is. */
  marks: MarksMessage | null
  /** Changes further down that are not marked, because there are too many. */
  unshown: number
  from: number
  to: number
}

/** A marked page that is there. */
export interface OpenPage {
  /** Scrolls to this change. */
  show(index: number): void
}

/** Brings the page into the place; resolves once it is marked, with null where it cannot be. `step` is called for keys that are pressed in it, `end` where it went away. */
export type OpenMarked = (
  props: MarkedPageProps,
  into: HTMLElement,
  on: { step(by: 1 | -1): void; say(sentence: string): void; end(sentence: string): void },
) => Promise<OpenPage | null>

/** Drawn by the server, and taken over by the script that gives it `open`. */
export function MarkedPage(props: MarkedPageProps & { open?: OpenMarked }): JSX.Element {
  const { open, marks, from, to, unshown } = props
  const total = marks?.marks.length ?? 0
  const place = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<OpenPage | null>()
  const [at, setAt] = useState(0)
  const [sentence, say] = useState(total > 0 ? '' : unmarked(props))
  const step = (by: 1 | -1) => setAt(before => (before + by + total) % Math.max(1, total))
  const end = (why: string) => {
    setPage(null)
    say(why)
  }
  useLayoutEffect(() => {
    open?.(props, place.current!, { step, say, end }).then(setPage, reportError)
  }, [])
  useEffect(() => {
    if (!page || total === 0) return
    page.show(at)
    say(words.position(at + 1, total))
  }, [page, at])
  useEffect(() => (page ? followKeys(step) : undefined), [page])
  return (
    <div class="compared" data-state={page ? 'shown' : page === null ? 'failed' : 'opening'}>
      <div class="compared-place" ref={place} />
      <div class="change-walk">
        {total > 0 && <Step icon="previous" name={words.previous} isReady={page} act={() => step(-1)} />}
        <p role="status">
          {sentence}
          {page && marks && total > 0 && <span class="visually-hidden">{removedBy(marks, at)}</span>}
        </p>
        {from !== to && marks && <span class="muted">{words.changesSince(from)}</span>}
        {total > 0 && <Step icon="next" name={words.next} isReady={page} act={() => step(1)} />}
        {unshown > 0 && <p class="small muted">{words.unshown(unshown)}</p>}
      </div>
    </div>
  )
}

function unmarked({ marks, from, to }: MarkedPageProps): string {
  if (from === to) return to === 1 ? words.first : words.same
  return marks ? words.noChange : words.scripted
}

/** Characters of removed words that are read out. */
const longest = 80

function removedBy({ marks }: MarksMessage, at: number): string {
  const removed = marks[at]![2].replace(/\s+/g, ' ').trim()
  if (removed === '') return ''
  return words.was(removed.length > longest ? `${removed.slice(0, longest).toWellFormed()}…` : removed)
}

interface StepProps {
  icon: IconName
  name: string
  isReady: unknown
  act(): void
}

const Step = ({ icon, name, isReady, act }: StepProps): JSX.Element => (
  <button type="button" class="tool" aria-label={name} data-tip={name} disabled={!isReady} onClick={act}>
    <Icon name={icon} />
  </button>
)

/** N and P, while nobody types and single letters are not turned off. */
function followKeys(step: (by: 1 | -1) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const by = { n: 1, p: -1 }[event.key] as 1 | -1 | undefined
    if (by && !isTyping(event) && !areOff()) step(by)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null)
