// Two people changed the same sentence: what happened in whole sentences, the choices, and the way on.

import { isConflict } from '../../../content/diff/merge-parts.ts'
import { element } from '../artifact-viewer/notice.ts'
import { conflictWords as words } from '../words/editor.ts'
import type { Merged } from './editor-requests.ts'
import type { Form } from './file-encoding.ts'
import { isMerged } from './merged-changes.ts'
import { passagesOf } from './passages.ts'
import { press } from './ways-out.ts'

interface Options {
  merged: Merged
  /** The version edited from. */
  base: number
  /** The file's line break. */
  end: Form['end']
  /** What else can be done with the text. */
  out: HTMLElement
  /** Gets the whole text once everything is chosen. */
  done(text: string): void
}

export function conflictCard({ merged, base, end, out, done }: Options) {
  const { parts, by, version } = merged
  const choices = parts.filter(isConflict).length
  const settled = parts.filter(isMerged).length
  const passages = passagesOf(parts, { end, by }, done)
  const card = element('section', { className: 'conflict' }, [
    element('h2', { textContent: words.title(by) }),
    element('p', { className: 'conflict-lead' }, [
      new Text(`${words.lead(by, version, base)}${words.fit(settled)}${words.needs(choices)}`),
    ]),
    element('p', { className: 'small muted', textContent: words.keys }),
    passages.element,
    out,
  ])
  return { card, focus: passages.focus }
}

/** What was merged, before it is saved; `hide` takes the marks away. */
export function reviewCard(
  { version, by }: Pick<Merged, 'version' | 'by'>,
  out: HTMLElement,
  hide: () => void,
): HTMLElement {
  const stop = press(words.hideMarks, () => {
    hide()
    stop.remove()
  })
  out.prepend(stop)
  return element('section', { className: 'editor-card' }, [
    element('h2', { textContent: words.merged(version, by) }),
    element('p', { textContent: words.mergedLead }),
    out,
  ])
}
