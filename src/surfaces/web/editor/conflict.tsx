// Two people changed the same sentence: what happened, the choices one by one, by mouse or by n, p, 1, 2, 3 and 4, and the way on.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isConflict, settledText } from '../../../content/diff/merge-parts.ts'
import { buttonClass } from '../layout/controls.tsx'
import { RelativeTime } from '../layout/words.tsx'
import { wayOutWords, conflictWords as words } from '../words/editor.ts'
import type { Merged } from './editor-page.ts'
import type { Form } from './file-encoding.ts'
import { isMerged, isNextToConflict, MergedChange } from './merged-changes.tsx'
import { type Answer, type Choice, choices, PassageChoice, textOf } from './passage-choice.tsx'
import { download, moveOut, type WaysOut } from './ways-out.ts'

interface ConflictProps {
  merged: Merged
  /** The version edited from. */
  base: number
  /** The file's line break. */
  end: Form['end']
  /** Other ways to keep the text; a copy of it is in the header. */
  out: WaysOut
  /** Gets the whole text once everything is chosen. */
  done(text: string): void
}

export function ConflictCard({ merged, base, end, out, done }: ConflictProps): JSX.Element {
  const { parts, by, version, createdAt } = merged
  const passages = parts.flatMap((part, at) => (isConflict(part) ? [{ passage: part, at }] : []))
  const settled = parts.filter(isMerged).length
  const [answers, setAnswers] = useState<readonly Answer[]>(() =>
    passages.map(() => ({ choice: null, own: '', isOwn: false })),
  )
  /** The first merged change that was shown when all were asked for. */
  const [revealed, setRevealed] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const groups = () => [...list.current!.querySelectorAll<HTMLElement>('.passage-choice')]
  // The heading stays in sight on a phone.
  useLayoutEffect(() => groups()[0]?.focus({ preventScroll: true }), [])
  const set = (index: number, change: (answer: Answer) => Answer) =>
    setAnswers(all => all.map((answer, at) => (at === index ? change(answer) : answer)))
  /** Writing begins with the text that was chosen before. */
  const choose = (index: number, choice: Choice) =>
    set(index, answer => {
      if (choice !== 'edit' || answer.choice === 'edit' || answer.isOwn) return { ...answer, choice }
      const begun = textOf(passages[index]!.passage, { ...answer, choice: answer.choice ?? 'both' }, end)!
      return { ...answer, choice, own: begun.replaceAll(end, '\n') }
    })
  const texts = passages.map(({ passage }, index) => textOf(passage, answers[index]!, end))
  const made = texts.filter(text => text !== null).length
  const finish = () => {
    const chosen = texts.values()
    done(parts.map(part => (isConflict(part) ? chosen.next().value! : settledText(part))).join(''))
  }
  const onKey = (event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event
    const key = event.key.toLowerCase()
    if (target instanceof HTMLTextAreaElement || ctrlKey || metaKey || altKey) return
    const all = groups()
    const at = all.findIndex(group => group.contains(target as Node))
    const step = { n: 1, p: -1 }[key]
    const choice = choices[Number(key) - 1]
    if (step) {
      const to = all[at < 0 ? all.length - 1 : at + step]
      ;(to ?? (step > 0 ? list.current!.querySelector<HTMLElement>('.primary') : null))?.focus()
    } else if (choice && at >= 0) {
      choose(at, choice)
      if (choice === 'edit') all[at]!.querySelector('textarea')?.focus()
    } else return
    event.preventDefault()
  }
  const take = (way: typeof download) => () => {
    way(out).catch(reportError)
  }
  const isShown = (at: number) => revealed !== null || isNextToConflict(parts, at)
  const firstHidden = parts.findIndex((part, at) => isMerged(part) && !isShown(at))
  return (
    <section class="conflict">
      <h2>{words.title(by)}</h2>
      <p class="conflict-lead" id="conflict-lead">
        {words.saved(by, version)} <RelativeTime at={new Date(createdAt)} />, {words.meanwhile(base)}
        {words.fit(settled)}
        {words.needs(passages.length)}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys act on the passage that holds the focus */}
      <div class="passages" ref={list} onKeyDown={onKey}>
        <div class="conflict-sheet">
          {parts.map((part, at) => {
            if (isMerged(part))
              return (
                isShown(at) && <MergedChange key={at} change={part} name={by} isAsked={at === revealed} />
              )
            if (!isConflict(part)) return null
            const index = passages.findIndex(passage => passage.at === at)
            return (
              <PassageChoice
                key={at}
                {...{
                  passage: part,
                  index,
                  of: passages.length,
                  reader: out.page.avatar,
                  other: merged,
                  end,
                }}
                before={parts[at - 1]}
                after={parts[at + 1]}
                answer={answers[index]!}
                choose={choice => choose(index, choice)}
                write={own => set(index, answer => ({ ...answer, own, isOwn: true }))}
              />
            )
          })}
        </div>
        <div class="conflict-foot">
          <p class="small muted">
            <span role="status">{words.count(made, passages.length)}</span>
            {firstHidden >= 0 && (
              <>
                {' · '}
                <button type="button" class="as-link" onClick={() => setRevealed(firstHidden)}>
                  {words.showMerged(settled)}
                </button>
              </>
            )}
          </p>
          <p class="actions">
            <button
              type="button"
              class={buttonClass('primary')}
              disabled={made < passages.length}
              onClick={finish}
            >
              {words.merge}
            </button>
            <button type="button" class={buttonClass()} onClick={take(moveOut)}>
              {wayOutWords.separate}
            </button>
          </p>
        </div>
      </div>
      <p class="small muted">{words.keys}</p>
      <p class="small">
        <a href={`/${out.page.shortId}`} target="_blank" rel="noopener">
          {wayOutWords.openCurrent(version)}
        </a>
        {' · '}
        <button type="button" class="as-link" onClick={take(download)}>
          {wayOutWords.download}
        </button>
      </p>
    </section>
  )
}
